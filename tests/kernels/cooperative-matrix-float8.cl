// Matrices of fp8: units of the chips that have them for a format, bfloat16 or half on others, and floats where there are
// no units.
// RUN: %clc compile %s -t nvptx:sm_89 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefix=SM89
// RUN: %clc compile %s -t nvptx:sm_80 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefix=SM80
// RUN: %clc compile %s -t nvptx:sm_75 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefix=SM75
// RUN: %clc compile %s -t amdgcn:gfx942 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefix=GFX942
// RUN: %clc compile %s -t amdgcn:gfx950 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefix=GFX950
// RUN: %clc compile %s -t amdgcn:gfx908 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefix=GFX908
// RUN: %clc compile %s -t amdgcn:gfx90a -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefix=GFX90A
// RUN: %clc compile %s -t amdgcn:gfx1100 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefix=GFX1100
// RUN: %clc compile %s -t amdgcn:gfx1201 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefix=GFX1201
// RUN: %clc compile %s -t nvptx:sm_60 -t spirv64:1.2 -t amdgcn:gfx1030 -t amdgcn:gfx9-4-generic -O0 -o - | %valid
#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
#define MATRIX(type, rows, columns, ...) type __attribute__((coop_mat(memory_scope_sub_group, rows, columns, __VA_ARGS__)))
#define KERNEL(NAME, A, B)                                                                                                    \
  kernel void NAME(global const uchar* a, global const uchar* b, global float* c) {                                           \
    MATRIX(uchar, 16, 32, CLK_COOPERATIVE_MATRIX_A, CLK_COOPERATIVE_MATRIX_##A##_CLC) x = coop_mat_load(a, 0, 32);             \
    MATRIX(uchar, 32, 16, CLK_COOPERATIVE_MATRIX_B, CLK_COOPERATIVE_MATRIX_##B##_CLC) y = coop_mat_load(b, 1, 32);             \
    MATRIX(float, 16, 16, CLK_COOPERATIVE_MATRIX_ACCUMULATOR) z = coop_mat_init(0.0f);                                         \
    z = coop_mat_mulAdd(x, y, z);                                                                                              \
    coop_mat_store(c, z, 0, 16);                                                                                               \
  }

// SM89: .version 8.4
// SM89-LABEL: .entry of_ocp(
// SM89-COUNT-2: mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32
// SM89-NOT: mma.sync
// SM89: ret;
// SM80-LABEL: .entry of_ocp(
// SM80-COUNT-4: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
// SM80-NOT: mma.sync
// SM80: ret;
// SM75-LABEL: .entry of_ocp(
// SM75-COUNT-8: mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32
// SM75-NOT: mma.sync
// SM75: ret;
// GFX942-LABEL: <of_ocp>:
// GFX942-COUNT-2: v_mfma_f32_16x16x16_bf16
// GFX942-NOT: v_mfma
// GFX942: s_endpgm
// GFX950-LABEL: <of_ocp>:
// GFX950-COUNT-1: v_mfma_f32_16x16x32_fp8_bf8
// GFX950-NOT: v_mfma
// GFX950: s_endpgm
// GFX908-LABEL: <of_ocp>:
// GFX908-COUNT-2: v_mfma_f32_16x16x16f16
// GFX908: s_endpgm
// GFX90A-LABEL: <of_ocp>:
// GFX90A-COUNT-2: v_mfma_f32_16x16x16bf16_1k
// GFX90A: s_endpgm
// GFX1100-LABEL: <of_ocp>:
// GFX1100-COUNT-2: v_wmma_f32_16x16x16_bf16
// GFX1100: s_endpgm
// GFX1201-LABEL: <of_ocp>:
// GFX1201-COUNT-2: v_wmma_f32_16x16x16_fp8_bf8
// GFX1201-NOT: v_wmma
// GFX1201: s_endpgm
KERNEL(of_ocp, E4M3, E5M2)

// SM89-LABEL: .entry of_fnuz(
// SM89-COUNT-4: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
// SM89: ret;
// GFX942-LABEL: <of_fnuz>:
// GFX942-COUNT-1: v_mfma_f32_16x16x32_bf8_fp8
// GFX942-NOT: v_mfma
// GFX942: s_endpgm
// GFX950-LABEL: <of_fnuz>:
// GFX950-COUNT-2: v_mfma_f32_16x16x16_bf16
// GFX950: s_endpgm
// GFX1201-LABEL: <of_fnuz>:
// GFX1201-COUNT-2: v_wmma_f32_16x16x16_bf16
// GFX1201: s_endpgm
KERNEL(of_fnuz, E5M2FNUZ, E4M3FNUZ)
