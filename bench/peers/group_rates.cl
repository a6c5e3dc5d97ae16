// How fast the matrix units of work-groups multiply alone: each group multiplies the same two tiles ROUNDS times, KIND 0:
// half, 1: bfloat16, 2: tf32, 3: e4m3, 4: char. LEFT products run on while the next one is issued.
#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
#define MATRIX(rows, columns, ...) __attribute__((coop_mat(memory_scope_work_group, rows, columns, __VA_ARGS__)))
#define IN_ROWS CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR
#define IN_COLUMNS CLK_COOPERATIVE_MATRIX_LAYOUT_COLUMN_MAJOR
#ifndef KIND
#define KIND 0
#define COLUMNS 128
#define LEFT 1
#define ROUNDS 2000
#endif
#define ITEMS 256
#define ROWS 128
#define LINE_BYTES 128
#define READ
#if KIND == 0
typedef half element;
#define OF(number) convert_half(number)
#elif KIND == 1
typedef ushort element;
#undef READ
#define READ , CLK_COOPERATIVE_MATRIX_BFLOAT16_CLC
#define OF(number) as_ushort2(number).y
#elif KIND == 2
typedef float element;
#undef READ
#define READ , CLK_COOPERATIVE_MATRIX_TF32_CLC
#define OF(number) (number)
#elif KIND == 3
typedef uchar element;
#undef READ
#define READ , CLK_COOPERATIVE_MATRIX_E4M3_CLC
#define OF(number) clc_convert_e4m3(number)
#else
typedef char element;
#define OF(number) convert_char_sat(number * 127)
#endif
#if KIND == 4
typedef int sum_t;
#else
typedef float sum_t;
#endif
#define DEPTH (LINE_BYTES / sizeof(element))
typedef element MATRIX(ROWS, DEPTH, CLK_COOPERATIVE_MATRIX_A READ) mat_a;
typedef element MATRIX(DEPTH, COLUMNS, CLK_COOPERATIVE_MATRIX_B READ) mat_b;
typedef sum_t MATRIX(ROWS, COLUMNS, CLK_COOPERATIVE_MATRIX_ACCUMULATOR) mat_c;

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void rates(global const float* numbers,
                                                                    global element* factors, global sum_t* out) {
  local element tile_a[ROWS * DEPTH], tile_b[COLUMNS * DEPTH];
  factors += get_group_id(0) * (ROWS + COLUMNS) * DEPTH;
  for (uint i = get_local_id(0); i < (ROWS + COLUMNS) * DEPTH; i += ITEMS) factors[i] = OF(numbers[i]);
  barrier(CLK_GLOBAL_MEM_FENCE);
  mat_a x = clc_coop_mat_tile(tile_a, IN_ROWS);
  mat_b y = clc_coop_mat_tile(tile_b, IN_COLUMNS);
  clc_coop_mat_fetch(x, factors, DEPTH);
  clc_coop_mat_fetch(y, factors + ROWS * DEPTH, DEPTH);
  clc_coop_mat_wait(0, 0);
  mat_c sum = coop_mat_init((sum_t)0);
  for (uint round = 0; round < ROUNDS; ++round) {
    clc_coop_mat_wait(0, LEFT);
    sum = coop_mat_mulAdd(x, y, sum);
  }
  clc_coop_mat_wait(0, 0);
  out[get_global_id(0)] = sum[0];
}
