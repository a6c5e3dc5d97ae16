// A copy by blocks of 64 bits.
// options: -cl-std=CL2.0
// needs: cl_intel_subgroups_long
// global: 32
// local: 16
// argument: results 256
// argument: input 2048
__attribute__((intel_reqd_sub_group_size(16)))

kernel void entry(global ulong* out, global const ulong* in) {
  const uint at = 128 * get_group_id(0);
  intel_sub_group_block_write_ul8(out + at, intel_sub_group_block_read_ul8(in + at) + (ulong)get_sub_group_local_id());
}
