// Products of cooperative matrices: units of NVIDIA's chips, arithmetic elsewhere, and no trace of the matrices.
// RUN: %clc compile %s -t nvptx:sm_80 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefixes=PTX,SM80
// RUN: %clc compile %s -t nvptx:sm_75 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefixes=PTX,SM75
// RUN: %clc compile %s -t nvptx:sm_60 -t amdgcn:gfx90a -t spirv64:1.2 -cl-std=CL3.0 -O0 -o - | %valid
// RUN: %clc compile %s -t amdgcn:gfx1100 -t spirv32 -o - | %valid
// RUN: cp %s %t.clcpp
// RUN: %clc compile %t.clcpp -t nvptx:sm_80 -o - | %disasm | FileCheck %s --check-prefixes=PTX,SM80
#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
typedef half __attribute__((coop_mat(memory_scope_sub_group, 16, 16, CLK_COOPERATIVE_MATRIX_A))) mat_a;
typedef half __attribute__((coop_mat(memory_scope_sub_group, 16, 16, CLK_COOPERATIVE_MATRIX_B))) mat_b;
typedef float __attribute__((coop_mat(memory_scope_sub_group, 16, 16, CLK_COOPERATIVE_MATRIX_ACCUMULATOR))) mat_c;
mat_c product_of(mat_a a, mat_b b, mat_c c) { return coop_mat_mulAdd(a, b, c); }

// PTX-LABEL: .entry halves(
// SM80-COUNT-2: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// SM80-NOT: mma.sync
// SM75-COUNT-4: mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32
// SM75-NOT: mma.sync
// PTX: bar.warp.sync
// PTX-NOT: .local
// PTX: ret;
kernel void halves(global const half* a, global const half* b, global float* c) {
  mat_a x = coop_mat_load(a, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 16);
  mat_b y = coop_mat_load(b, CLK_COOPERATIVE_MATRIX_LAYOUT_COLUMN_MAJOR, 16);
  mat_c z = coop_mat_init(0.0f);
  z = product_of(x, y, z);
  coop_mat_store(c, z, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 16);
}

// PTX-LABEL: .entry bytes(
// SM80: mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32
// SM80-NOT: mma.sync
// SM75-COUNT-4: mma.sync.aligned.m8n8k16.row.col.s32.s8.u8.s32
// SM75-NOT: mma.sync
// PTX: ret;
kernel void bytes(global const char* a, global const uchar* b, global int* c) {
  char __attribute__((coop_mat(memory_scope_sub_group, 16, 32, CLK_COOPERATIVE_MATRIX_A))) x =
      coop_mat_load(a, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 32);
  uchar __attribute__((coop_mat(memory_scope_sub_group, 32, 8, CLK_COOPERATIVE_MATRIX_B))) y =
      coop_mat_load(b, CLK_COOPERATIVE_MATRIX_LAYOUT_COLUMN_MAJOR, 32);
  int __attribute__((coop_mat(memory_scope_sub_group, 16, 8, CLK_COOPERATIVE_MATRIX_ACCUMULATOR))) z =
      coop_mat_load(c, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 8);
  z = coop_mat_mulAdd(x, y, z);
  coop_mat_store(c, z, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 8);
}

// No chip of these has an instruction: each iteration of a loop adds up 256 products of a work-item.
// PTX-LABEL: .entry floats(
// PTX-NOT: shfl
// PTX: [[LOOP:\$L__BB[0-9_]+]]:
// PTX-COUNT-96: shfl.sync.idx.b32
// PTX-NOT: shfl
// PTX: bra{{.*}} [[LOOP]];
// PTX-NOT: shfl
// PTX-NOT: .local
// PTX: ret;
kernel void floats(global const float* a, global const float* b, global float* c) {
  float __attribute__((coop_mat(memory_scope_sub_group, 32, 32, CLK_COOPERATIVE_MATRIX_A))) x =
      coop_mat_load(a, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 32);
  float __attribute__((coop_mat(memory_scope_sub_group, 32, 32, CLK_COOPERATIVE_MATRIX_B))) y =
      coop_mat_load(b, CLK_COOPERATIVE_MATRIX_LAYOUT_COLUMN_MAJOR, 32);
  float __attribute__((coop_mat(memory_scope_sub_group, 32, 32, CLK_COOPERATIVE_MATRIX_ACCUMULATOR))) z =
      coop_mat_load(c, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 32);
  z = coop_mat_mulAdd(x, y, z);
  coop_mat_store(c, z, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 32);
}

// Two factors of 16 bits in each word that a work-item asks for.
// PTX-LABEL: .entry shorts(
// PTX-COUNT-48: shfl.sync.idx.b32
// PTX-NOT: shfl
// PTX: ret;
kernel void shorts(global const short* a, global const short* b, global int* c) {
  short __attribute__((coop_mat(memory_scope_sub_group, 16, 16, CLK_COOPERATIVE_MATRIX_A))) x =
      coop_mat_load(a, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 16);
  short __attribute__((coop_mat(memory_scope_sub_group, 16, 16, CLK_COOPERATIVE_MATRIX_B))) y =
      coop_mat_load(b, CLK_COOPERATIVE_MATRIX_LAYOUT_COLUMN_MAJOR, 16);
  int __attribute__((coop_mat(memory_scope_sub_group, 16, 16, CLK_COOPERATIVE_MATRIX_ACCUMULATOR))) z =
      coop_mat_load(c, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 16);
  z = coop_mat_mulAdd(x, y, z);
  coop_mat_store(c, z, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 16);
}
