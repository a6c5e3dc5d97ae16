// Functions of integers that take an operation or two are written as operations: Intel's driver for CPUs takes what a function
// returns for another number in each work-item.
// RUN: -t spirv64:1.2 -t spirv32:1.0
// CHECK-NOT spirv: (s|u)_(abs|max|min|clamp|mad24|mul24)
// CHECK spirv: OpSGreaterThan
// CHECK spirv: OpULessThan
// CHECK spirv: OpSelect %uint
// CHECK spirv: OpIMul %uint
// CHECK spirv: OpExtInst %float %\d+ fmin_common
// CHECK spirv: OpExtInst %float %\d+ fmax %
// CHECK-NOT spirv: fmin %
// Without optimisation they stay.
// RUN: -t spirv64:1.2 -O0
// CHECK spirv: OpExtInst %v4float %\d+ fmin_common
// CHECK spirv: s_clamp
// CHECK spirv: u_mad24
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
