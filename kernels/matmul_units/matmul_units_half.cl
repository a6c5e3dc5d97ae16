// Products of matrices of half.
#if defined(cl_khr_cooperative_matrix) && defined(cl_khr_fp16)
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define NAME matmul_half
#define HAS_GROUP_FORM
#define ELEMENT half
#define READ_AS
#define SUM float
#define RESULT half
#define RESULT_OF(x) convert_half_rte(x)
#include "matmul_units.clh"
#endif
