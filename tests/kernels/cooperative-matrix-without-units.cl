// AMD's chips without matrix units share matrices out as those with units do, where a work-item can read what any other of its
// wave holds: not before gfx8, nor in waves of 64 from gfx10 on.
// RUN: %clc compile %s -t amdgcn:gfx906 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefix=LANES
// RUN: %clc compile %s -t amdgcn:gfx1030 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefix=LANES
// RUN: %clc compile %s -t amdgcn:gfx700 -cl-std=CL3.0 -o %t && %clc inspect %t | FileCheck %s --check-prefix=GFX7
// RUN: %clc compile %s -t amdgcn:gfx1030 -t amdgcn:gfx1100 -DWIDE -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefix=WHOLE
#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
#define MATRIX(use) __attribute__((coop_mat(memory_scope_sub_group, 16, 16, CLK_COOPERATIVE_MATRIX_##use)))

#ifdef WIDE
__attribute__((intel_reqd_sub_group_size(64)))
#endif
kernel void product(global const float* a, global float* c) {
  float MATRIX(A) x = coop_mat_load(a, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 16);
  float MATRIX(B) y = coop_mat_load(a, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 16);
  float MATRIX(ACCUMULATOR) z = coop_mat_load(a, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 16);
  z = coop_mat_mulAdd(x, y, z);
  coop_mat_store(c, z, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 16);
}

// LANES-NOT: {{(buffer|scratch)}}_{{load|store}}
// LANES: ds_bpermute_b32
// LANES-NOT: {{(buffer|scratch)}}_{{load|store}}
// WHOLE-NOT: {{ds_bpermute|wmma}}
// WHOLE: s_endpgm
// WHOLE-NOT: {{ds_bpermute|wmma}}
// GFX7: scratch_bytes {{[1-9]}}
