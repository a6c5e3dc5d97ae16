// Attention of half.
#if defined(cl_khr_cooperative_matrix) && defined(cl_khr_fp16)
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define ELEMENT half
#define READ_AS
#define ELEMENT_OF(x) convert_half_rte(x)
#define NAME attention_half_64
#define HEAD 64
#include "attention.clh"
#define NAME attention_half_128
#define HEAD 128
#include "attention.clh"
#endif
