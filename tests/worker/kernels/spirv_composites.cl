// LLVM 15's translator makes composites of constants only, and compares no addresses as such.
// RUN: -t spirv64:1.2 -t spirv64:1.4 -t spirv32:1.2
// CHECK spirv*: OpCompositeInsert
// CHECK-NOT spirv*: OpCompositeConstruct|OpPtrEqual|OpPtrNotEqual
// RUN: -t spirv64:1.4 -cl-opt-disable
// CHECK-NOT spirv*: OpCompositeConstruct|OpPtrEqual|OpPtrNotEqual
kernel void entry(global float4* o, global const float* a, global const float* b, int2 n) {
  const size_t i = get_global_id(0);
  const float x = a[i], y = b[i];
  o[i] = (float4)(x, y, x + y, x) * (float4)(y * x);
  if (a == b || &a[n.x] != &b[n.y]) o[i] += (float4)(x);
}
