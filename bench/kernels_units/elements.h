// The matrices of an ELEMENT, which is a word of a tuning file: half, bfloat16, tf32, int8, e4m3 or double.
#pragma once
#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define JOINED(x, y) x##_##y
#define OF(what, element) JOINED(what, element)
#define IN_half half
#define IN_bfloat16 ushort
#define IN_tf32 float
#define IN_int8 char
#define IN_e4m3 uchar
#define IN_double double
#define SUM_half float
#define SUM_bfloat16 float
#define SUM_tf32 float
#define SUM_int8 int
#define SUM_e4m3 float
#define SUM_double double
#define READ_half
#define READ_bfloat16 , CLK_COOPERATIVE_MATRIX_BFLOAT16_CLC
#define READ_tf32 , CLK_COOPERATIVE_MATRIX_TF32_CLC
#define READ_int8
#define READ_e4m3 , CLK_COOPERATIVE_MATRIX_E4M3_CLC
#define READ_double
#define DEPTH_half 16
#define DEPTH_bfloat16 16
#define DEPTH_tf32 8
#define DEPTH_int8 32
#define DEPTH_e4m3 32
#define DEPTH_double 16
#define DEPTH OF(DEPTH, ELEMENT)  // of a product
#define ROWS 16                   // and columns
#define MATRIX(rows, columns, use, ...) \
  __attribute__((coop_mat(memory_scope_sub_group, rows, columns, use __VA_ARGS__)))
typedef OF(IN, ELEMENT) in_t;
typedef OF(SUM, ELEMENT) sum_t;
typedef in_t MATRIX(ROWS, DEPTH, CLK_COOPERATIVE_MATRIX_A, OF(READ, ELEMENT)) mat_a;
typedef in_t MATRIX(DEPTH, ROWS, CLK_COOPERATIVE_MATRIX_B, OF(READ, ELEMENT)) mat_b;
typedef sum_t MATRIX(ROWS, ROWS, CLK_COOPERATIVE_MATRIX_ACCUMULATOR, ) mat_c;
#define IN_ROWS CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR
#define IN_COLUMNS CLK_COOPERATIVE_MATRIX_LAYOUT_COLUMN_MAJOR
#define SUB_GROUP (get_global_id(0) / 32)
