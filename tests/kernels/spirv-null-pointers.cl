// Pointers of program scope without a value are null, alone, in structures and in arrays.
// RUN: %clc compile %s -t spirv64:1.2 -cl-std=CL3.0 -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t spirv32:1.2 -cl-std=CL3.0 -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t spirv64:1.6 -cl-std=CL3.0 -o - | %disasm | FileCheck %s
// CHECK: %pointer = OpVariable %{{[^ ]+}} CrossWorkgroup %{{[^ ]+}}
// RUN: %clc compile %s -t spirv64:1.2 -cl-std=CL3.0 -O0 -o - | %valid
global int* global pointer;
global void* global other;
constant int* constant nothing = 0;
typedef struct {
  int n;
  global int* p;
} S;
global S s, several[3], given = {4, 0};
global int* global row[3];
kernel void alone(global int* o) {
  other = o;
  if (pointer) o[1] = *pointer;
  pointer = (global int*)other;
}
kernel void inside(global int* o) {
  if (s.p) *s.p = s.n;
  several[o[0]].p = given.p = row[o[1]] = o;
  o[2] = nothing ? *nothing : given.n + several[o[3]].n + *row[o[4]];
}
