// LLVM 15's translator makes composites of constants only, and compares no addresses as such.
// RUN: %clc compile %s -t spirv64:1.2 -o - | %disasm | FileCheck %s --implicit-check-not='{{OpCompositeConstruct|OpPtrEqual|OpPtrNotEqual}}'
// RUN: %clc compile %s -t spirv64:1.4 -o - | %disasm | FileCheck %s --implicit-check-not='{{OpCompositeConstruct|OpPtrEqual|OpPtrNotEqual}}'
// RUN: %clc compile %s -t spirv32:1.2 -o - | %disasm | FileCheck %s --implicit-check-not='{{OpCompositeConstruct|OpPtrEqual|OpPtrNotEqual}}'
// CHECK-LABEL: %entry = OpFunction
// CHECK: OpCompositeInsert
// RUN: %clc compile %s -t spirv64:1.4 -cl-opt-disable -o - | %disasm | FileCheck %s --check-prefix=O0 --implicit-check-not='{{OpCompositeConstruct|OpPtrEqual|OpPtrNotEqual}}'
// O0-LABEL: %entry = OpFunction
// O0: OpCompositeInsert %v4float
kernel void entry(global float4* o, global const float* a, global const float* b, int2 n) {
  const size_t i = get_global_id(0);
  const float x = a[i], y = b[i];
  o[i] = (float4)(x, y, x + y, x) * (float4)(y * x);
  if (a == b || &a[n.x] != &b[n.y]) o[i] += (float4)(x);
}
