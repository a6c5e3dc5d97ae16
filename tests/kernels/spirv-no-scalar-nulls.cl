// PoCL's translator aborts on OpConstantNull of a scalar.
// RUN: %clc compile %s -t spirv64:1.2 -o - | %disasm | FileCheck %s --implicit-check-not='OpConstantNull %%{{(u(char|short|int|long)|float|double|bool)$}}'
// RUN: %clc compile %s -t spirv32:1.2 -o - | %disasm | FileCheck %s --implicit-check-not='OpConstantNull %%{{(u(char|short|int|long)|float|double|bool)$}}'
// CHECK-DAG: OpConstant %uint 0
// CHECK-DAG: OpConstant %double 0
// CHECK-DAG: OpConstantNull %v4float
// CHECK: OpFunctionEnd
kernel void k(global int* i, global long* l, global uchar* c, global float* f, global double* d, global float4* v) {
  i[get_global_id(0)] = 0;
  l[0] = 0;
  c[0] = 0;
  f[0] = 0.0f;
  d[0] = 0.0;
  v[0] = (float4)(0.0f);
}
