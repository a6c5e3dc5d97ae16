// Without the optimiser, too, AMD's library leaves only instructions of the chip.
// RUN: -O0 -cl-std=CL3.0 -t amdgcn:gfx900 -t amdgcn:gfx90a -t amdgcn:gfx1030 -t amdgcn:gfx1100 -t amdgcn:gfx1201
// CHECK amdgcn: s_endpgm
kernel void k(global int* o, global float* f) {
  o[0] = work_group_reduce_add(o[1]) + sub_group_scan_inclusive_add(o[2]) + work_group_scan_inclusive_max(o[3]);
  f[0] = sub_group_reduce_min(f[1]) + work_group_scan_exclusive_add(f[2]) + sin(f[3]) + sqrt(f[4]) + native_exp(f[5]);
}
