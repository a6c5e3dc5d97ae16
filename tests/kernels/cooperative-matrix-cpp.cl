// Matrices in lambdas, templates, members that are functions, and initialiser lists.
// RUN: cp %s %t.clcpp
// RUN: %clc compile %t.clcpp -t nvptx:sm_80 -t amdgcn:gfx90a -t amdgcn:gfx1100 -o - | %valid
// RUN: %clc compile %t.clcpp -t spirv64 -o - | %disasm | FileCheck %s
#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
#define ROWS CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR
typedef float __attribute__((coop_mat(memory_scope_sub_group, 4, 4, CLK_COOPERATIVE_MATRIX_A))) mat;
template <typename Type>
float first(Type m) {
  Type one = coop_mat_init(1.0f);
  return (m + one)[0];
}
template <unsigned size>
struct Tile {
  static mat zero() {
    mat m = coop_mat_init(0.0f);
    return m;
  }
  float of(mat m) { return m[size]; }
};

// CHECK: OpStore
kernel void uses(global float* p) {
  const mat m = coop_mat_load(p, ROWS, 4);
  volatile mat changing = m;
  mat same{m};
  mat both[2] = {m, same};
  Tile<2> tile;
  const auto second = [](mat x) { return x[1]; };
  (void)m;
  p[0] = first(both[1]) + second(same) + tile.of(Tile<2>::zero()) + Tile<1>::zero()[1];
  p[1] = coop_mat_length(m) + coop_mat_length(changing) + coop_mat_length(const mat);
}
