// The extended instruction wants a pointer to 8-bit integers.
// RUN: -t spirv64:1.0 -t spirv64:1.2 -t spirv64:1.6 -t spirv32:1.2
// CHECK spirv: OpExtInst %uint %\S+ printf %
// CHECK spirv: %_ptr_UniformConstant_uchar = OpTypePointer UniformConstant %uchar
kernel void k(global float4* v, global int* o) {
  printf("a %d\n", o[0]);
  printf("b %v4hlf %f %s\n", v[0], v[1].x, "text");
  printf("c\n");
}
