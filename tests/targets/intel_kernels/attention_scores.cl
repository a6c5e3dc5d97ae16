// Scores of attention as llama.cpp's: keys by blocks, queries by broadcasts.
// options: -cl-std=CL2.0
// needs: cl_intel_subgroups
// global: 32 2
// local: 32 1
// argument: near 1 8
// argument: input 512
// argument: input 256
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
__attribute__((intel_reqd_sub_group_size(32)))

kernel void entry(global float* out, global const uint* keys, global const char* queries) {
  const uint lane = get_sub_group_local_id(), row = get_group_id(1);
  const float q = queries[32 * row + lane];
  float sum = 0;
  for (uint k = 0; k < 4; ++k) {
    const float4 key = convert_float4(as_char4(intel_sub_group_block_read(keys + 32 * k)));
    sum += sub_group_broadcast(q, 4 * k) * key.x + sub_group_broadcast(q, 4 * k + 1) * key.y +
           sub_group_broadcast(q, 4 * k + 2) * key.z + sub_group_broadcast(q, 4 * k + 3) * key.w;
  }
  const float top = sub_group_reduce_max(sum);
  out[32 * row + lane] = sum - top;
}
