// Offsets in bytes are indices of a pointer to bytes, not of the variable.
// RUN: -t spirv64:1.2 -t spirv32:1.2
// CHECK spirv: %(\w+) = OpSpecConstantOp %_ptr_UniformConstant_uchar Bitcast %a$[\s\S]* InBoundsPtrAccessChain %\1 %u(long|int)_4$
// CHECK-NOT spirv: OpSpecConstantOp .* InBoundsPtrAccessChain %\w+ %\w+ %\w+
// RUN: -t spirv64:1.2 -O0
// CHECK-NOT spirv: OpSpecConstantOp .* InBoundsPtrAccessChain %\w+ %\w+ %\w+
// RUN: -t spirv64:1.2 -cl-std=CL3.0
// CHECK-NOT spirv: OpSpecConstantOp .* InBoundsPtrAccessChain %\w+ %\w+ %\w+
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
