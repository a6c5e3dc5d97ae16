// `mad_sat` of int, uint and long is clc's own: Intel's driver saturates numbers that are in range.
// RUN: -t spirv64:1.2
// CHECK-NOT spirv: ExtInst %\w+ %\w+ [su]_mad_sat
// CHECK spirv: OpIMul %ulong
// CHECK spirv: ExtInst %ulong %\w+ s_mul_hi
kernel void k(global int* i, global uint4* u, global long* l) {
  i[0] = mad_sat(i[1], i[2], i[3]);
  u[0] = mad_sat(u[1], u[2], u[3]);
  l[0] = mad_sat(l[1], l[2], l[3]);
}
