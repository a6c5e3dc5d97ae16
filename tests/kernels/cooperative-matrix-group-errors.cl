// Misuse of matrices whose scope is the work-group.
// RUN: not %clc compile %s -t nvptx:sm_90a -cl-std=CL3.0 -o %t.p 2>&1 | FileCheck %s
// RUN: not %clc compile %s -t spirv64:1.2 -cl-std=CL3.0 -o %t.p 2>&1 | FileCheck %s
// RUN: not %clc compile %s -t amdgcn:gfx90a -cl-std=CL2.0 -o %t.p 2>&1 | FileCheck %s
#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
#define MATRIX(rows, columns, use) __attribute__((coop_mat(memory_scope_work_group, rows, columns, CLK_COOPERATIVE_MATRIX_##use)))
#define ROWS CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR
#define ITEMS(...) __attribute__((reqd_work_group_size(__VA_ARGS__)))

// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the scope of a cooperative matrix must be memory_scope_sub_group or memory_scope_work_group
typedef float __attribute__((coop_mat(memory_scope_device, 64, 64, CLK_COOPERATIVE_MATRIX_A))) other_scope;
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: rows and columns of a matrix of a work-group must be powers of two from 16 to 256
typedef float MATRIX(64, 8, A) narrow;
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: rows and columns of a matrix of a work-group must be powers of two from 16 to 256
typedef float MATRIX(512, 64, A) tall;
typedef float MATRIX(64, 32, A) float_a;
typedef float MATRIX(32, 64, B) float_b;
typedef float MATRIX(64, 64, ACCUMULATOR) sums;
typedef float MATRIX(256, 256, ACCUMULATOR) many_sums;
typedef float __attribute__((coop_mat(memory_scope_sub_group, 64, 64, CLK_COOPERATIVE_MATRIX_ACCUMULATOR))) own_sums;

kernel void of_any_size(global float* p) {
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: a kernel of matrices of the work-group needs reqd_work_group_size
  sums z = coop_mat_init(0.0f);
  coop_mat_store(p, z, ROWS, 64);
}
kernel ITEMS(96, 1, 1) void of_three_warps(global float* p) {
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: a work-group of matrices must have 32, 64, 128, 256, 512 or 1024 work-items
  sums z = coop_mat_init(0.0f);
}
kernel ITEMS(16, 16, 1) void of_many_items(global float* p) {
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: an accumulator of 256 work-items must have 128 rows or more
  sums z = coop_mat_init(0.0f);
}
kernel ITEMS(32, 1, 1) void of_few_items(global float* p) {
  sums z = coop_mat_init(0.0f);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: an accumulator has at most 128 elements for each work-item
  many_sums y = coop_mat_init(0.0f);
}
kernel ITEMS(128, 1, 1) void with_argument(local float* l) {
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: a kernel with tiles in local memory takes no local memory as an argument
  float_a x = clc_coop_mat_tile(l, ROWS);
}
kernel ITEMS(512, 1, 1) void of_many_sums(global float* p) {
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: an accumulator has at most 32768 elements
  many_sums y = coop_mat_init(0.0f);
}
kernel ITEMS(128, 1, 1) void uses(global float* p, global const half* h) {
  local float l[64 * 32];
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: matrices A and B of a work-group are tiles in local memory: use clc_coop_mat_tile
  float_a loaded = coop_mat_load(l, ROWS, 32);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: matrices A and B of a work-group are tiles in local memory: use clc_coop_mat_tile
  float_a made = coop_mat_init(1.0f);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: only matrices A and B of a work-group are tiles in local memory
  sums z = clc_coop_mat_tile(l, ROWS);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the result of clc_coop_mat_tile must initialise a matrix or be assigned to one
  clc_coop_mat_tile(l, ROWS);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the layout must be CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR or _COLUMN_MAJOR
  float_a x = clc_coop_mat_tile(l, 2);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the pointer is to 'int', and the matrix has elements of type 'float'
  float_b y = clc_coop_mat_tile((local int*)l, ROWS);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the pointer must be to 'float' in global memory
  clc_coop_mat_fetch(x, h, 32);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: clc_coop_mat_fetch takes a matrix A or B of a work-group, a pointer and a stride
  clc_coop_mat_fetch(z, p, 32);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: clc_coop_mat_fetch takes a matrix A or B of a work-group, a pointer and a stride
  clc_coop_mat_fetch(x, p);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the stride must be an integer
  clc_coop_mat_fetch(x, p, 32.0f);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the number of products must be a constant from 0 to 7
  clc_coop_mat_wait(0, get_local_id(0));
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: matrices A and B of a work-group have no arithmetic but products
  x = x + x;
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: matrices A and B of a work-group have no elements of a work-item
  x[0] = 1;
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: matrices A and B of a work-group cannot be stored
  coop_mat_store(p, x, ROWS, 32);
  own_sums w = coop_mat_init(0.0f);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the scopes do not fit: all three matrices must be of a sub-group, or of a work-group
  w = coop_mat_mulAdd(x, y, w);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the second argument must be a matrix of CLK_COOPERATIVE_MATRIX_B
  z = coop_mat_mulAdd(x, x, z);
}
