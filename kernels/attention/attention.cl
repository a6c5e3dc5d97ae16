// Attention of bfloat16.
#ifdef cl_khr_cooperative_matrix
#define ELEMENT ushort
#define READ_AS , CLK_COOPERATIVE_MATRIX_BFLOAT16_CLC
#define ELEMENT_OF(x) to_bfloat16(x)
#define NAME attention_bfloat16_64
#define HEAD 64
#include "attention.clh"
#define NAME attention_bfloat16_128
#define HEAD 128
#include "attention.clh"
#endif
