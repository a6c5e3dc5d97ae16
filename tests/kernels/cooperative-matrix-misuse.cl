// Uses of matrices that Clang permits for vectors, and clc's limits.
// RUN: not %clc compile %s -t nvptx:sm_90 -cl-std=CL3.0 -o %t.p 2>&1 | FileCheck %s
// RUN: not %clc compile %s -t spirv64:1.2 -cl-std=CL1.2 -o %t.p 2>&1 | FileCheck %s
// RUN: not %clc compile %s -t amdgcn:gfx90a -o %t.p 2>&1 | FileCheck %s
#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
#define ROWS CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR
typedef float __attribute__((coop_mat(memory_scope_sub_group, 16, 8, CLK_COOPERATIVE_MATRIX_A))) float_a;
typedef uint __attribute__((coop_mat(memory_scope_sub_group, 16, 8, CLK_COOPERATIVE_MATRIX_A))) uint_a;
typedef float __attribute__((coop_mat(memory_scope_sub_group, 16, 16, CLK_COOPERATIVE_MATRIX_ACCUMULATOR))) float_c;
typedef int __attribute__((coop_mat(memory_scope_sub_group, 16, 16, CLK_COOPERATIVE_MATRIX_ACCUMULATOR))) int_c;
typedef float vec1024 __attribute__((ext_vector_type(1024)));
typedef float vec1100 __attribute__((ext_vector_type(1100)));

// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: rows and columns of a cooperative matrix must be powers of two up to 128
typedef float __attribute__((coop_mat(memory_scope_sub_group, 256, 1, CLK_COOPERATIVE_MATRIX_A))) long_one;
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: a cooperative matrix has at most 4096 elements
typedef float __attribute__((coop_mat(memory_scope_sub_group, 128, 64, CLK_COOPERATIVE_MATRIX_A))) large_one;
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: there are no pointers or references to cooperative matrices
void takes_array(float_a x[2]);
// CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: there are no pointers or references to cooperative matrices
global float_a* returns_pointer(void);

kernel void vectors(vec1024 x, vec1100 y, global int* q) {
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}(vector of 1024 'float' values)
  q[0] = x;
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}(vector of 1100 'float' values)
  q[1] = y;
}
kernel void builtins(global int* q, float number) {
  float_a a = coop_mat_init(1.0f);
  float_c c = coop_mat_init(1.0f);
  int_c i = coop_mat_init(1);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: cooperative matrices cannot be cast
  i = __builtin_astype(c, int_c);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: this is not for cooperative matrices
  number = __builtin_shufflevector(c, c, 0, 1).x;
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: clc_coop_mat_convert is for accumulators of equal shape
  uint_a converted = clc_coop_mat_convert(a, uint_a);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: __builtin_elementwise_max is not for cooperative matrices
  c = __builtin_elementwise_max(c, c);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: __builtin_reduce_max is not for cooperative matrices
  q[2] = __builtin_reduce_max(i);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: a cooperative matrix has no components
  number = c.lo.lo.x;
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: a cooperative matrix has no size
  q[3] = vec_step(c);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: assembly cannot take cooperative matrices
  __asm__("" : "+r"(c));
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: operator '?:' is not for cooperative matrices
  c = i ? c : c;
}
// None of these needs a variable that is a pointer.
kernel void pointers(global float* p) {
  float_c both[2] = {[0] = coop_mat_init(0.0f), [1] = coop_mat_init(1.0f)};
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: cooperative matrices cannot be cast
  p[0] = ((private float*)both)[1];
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: there are no pointers or references to cooperative matrices
  *both = both[1];
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: cooperative matrices cannot be cast
  both[1] = (both + 1)[0];
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: cooperative matrices cannot be cast
  coop_mat_store(p, ((global float_c*)p)[1], ROWS, 16);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: initialise each matrix
  float_c one_of_two[2] = {[1] = coop_mat_init(1.0f)};
}
// A function without matrices in its signature.
float inner(global float* p) {
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the result of coop_mat_load must initialise a matrix or be assigned to one
  return coop_mat_load(p, ROWS, 8);
}
