// A transposition through local memory, written and read by blocks.
// options: -cl-std=CL2.0
// needs: cl_intel_subgroup_local_block_io
// global: 16
// local: 16
// argument: results 64
// argument: input 256
// argument: local 256
__attribute__((intel_reqd_sub_group_size(16)))

kernel void entry(global uint4* out, global const uint* in, local uint* tile) {
  const uint lane = get_sub_group_local_id();
  intel_sub_group_block_write4(tile, intel_sub_group_block_read4(in));
  barrier(CLK_LOCAL_MEM_FENCE);
  out[2 * lane] = (uint4)(tile[4 * lane], tile[4 * lane + 1], tile[4 * lane + 2], tile[4 * lane + 3]);
  out[2 * lane + 1] = intel_sub_group_block_read4(tile);
}
