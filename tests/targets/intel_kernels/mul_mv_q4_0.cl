// A matrix times a vector in llama.cpp's form Q4_0: 32 nibbles and a scale a block.
// options: -cl-std=CL2.0
// needs: cl_intel_subgroups
// global: 16 4
// local: 16 1
// argument: near 1 16
// argument: input 1152
// argument: input 512
#pragma OPENCL EXTENSION cl_intel_required_subgroup_size : enable
struct block_q4_0 { ushort d; uchar qs[16]; };
__attribute__((intel_reqd_sub_group_size(16)))

kernel void entry(global float* dst, global const struct block_q4_0* x, global const char* y) {
  const uint row = get_global_id(1), lane = get_sub_group_local_id();
  float sum = 0;
  for (uint b = 0; b < 16; ++b) {
    global const struct block_q4_0* block = x + 16 * row + b;
    const uchar q = block->qs[lane];
    sum += (block->d & 15) * (((q & 15) - 8) * y[32 * b + lane] + ((q >> 4) - 8) * y[32 * b + lane + 16]);
  }
  const float all = sub_group_reduce_add(sum);
  dst[16 * row + lane] = all;
}
