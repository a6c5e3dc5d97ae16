// The maths builtins on half. Memory holds floats that are half numbers.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define T float
#define T4 float4
#define SCALAR_TYPE half
#define VECTOR_TYPE half4
#define FROM_MEMORY(v) convert_half4(v)
#define TO_MEMORY3(v) convert_float3(v)
#define TO_MEMORY4(v) convert_float4(v)
#include "../kernels/maths.clh"
