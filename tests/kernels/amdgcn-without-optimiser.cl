// Without the optimiser, too, AMD's library leaves only instructions of the chip.
// RUN: %clc compile %s -t amdgcn:gfx90a -O0 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefix=O0
// RUN: %clc compile %s -t amdgcn:gfx1100 -O0 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefix=O0
// RUN: %clc compile %s -t amdgcn:gfx1201 -O0 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefix=O0
// O0-LABEL: <k>:
// O0: s_endpgm
kernel void k(global int* o, global float* f) {
  o[0] = work_group_reduce_add(o[1]) + sub_group_scan_inclusive_add(o[2]) + work_group_scan_inclusive_max(o[3]);
  f[0] = sub_group_reduce_min(f[1]) + work_group_scan_exclusive_add(f[2]) + sin(f[3]) + sqrt(f[4]) + native_exp(f[5]);
}
