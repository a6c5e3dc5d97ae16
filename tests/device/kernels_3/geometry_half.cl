// Memory holds floats that are half numbers.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define T float
#define T4 float4
#define WITH(N, v) convert_half##N(v)
#define TO_MEMORY(N, v) convert_float##N(v)
#include "../kernels/geometry.clh"
