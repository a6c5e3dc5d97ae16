// Convolution of images by filters as a product that no memory holds: a row of A is the window of a pixel of the result, a
// column of B a filter. Images are N x height x width x channels, filters K x height x width x channels, and the result is
// N x out_height x out_width x K, of half.
#if defined(cl_khr_cooperative_matrix) && defined(cl_khr_fp16)
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define NAME convolution_half
#define ELEMENT half
#define READ_AS
#define SUM float
#define RESULT half
#define RESULT_OF(x) convert_half_rte(x)
#define B_IN_COLUMNS
#define IS_CONVOLUTION
#include "../matmul_units/matmul_units.clh"
#endif
