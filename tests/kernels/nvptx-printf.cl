// vprintf(format, arguments): each at its own alignment, floats widened, a conversion for each element of a vector.
// RUN: %clc compile %s -t nvptx:sm_50 -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s
// CHECK: .func (.param .b32 {{[^ ]+}}) vprintf
// CHECK: .b8 {{[^ ]+}} = {37, 120, 44, 37, 120, 32, 37, 108, 100, 44, 37, 108, 100, 32, 37, 37, 118, 50, 100, 10
// CHECK: .global .align 1 .b8 {{[^ ]+}} = {120, 61, 37, 102, 32, 37, 46, 50, 102, 44, 37, 46, 50, 102, 44, 37, 46, 50, 102, 44, 37, 46, 50, 102, 10
// CHECK-LABEL: .entry k(
// CHECK: __local_depot{{[0-9]+}}[64]
// CHECK: cvt.f64.f32
kernel void k(global float4* v, global float* f, global uchar2* c, global long2* l) {
  printf("x=%f %.2v4hlf\n", f[0], v[0]);
  printf("%v2hhx %v2ld %%v2d\n", *c, *l);
  printf("done\n");
}
