// `clamp` of infinite numbers and NaN is defined, where `max` and `min` are not (fmax_common, fmin_common).
// RUN: %clc compile %s -t spirv64:1.2 -o - | %disasm | FileCheck %s --implicit-check-not=_common --implicit-check-not=fclamp
// CHECK-DAG: OpExtInst %float %{{[0-9]+}} fmax %
// CHECK-DAG: OpExtInst %float %{{[0-9]+}} fmin %
// CHECK-DAG: OpExtInst %v4float %{{[0-9]+}} fmax %
// CHECK-DAG: OpExtInst %v4float %{{[0-9]+}} fmin %
// RUN: %clc compile %s -t spirv64:1.2 -cl-fast-relaxed-math -o - | %disasm | FileCheck %s --check-prefix=FINITE --implicit-check-not='{{fmax|fmin}} %%'
// RUN: %clc compile %s -t spirv64:1.2 -cl-finite-math-only -o - | %disasm | FileCheck %s --check-prefix=FINITE --implicit-check-not='{{fmax|fmin}} %%'
// FINITE-DAG: OpExtInst %float %{{[0-9]+}} fmax_common %
// FINITE-DAG: OpExtInst %v4float %{{[0-9]+}} fmin_common %
kernel void clamps(global float* f, global float4* v) {
  const size_t i = get_global_id(0);
  f[i] = clamp(f[i], 0.0f, 1.0f);
  v[i] = clamp(v[i], f[0], f[1]);
}
