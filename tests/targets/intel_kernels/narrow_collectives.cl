// Sums, bounds and broadcasts of 8 and 16 bits.
// options: -cl-std=CL2.0
// needs: cl_intel_subgroups_char cl_intel_subgroups_short
// global: 32
// local: 16
// argument: results 128
// argument: input 64
__attribute__((intel_reqd_sub_group_size(16)))

kernel void entry(global ulong* out, global const short* in) {
  const short s = in[get_global_id(0)];
  const char c = s >> 3;
  const uchar u = s;
  const ushort t = s * 7;
  out[4 * get_global_id(0)] = (uchar)intel_sub_group_reduce_add(c) + 256ul * (uchar)intel_sub_group_scan_inclusive_max(c) +
                              65536ul * intel_sub_group_scan_exclusive_add(u) + 16777216ul * intel_sub_group_reduce_min(u);
  out[4 * get_global_id(0) + 1] = (ushort)intel_sub_group_reduce_max(s) + 65536ul * intel_sub_group_scan_inclusive_add(t);
  out[4 * get_global_id(0) + 2] = (ushort)intel_sub_group_broadcast(s, 5u) + 65536ul * intel_sub_group_broadcast(u, 11u);
  out[4 * get_global_id(0) + 3] = (ushort)intel_sub_group_shuffle_xor(s, 3u) +
                                  65536ul * (uchar)intel_sub_group_shuffle(c, (uint)get_sub_group_local_id() / 2);
}
