// The extended instruction wants a pointer to 8-bit integers.
// RUN: %clc compile %s -t spirv64:1.0 -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t spirv64:1.2 -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t spirv64:1.6 -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t spirv32:1.2 -o - | %disasm | FileCheck %s
// CHECK: %_ptr_UniformConstant_uchar = OpTypePointer UniformConstant %uchar
// CHECK-LABEL: %k = OpFunction
// CHECK: OpExtInst %uint %{{[^ ]+}} printf %
kernel void k(global float4* v, global int* o) {
  printf("a %d\n", o[0]);
  printf("b %v4hlf %f %s\n", v[0], v[1].x, "text");
  printf("c\n");
}
