// A matrix times a vector in llama.cpp's form Q8_0, with scales of half.
// options: -cl-std=CL2.0
// needs: cl_intel_subgroups cl_khr_fp16
// global: 32 2
// local: 32 1
// argument: near 1 16
// argument: input 544
// argument: input 256
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

struct block_q8_0 { ushort d; char qs[32]; };
__attribute__((intel_reqd_sub_group_size(32)))

kernel void entry(global float* dst, global const struct block_q8_0* x, global const char* y) {
  const uint row = get_global_id(1), lane = get_sub_group_local_id();
  float sum = 0;
  for (uint b = 0; b < 8; ++b) {
    global const struct block_q8_0* block = x + 8 * row + b;
    sum += (float)as_half((ushort)((block->d & 0x3ff) | 0x3c00)) * block->qs[lane] * y[32 * b + lane];
  }
  const float all = sub_group_reduce_add(sum);
  dst[32 * row + lane] = all;
}
