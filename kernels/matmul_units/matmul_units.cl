// Products of matrices of bfloat16, tf32 and bytes.
#ifdef cl_khr_cooperative_matrix
#define NAME matmul_bfloat16
#define HAS_GROUP_FORM
#define ELEMENT ushort
#define READ_AS , CLK_COOPERATIVE_MATRIX_BFLOAT16_CLC
#define SUM float
#define RESULT ushort
#define RESULT_OF(x) to_bfloat16(x)
#include "matmul_units.clh"

#define NAME matmul_tf32
#define ELEMENT float
#define READ_AS , CLK_COOPERATIVE_MATRIX_TF32_CLC
#define SUM float
#define RESULT float
#define RESULT_OF(x) (x)
#include "matmul_units.clh"

#define NAME matmul_int8
#define HAS_GROUP_FORM
#define ELEMENT char
#define READ_AS
#define SUM int
#define RESULT int
#define IS_EXACT
#define B_IN_COLUMNS
#include "matmul_units.clh"

#define NAME matmul_int8_scaled
#define HAS_GROUP_FORM
#define ELEMENT char
#define READ_AS
#define SUM int
#define RESULT char
#define RESULT_OF(x) convert_char_sat_rte(x)
#define B_IN_COLUMNS
#include "matmul_units.clh"
#endif
