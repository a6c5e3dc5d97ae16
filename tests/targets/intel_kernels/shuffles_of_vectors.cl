// Shuffles of wide vectors and of narrow ones.
// options: -cl-std=CL2.0
// needs: cl_intel_subgroups_char cl_intel_subgroups_short
// global: 16
// local: 16
// argument: results 64
// argument: input 256
__attribute__((intel_reqd_sub_group_size(16)))

kernel void entry(global ulong4* out, global const uint4* in) {
  const uint lane = get_sub_group_local_id();
  const uint4 x = in[lane];
  const ushort8 s = as_ushort8(x);
  const uchar4 c = as_uchar4(x.w);
  const uint4 a = intel_sub_group_shuffle(x, 15 - lane), b = intel_sub_group_shuffle_up(x, x.wzyx, 3u);
  const ushort8 d = intel_sub_group_shuffle_down(s, s + (ushort)1, 5u);
  const uchar4 e = intel_sub_group_shuffle_xor(c, 6u);
  out[lane] = convert_ulong4(a) * 3ul + convert_ulong4(b) + convert_ulong4(d.lo) + convert_ulong4(d.hi) * 5ul + convert_ulong4(e);
}
