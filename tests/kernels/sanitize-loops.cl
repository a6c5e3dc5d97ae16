// A loop that reads only memory which the kernel does not write runs without checks of races, unless a buffer is given twice.
// RUN: %clc compile %s -t nvptx:sm_80 --sanitize=race -o - | %disasm | FileCheck %s
// CHECK-LABEL: .entry sums(
// CHECK-COUNT-2: fma.rn.f32
// CHECK-NOT: fma.rn.f32
// CHECK: ret;
kernel void sums(global const float* from, constant float* weights, global float* to, int count) {
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < count; ++i) sum += from[get_global_id(0) * count + i] * weights[i];
  to[get_global_id(0)] = sum;
}

// The same for loops with `continue` in blocks that have variables, and for those that step by the size of the group.
// CHECK-LABEL: .entry chosen_sums(
// CHECK-COUNT-2: fma.rn.f32
// CHECK-NOT: fma.rn.f32
// CHECK: ret;
kernel void chosen_sums(global const float* from, global float* to, int count, float least) {
  float sum = 0;
  const int size = get_local_size(0);
#pragma unroll 1
  for (int i = get_local_id(0); i < count; i += size) {
    const float one = from[i];
    if (one < least) continue;
    float pair[2] = {one, one + least};
    if (pair[count & 1] > 8) continue;
    sum += one * one;
  }
  to[get_global_id(0)] = sum;
}

// A loop that multiplies matrices is not copied: each item would choose its copy by its own addresses, but all of a sub-group
// must execute the same instruction.
// RUN: %clc compile %s -DMATRICES -cl-std=CL3.0 -t nvptx:sm_80 --sanitize=race -o - | %disasm | FileCheck %s --check-prefix=UNITS
// RUN: %clc compile %s -DMATRICES -cl-std=CL3.0 -t amdgcn:gfx942 --sanitize=race -o - | %disasm | FileCheck %s --check-prefix=AMD
#ifdef MATRICES
#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define MATRIX(type, use) type __attribute__((coop_mat(memory_scope_sub_group, 16, 16, CLK_COOPERATIVE_MATRIX_##use)))
#define ROWS CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR
typedef MATRIX(half, A) half_a;
typedef MATRIX(half, B) half_b;
typedef MATRIX(float, ACCUMULATOR) products_of_tile;
// UNITS-LABEL: .entry products(
// UNITS-COUNT-2: mma.sync
// UNITS-NOT: mma.sync
// UNITS: ret;
// AMD-LABEL: products
// AMD: v_mfma_f32_16x16x16
// AMD-NOT: v_mfma
// AMD: s_endpgm
kernel void products(global const half* a, global const half* b, global float* c, int k) {
  products_of_tile z = coop_mat_init(0.0f);
#pragma unroll 1
  for (int i = 0; i < k; ++i) {
    half_a x = coop_mat_load(a + i * 256, ROWS, 16);
    half_b y = coop_mat_load(b + i * 256, ROWS, 16);
    z = coop_mat_mulAdd(x, y, z);
  }
  coop_mat_store(c, z, ROWS, 16);
}
#endif
