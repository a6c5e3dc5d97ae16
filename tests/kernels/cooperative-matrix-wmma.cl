// AMD's WMMA: RDNA 3 has copies of A and B in the upper lanes, RDNA 4 halves of each row.
// RUN: %clc compile %s -t amdgcn:gfx1100 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefixes=BOTH,RDNA3
// RUN: %clc compile %s -t amdgcn:gfx1200 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefixes=BOTH,RDNA4
// RUN: %clc compile %s -t amdgcn:gfx11-generic -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefixes=BOTH,RDNA3
// RUN: %clc compile %s -t amdgcn:gfx12-generic -t amdgcn:gfx1153 -t amdgcn:gfx9-4-generic -cl-std=CL3.0 -o - | %valid
#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
#define MATRIX(type, rows, columns, ...) type __attribute__((coop_mat(memory_scope_sub_group, rows, columns, __VA_ARGS__)))
#define KERNEL(NAME, A, B, SUM, M, N, K, ...)                                               \
  kernel void NAME(global const A* a, global const B* b, global SUM* c) {                   \
    MATRIX(A, M, K, CLK_COOPERATIVE_MATRIX_A __VA_ARGS__) x = coop_mat_load(a, 0, K);       \
    MATRIX(B, K, N, CLK_COOPERATIVE_MATRIX_B __VA_ARGS__) y = coop_mat_load(b, 1, K);       \
    MATRIX(SUM, M, N, CLK_COOPERATIVE_MATRIX_ACCUMULATOR) z = coop_mat_load(c, 0, N);       \
    z = coop_mat_mulAdd(x, y, z);                                                           \
    coop_mat_store(c, z, 0, N);                                                             \
  }

// BOTH-LABEL: <halves>:
// RDNA3: v_wmma_f32_16x16x16_f16 v[{{[0-9]+:[0-9]+}}], v[{{[0-9]+:[0-9]+}}], v[{{[0-9]+:[0-9]+}}], v[
// RDNA4-COUNT-1: v_wmma_f32_16x16x16_f16
// BOTH-NOT: v_wmma
// BOTH: s_endpgm
KERNEL(halves, half, half, float, 16, 16, 16, )

// Sums of half are computed in float.
// BOTH-LABEL: <sums_of_half>:
// BOTH-COUNT-2: v_wmma_f32_16x16x16_f16
// BOTH-NOT: v_wmma
// BOTH: s_endpgm
KERNEL(sums_of_half, half, half, half, 16, 16, 32, )

// BOTH-LABEL: <brains>:
// BOTH-COUNT-4: v_wmma_f32_16x16x16_bf16
// BOTH-NOT: v_wmma
// BOTH: s_endpgm
KERNEL(brains, ushort, ushort, float, 32, 32, 8, , CLK_COOPERATIVE_MATRIX_BFLOAT16_CLC)

// BOTH-LABEL: <bytes>:
// BOTH-COUNT-2: v_wmma_i32_16x16x16_iu8 {{.*}} neg_lo:[1,0,0]
// BOTH-NOT: v_wmma
// BOTH: s_endpgm
KERNEL(bytes, char, uchar, int, 16, 8, 32, )

// No chip of these has an instruction.
// BOTH-LABEL: <floats>:
// BOTH-NOT: v_wmma
// BOTH: ds_bpermute_b32
// BOTH: s_endpgm
KERNEL(floats, float, float, float, 16, 16, 4, )
