// Errors that the draft of cl_khr_cooperative_matrix asks for.
// RUN: not %clc compile %s -t nvptx:sm_90 -cl-std=CL3.0 -o %t.p 2>&1 | FileCheck %s
// RUN: not %clc compile %s -t spirv64:1.2 -cl-std=CL1.2 -o %t.p 2>&1 | FileCheck %s
// RUN: cp %s %t.clcpp
// RUN: not %clc compile %t.clcpp -t amdgcn:gfx90a -o %t.p 2>&1 | FileCheck %s
#define MATRIX(...) __attribute__((coop_mat(memory_scope_sub_group, __VA_ARGS__)))
#define ROWS CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR

// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: cooperative matrices need #pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
typedef float MATRIX(16, 16, CLK_COOPERATIVE_MATRIX_A) too_early;
#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the scope of a cooperative matrix must be memory_scope_sub_group or memory_scope_work_group
typedef float __attribute__((coop_mat(memory_scope_device, 16, 16, CLK_COOPERATIVE_MATRIX_A))) other_scope;
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the scope of a cooperative matrix must be memory_scope_sub_group
typedef float __attribute__((coop_mat(2, 16, 16, CLK_COOPERATIVE_MATRIX_A))) scope_2;
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the use of a cooperative matrix must be CLK_COOPERATIVE_MATRIX_A, _B or _ACCUMULATOR
typedef float MATRIX(16, 16, 3) other_use;
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: a cooperative matrix cannot have elements of type '{{bool|_Bool}}'
typedef bool MATRIX(16, 16, CLK_COOPERATIVE_MATRIX_A) other_element;
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: a cooperative matrix cannot have elements of type 'float4'
typedef float4 MATRIX(16, 16, CLK_COOPERATIVE_MATRIX_A) of_vectors;
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: rows and columns of a cooperative matrix must be powers of two up to 128
typedef float MATRIX(16, 0, CLK_COOPERATIVE_MATRIX_A) empty_one;
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: rows and columns of a cooperative matrix must be powers of two up to 128
typedef float MATRIX(12, 16, CLK_COOPERATIVE_MATRIX_A) odd_one;
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: 'coop_mat' attribute takes at least 4 arguments
typedef float __attribute__((coop_mat(memory_scope_sub_group, 16, 16))) without_use;
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: 'coop_mat' applies to typedefs, variables and parameters only
float MATRIX(16, 16, CLK_COOPERATIVE_MATRIX_A) returns_one(void);
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the fifth argument of 'coop_mat' must be CLK_COOPERATIVE_MATRIX_BFLOAT16_CLC for ushort
typedef float MATRIX(16, 16, CLK_COOPERATIVE_MATRIX_A, CLK_COOPERATIVE_MATRIX_BFLOAT16_CLC) wrong_component;

typedef float MATRIX(16, 8, CLK_COOPERATIVE_MATRIX_A) float_a;
typedef float MATRIX(8, 16, CLK_COOPERATIVE_MATRIX_B) float_b;
typedef float MATRIX(16, 16, CLK_COOPERATIVE_MATRIX_ACCUMULATOR) float_c;
typedef int MATRIX(16, 16, CLK_COOPERATIVE_MATRIX_ACCUMULATOR) int_c;
typedef float MATRIX(32, 16, CLK_COOPERATIVE_MATRIX_ACCUMULATOR) tall_c;

// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: a cooperative matrix cannot be a kernel's parameter
kernel void parameter(float_a x, global float* out) { out[0] = 0; }
struct holder {
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: a cooperative matrix cannot be a member
  float_a member;
};
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: there are no pointers or references to cooperative matrices
void takes_pointer(float_a* x);
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: a cooperative matrix must be a private variable of a function
constant float_a at_program_scope = 0;

kernel void unlike(global float* p) {
  float_c c = coop_mat_init(0.0f);
  tall_c t = coop_mat_init(0.0f);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: assigning to {{.*}}float_c' ('float', coop_mat(memory_scope_sub_group, 16, 16, {{.*}}_ACCUMULATOR))
  c = t;
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}conver
  c = c + t;
}
kernel void uses(global float* p, global half* h, global int* q, local float* l, float number) {
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: a cooperative matrix must be a private variable of a function
  local float_a shared;
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the layout must be CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR or _COLUMN_MAJOR
  float_a a = coop_mat_load(p, (coop_matrix_layout_t)2, 8);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the stride must be an integer
  float_b b = coop_mat_load(l, ROWS, 16.0f);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the pointer is to 'int', and the matrix has elements of type 'float'
  float_c c = coop_mat_load(q, ROWS, 16);
  int_c i = coop_mat_init(0);
  tall_c t = coop_mat_init(0.0f);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the result of coop_mat_load must initialise a matrix or be assigned to one
  number = coop_mat_load(p, ROWS, 8);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the result of coop_mat_init must initialise a matrix or be assigned to one
  c = c + coop_mat_init(1.0f);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the first argument must be a matrix of CLK_COOPERATIVE_MATRIX_A
  c = coop_mat_mulAdd(b, a, c);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the second argument must be a matrix of CLK_COOPERATIVE_MATRIX_B
  c = coop_mat_mulAdd(a, a, c);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the third argument must be a matrix of CLK_COOPERATIVE_MATRIX_ACCUMULATOR
  c = coop_mat_mulAdd(a, b, b);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the shapes do not fit: 16x8 by 8x16 added to 32x16
  t = coop_mat_mulAdd(a, b, t);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the element types do not fit: float by float added to int
  i = coop_mat_mulAdd(a, b, i);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: coop_mat_mulAdd takes three matrices and operands
  c = coop_mat_mulAdd(a, b);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: only sums of integers saturate
  c = coop_mat_mulAdd(a, b, c, CLK_COOPERATIVE_MATRIX_OPERAND_SATURATING_ACCUMULATION);
  int MATRIX(16, 8, CLK_COOPERATIVE_MATRIX_A) wide_a = coop_mat_init(1);
  int MATRIX(8, 16, CLK_COOPERATIVE_MATRIX_B) wide_b = coop_mat_init(1);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: only sums of products of 8 and 16 bits saturate
  i = coop_mat_mulAdd(wide_a, wide_b, i, CLK_COOPERATIVE_MATRIX_OPERAND_SATURATING_ACCUMULATION);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the operands call a matrix signed that is not
  c = coop_mat_mulAdd(a, b, c, CLK_COOPERATIVE_MATRIX_OPERAND_A_SIGNED);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the pointer must be to 'float' in global, local or generic memory
  coop_mat_store(q, c, ROWS, 16);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the layout must be CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR or _COLUMN_MAJOR
  coop_mat_store(p, c, (coop_matrix_layout_t)5, 16);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: a number is no cooperative matrix: use coop_mat_init
  c = 1.0f;
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: a number is no cooperative matrix: use coop_mat_init
  c = c + 1.0f;
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: operator '%' is not for cooperative matrices
  i = i % i;
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: operator '<' is not for cooperative matrices
  (void)(i < i);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: unary operator '~' is not for cooperative matrices
  i = ~i;
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: operator '?:' is not for cooperative matrices
  c = number > 0 ? c : -c;
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: a cooperative matrix has no components
  number = c.s0;
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: there are no pointers or references to cooperative matrices
  (void)&c;
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: a cooperative matrix has no size
  q[0] = sizeof(c);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: coop_mat_length takes a cooperative matrix or its type
  q[1] = coop_mat_length(float);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: cooperative matrices cannot be cast
  c = (float_c)(number);
}
