// Functions of integers that take an operation or two are written as operations: Intel's driver for CPUs takes what a function
// returns for another number in each work-item.
// RUN: %clc compile %s -t spirv64:1.2,tune=intel-cpu -o - | %disasm | FileCheck %s --implicit-check-not='{{s|u}}_{{abs|max|min|clamp|mad24|mul24}}' --implicit-check-not='fmin %%'
// RUN: %clc compile %s -t spirv32:1.0,tune=intel-cpu -o - | %disasm | FileCheck %s --implicit-check-not='{{s|u}}_{{abs|max|min|clamp|mad24|mul24}}' --implicit-check-not='fmin %%'
// CHECK-LABEL: %blur = OpFunction
// CHECK: OpSGreaterThan
// CHECK: OpSelect %uint
// CHECK: OpIMul %uint
// CHECK-LABEL: %of_unsigned = OpFunction
// CHECK: OpULessThan
// CHECK-LABEL: %of_floats = OpFunction
// CHECK: OpExtInst %float %{{[0-9]+}} fmin_common
// CHECK: OpExtInst %float %{{[0-9]+}} fmax %
// Without optimisation they stay.
// RUN: %clc compile %s -t spirv64:1.2,tune=intel-cpu -O0 -o - | %disasm | FileCheck %s --check-prefix=O0
// O0-LABEL: %blur = OpFunction
// O0: s_clamp
// O0-LABEL: %of_unsigned = OpFunction
// O0: u_mad24
// O0-LABEL: %of_floats = OpFunction
// O0: OpExtInst %v4float %{{[0-9]+}} fmin_common
kernel void blur(global const float* in, global float* out, int radius, int width) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  float sum = 0;
  for (int i = max(0, y - radius); i < min(width, y + radius); ++i) sum += in[mul24(i, width) + x];
  out[mad24(y, width, clamp(x, 0, width - 1))] = sum;
}
kernel void of_unsigned(global uint* out, uint a, uint b, global short4* s, global uchar* c) {
  const size_t i = get_global_id(0);
  out[i] = mad24(max(a, out[i]), b, min(out[i + 1], b)) + clamp(out[i + 2], a, b);
  s[i] = max(s[i], s[i + 1]) + as_short4(abs(s[i + 2]));
  c[i] = clamp(c[i], (uchar)3, (uchar)200);
}
kernel void of_floats(global float4* f, global float* g) {
  const size_t i = get_global_id(0);
  f[i] = min(f[i], f[i + 1]);
  g[i] = fmax(g[i], g[i + 1]);
}
