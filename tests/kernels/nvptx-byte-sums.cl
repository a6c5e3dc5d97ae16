// Sums of products of bytes are dot products, which dot() makes no difference for, where the bytes are loaded by two at
// least; sums of other things are not.
// RUN: %clc compile %s -t nvptx:sm_61 -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s
// CHECK-LABEL: .entry blocks(
// CHECK: dp4a.s32.s32
// CHECK-LABEL: .entry vectors(
// CHECK-NOT: ld.global.{{(v4\.)?}}b8
// CHECK: dp4a.u32.u32
// CHECK-LABEL: .entry mixed(
// CHECK-NOT: ld.global.{{(v4\.)?}}b8
// CHECK: dp4a.{{s32\.u32|u32\.s32}}
// CHECK-LABEL: .entry apart(
// CHECK-NOT: dp4a
// CHECK: mul
// CHECK-NOT: dp4a
// RUN: %clc compile %s -t nvptx:sm_60 -o - | %disasm | FileCheck %s --check-prefix=WITHOUT --implicit-check-not=dp4a
// WITHOUT-LABEL: .entry blocks(
// WITHOUT: mul.wide.s16
typedef struct {
  short scale;
  char weights[32];
} Block;

kernel void blocks(global const Block* a, global const Block* b, global int* out) {
  int sum = 0;
  for (int i = 0; i < 32; ++i) sum += a->weights[i] * b->weights[i];
  out[get_global_id(0)] = sum;
}

kernel void vectors(global const uchar4* a, global const uchar4* b, global uint* out) {
  const uint4 products = convert_uint4(a[get_global_id(0)]) * convert_uint4(b[get_global_id(0)]);
  out[get_global_id(0)] = products.x + products.y + products.z + products.w;
}

kernel void mixed(global const uchar4* a, global const char4* b, global int* out) {
  const uchar4 x = a[get_global_id(0)];
  const char4 y = b[get_global_id(0)];
  out[get_global_id(0)] += x.x * y.x + x.w * y.w + x.y * y.y + x.z * y.z;
}

kernel void apart(global const char* a, global const char* b, global int* out) {
  int sum = 0;
  for (int i = 0; i < 4; ++i) sum += a[i] * b[i];  // loaded one by one
  for (int i = 0; i < 4; ++i) sum += a[2 * i] * b[2 * i];
  for (int i = 0; i < 4; ++i) sum += a[i] * 3 - b[i];
  out[get_global_id(0)] = sum;
}
