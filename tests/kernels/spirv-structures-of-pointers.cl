// A structure or an array that begins with a pointer is declared whole, without the optimiser, too.
// RUN: %clc compile %s -t spirv64:1.2 -cl-opt-disable -o - | %disasm | FileCheck %s --check-prefix=O0
// RUN: %clc compile %s -t spirv64:1.4 -cl-opt-disable -o - | %disasm | FileCheck %s --check-prefix=O0
// O0-LABEL: %nested = OpFunction
// O0: OpVariable %_ptr_Function_struct_outer Function
// O0-LABEL: %flat = OpFunction
// O0: OpVariable %_ptr_Function_struct_two Function
// O0-LABEL: %array = OpFunction
// O0: OpVariable %_ptr_Function__arr__ptr_Function_uchar_uint_3 Function
// RUN: %clc compile %s -t spirv64:1.2 -o - | %disasm | FileCheck %s
// CHECK-LABEL: %nested = OpFunction
// CHECK: OpVariable %_ptr_Function_struct_outer Function
struct inner { private uint* p; uint n, m[5]; };
struct outer { struct inner s; uint k; };
struct two { global ulong* p; uint n[3]; };
kernel void nested(global ulong* results, uint a) {
  struct outer t;
  t.s.p = &a;
  t.s.n = 3;
  t.k = results[1];
  for (int i = 0; i < 5; ++i) t.s.m[i] = i + a;
  *t.s.p += t.s.n;
  results[0] = a + t.k + t.s.m[results[2] & 3];
}
kernel void flat(global ulong* results, uint a) {
  struct two t;
  t.p = results;
  t.n[1] = 7;
  t.p[1] = t.n[a & 1];
}
kernel void array(global ulong* results, uint a) {
  private uint* t[3];
  t[0] = &a;
  t[2] = t[0];
  t[1] = t[2];
  *t[results[2]] += 2;
  results[0] = a;
}
