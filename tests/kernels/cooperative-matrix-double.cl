// The deepest instruction that fits, of those with the most rows.
// RUN: %clc compile %s -t nvptx:sm_90 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefixes=PTX,SM90
// RUN: %clc compile %s -t nvptx:sm_80 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefixes=PTX,SM80
#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
#define MATRIX(type, rows, columns, use) \
  type __attribute__((coop_mat(memory_scope_sub_group, rows, columns, CLK_COOPERATIVE_MATRIX_##use)))
#define KERNEL(NAME, TYPE, SUM, M, N, K)                         \
  kernel void NAME(global const TYPE* in, global SUM* out) {     \
    MATRIX(TYPE, M, K, A) x = coop_mat_load(in, 0, K);           \
    MATRIX(TYPE, K, N, B) y = coop_mat_load(in, 1, K);           \
    MATRIX(SUM, M, N, ACCUMULATOR) z = coop_mat_load(out, 0, N); \
    z = coop_mat_mulAdd(x, y, z);                                \
    coop_mat_store(out, z, 0, N);                                \
  }

// PTX-LABEL: .entry deep(
// SM90-COUNT-2: mma.sync.aligned.m16n8k16.row.col.f64
// SM80-COUNT-16: mma.sync.aligned.m8n8k4.row.col.f64
// PTX-NOT: mma.sync
// PTX: ret;
KERNEL(deep, double, double, 16, 8, 32)

// PTX-LABEL: .entry eight(
// SM90: mma.sync.aligned.m16n8k8.row.col.f64
// SM80-COUNT-4: mma.sync.aligned.m8n8k4.row.col.f64
// PTX-NOT: mma.sync
// PTX: ret;
KERNEL(eight, double, double, 16, 8, 8)

// PTX-LABEL: .entry four(
// SM90: mma.sync.aligned.m16n8k4.row.col.f64
// SM80: mma.sync.aligned.m8n8k4.row.col.f64
// PTX-NOT: mma.sync
// PTX: ret;
KERNEL(four, double, double, 8, 8, 4)

// PTX-LABEL: .entry halves(
// PTX: mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32
// PTX-NOT: mma.sync
// PTX: ret;
KERNEL(halves, half, float, 16, 8, 8)

// PTX-LABEL: .entry bytes(
// PTX: mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32
// PTX-NOT: mma.sync
// PTX: ret;
KERNEL(bytes, char, int, 16, 8, 16)
