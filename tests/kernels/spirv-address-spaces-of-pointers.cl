// Intel's compiler for GPUs has the instruction for pointers to bytes only; and no function has the name of a driver's own.
// RUN: %clc compile %s -t spirv64:1.2 -cl-std=CL2.0 -o - | %disasm | FileCheck %s --implicit-check-not='OpGenericCastToPtrExplicit %%_ptr_{{[A-Za-z]+_[^u]}}'
// RUN: %clc compile %s -t spirv64:1.4 -cl-std=CL2.0 -o - | %disasm | FileCheck %s --implicit-check-not='OpGenericCastToPtrExplicit %%_ptr_{{[A-Za-z]+_[^u]}}'
// RUN: %clc compile %s -t spirv64:1.2 -cl-std=CL2.0 -cl-opt-disable -o - | %disasm | FileCheck %s --implicit-check-not='OpGenericCastToPtrExplicit %%_ptr_{{[A-Za-z]+_[^u]}}' --implicit-check-not='OpName %%__to_'
// CHECK-DAG: OpGenericCastToPtrExplicit %_ptr_Workgroup_uchar
// CHECK-DAG: OpGenericCastToPtrExplicit %_ptr_Function_uchar
// CHECK-DAG: OpGenericCastToPtrExplicit %_ptr_CrossWorkgroup_uchar
// CHECK: OpFunctionEnd
// RUN: %if ocloc %{ %clc compile %s -t intel:dg2 -cl-std=CL2.0 -o %t.clcpack %}
typedef struct { int a; float b; } pair;
int of_int(int* p) { return to_local(p) ? 1 : to_private(p) ? 2 : to_global(p) ? 3 : 0; }
int of_vector(const volatile float4* p) { return to_local(p) ? 1 : to_private(p) ? 2 : to_global(p) ? 3 : 0; }
int of_structure(pair* p) {
  local pair* l = to_local(p);
  private pair* q = to_private(p);
  global pair* g = to_global(p);
  return l ? l->a : q ? q->a : g ? g->a : 0;
}
kernel void entry(global int* o, global float4* v, global pair* s) {
  local int l;
  local float4 w;
  local pair t;
  int x;
  float4 y;
  pair z;
  const int i = get_global_id(0);
  t.a = z.a = i;
  o[i] = of_int(i & 1 ? (int*)&l : i & 2 ? (int*)&x : (int*)o) +
         of_vector(i & 1 ? (float4*)&w : i & 2 ? (float4*)&y : (float4*)v) +
         of_structure(i & 1 ? (pair*)&t : i & 2 ? (pair*)&z : (pair*)s);
}
