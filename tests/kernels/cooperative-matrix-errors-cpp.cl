// Errors in C++ for OpenCL: lambdas, references, and templates, which are checked as they are instantiated.
// RUN: cp %s %t.clcpp
// RUN: not %clc compile %t.clcpp -t nvptx:sm_80 -o %t.p 2>&1 | FileCheck %s
#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
typedef float __attribute__((coop_mat(memory_scope_sub_group, 16, 16, CLK_COOPERATIVE_MATRIX_ACCUMULATOR))) mat;
// CHECK-DAG: [[#@LINE+1]]:{{[0-9]+}}: error: there are no pointers or references to cooperative matrices
void takes_reference(const mat& m);

template <typename Type>
struct Holder {
  // CHECK-DAG: [[#@LINE+1]]:{{[0-9]+}}: error: a cooperative matrix cannot be a member
  Type member;
};
template <typename Type>
struct Pointer {
  // CHECK-DAG: [[#@LINE+1]]:{{[0-9]+}}: error: a cooperative matrix cannot be a member
  Type* member;
};
template <typename Type>
float first(Type m) {
  // CHECK-DAG: [[#@LINE+1]]:{{[0-9]+}}: error: a number is no cooperative matrix: use coop_mat_init
  m = 1.0f;
  // CHECK-DAG: [[#@LINE+1]]:{{[0-9]+}}: error: there are no pointers or references to cooperative matrices
  Type& same = m;
  return same[0];
}
template <typename Type>
struct Static {
  static float second(Type m) {
    // CHECK-DAG: [[#@LINE+1]]:{{[0-9]+}}: error: operator '?:' is not for cooperative matrices
    m = m[0] > 1 ? m : -m;
    return m[1];
  }
};

kernel void uses(global float* p) {
  mat m = coop_mat_init(1.0f);
  Holder<mat> holder;
  Pointer<mat> pointer;
  p[0] = first(m) + Static<mat>::second(m);
  // CHECK-DAG: [[#@LINE+1]]:{{[0-9]+}}: error: a lambda cannot capture a cooperative matrix
  auto by_value = [=]() { return m[0]; };
  // CHECK-DAG: [[#@LINE+1]]:{{[0-9]+}}: error: a lambda cannot capture a cooperative matrix
  auto by_reference = [&]() { return m[0]; };
  // CHECK-DAG: [[#@LINE+1]]:{{[0-9]+}}: error: a lambda cannot capture a cooperative matrix
  auto of_anything = [x = m](auto y) { return x[y]; };
  auto of_any_type = [](auto x) {
    // CHECK-DAG: [[#@LINE+1]]:{{[0-9]+}}: error: unary operator '!' is not for cooperative matrices
    return !x;
  };
  of_any_type(m);
  // CHECK-DAG: [[#@LINE+1]]:{{[0-9]+}}: error: initialise each matrix, by coop_mat_init for instance
  mat two{1.0f};
  // CHECK-DAG: [[#@LINE+1]]:{{[0-9]+}}: error: cooperative matrices cannot be cast
  m = reinterpret_cast<__private mat*>(0)[0];
}
