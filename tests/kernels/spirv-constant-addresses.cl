// Offsets in bytes are indices of a pointer to bytes, not of the variable.
// RUN: %clc compile %s -t spirv64:1.2 -o - | %disasm | FileCheck %s --implicit-check-not='{{OpSpecConstantOp .* InBoundsPtrAccessChain %%[^ ]+ %%[^ ]+ %%}}'
// RUN: %clc compile %s -t spirv32:1.2 -o - | %disasm | FileCheck %s --implicit-check-not='{{OpSpecConstantOp .* InBoundsPtrAccessChain %%[^ ]+ %%[^ ]+ %%}}'
// CHECK: %[[BYTES:[0-9]+]] = OpSpecConstantOp %_ptr_UniformConstant_uchar Bitcast %a{{$}}
// CHECK: OpSpecConstantOp %_ptr_UniformConstant_uchar InBoundsPtrAccessChain %[[BYTES]] %{{uint|ulong}}_4{{$}}
// RUN: %clc compile %s -t spirv64:1.2 -O0 -o - | %disasm | FileCheck %s --check-prefix=O0 --implicit-check-not='{{OpSpecConstantOp .* InBoundsPtrAccessChain %%[^ ]+ %%[^ ]+ %%}}'
// O0: OpSpecConstantOp %_ptr_UniformConstant_uchar InBoundsPtrAccessChain %{{[^ ]+}} %ulong_4{{$}}
constant int a[4] = {10, 20, 30, 40};
constant int* constant p[2] = {&a[1], &a[3]};
constant char text[] = "hello";
constant char* constant strings[2] = {text, text + 3};
typedef struct {
  int x;
  int y[3];
} S;
constant S s = {1, {2, 3, 4}};
constant int* constant members[2] = {&s.y[1], &s.x};
typedef struct {
  constant int* number;
  constant char* text;
} Entry;
constant Entry table[3] = {{&s.y[2], text}, {0, text + 1}, {a, 0}};
kernel void k(global int* o, int i) {
  o[0] = *p[i];
  o[1] = *p[i ^ 1];
  o[2] = strings[i][1];
  o[3] = *members[i];
  o[4] = *table[i].number + table[i].text[i];
}
