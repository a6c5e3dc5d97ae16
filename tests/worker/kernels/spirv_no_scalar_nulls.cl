// PoCL's translator aborts on OpConstantNull of a scalar.
// RUN: -t spirv64:1.2 -t spirv32:1.2
// CHECK-NOT spirv: OpConstantNull %(uchar|ushort|uint|ulong|float|double|bool)\b
// CHECK spirv: OpConstantNull %v4float
// CHECK spirv: OpConstant %uint 0
kernel void k(global int* i, global long* l, global uchar* c, global float* f, global double* d, global float4* v) {
  i[get_global_id(0)] = 0;
  l[0] = 0;
  c[0] = 0;
  f[0] = 0.0f;
  d[0] = 0.0;
  v[0] = (float4)(0.0f);
}
