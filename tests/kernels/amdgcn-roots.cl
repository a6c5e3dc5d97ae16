// Powers of a half and second roots are of no sign, and a power of minus infinity is infinity: LLVM takes the square root alone
// where the module has that function.
// RUN: %clc compile %s -t amdgcn:gfx1100 -o - | %disasm | FileCheck %s
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void roots(global half* h, global float* f) { f[0] = sqrt(f[1]) + rsqrt(f[2]), h[0] = sqrt(h[1]) + rsqrt(h[2]); }
// CHECK-LABEL: <power_of_half>:
// CHECK-DAG: v_sqrt_f16
// CHECK-DAG: v_cmp_{{.*}}0xfc00
kernel void power_of_half(global half* h) { h[0] = pow(h[1], 0.5h); }
// CHECK-LABEL: <root_of_half>:
// CHECK: v_sqrt_f16
// CHECK: v_and_b32{{.*}}0x7fff
kernel void root_of_half(global half* h) { h[0] = rootn(h[1], 2); }
// CHECK-LABEL: <root>:
// CHECK: v_rsq_f32
// CHECK: v_and_b32{{.*}}0x7fffffff
kernel void root(global float* f) { f[0] = rootn(f[1], -2); }
