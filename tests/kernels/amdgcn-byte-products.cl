// A dot product of bytes is v_dot4 where its sum has 32 bits, and nothing else is done to a product (amdgpu_hide_byte_products.h).
// RUN: %clc compile %s -t amdgcn:gfx1100 -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t amdgcn:gfx942 -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t amdgcn:gfx1030 -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t amdgcn:gfx1200 -o - | %disasm | FileCheck %s

// CHECK-LABEL: <dot>:
// CHECK: v_dot4
kernel void dot(global uint* o, global const uint* in) {
  const size_t i = get_global_id(0);
  const uint a = in[i], b = in[i + 1];
  uint sum = o[i];
  for (uint k = 0; k < 32; k += 8) sum += (a >> k & 0xff) * (b >> k & 0xff);
  o[i] = sum;
}

// CHECK-LABEL: <blend>:
// CHECK-NOT: v_dot4
// CHECK: s_endpgm
kernel void blend(global uint* o, global const uchar* in) {
  const size_t i = get_global_id(0);
  o[i] = in[i] * in[i + 4] + (in[i + 1] * in[i + 3] >> 8);
}

// CHECK-LABEL: <long_sum>:
// CHECK-NOT: v_dot4
// CHECK: s_endpgm
kernel void long_sum(global long* o, global const uint* in, global const int* first) {
  const size_t i = get_global_id(0);
  const uint a = in[i], b = in[i + 1];
  long sum = first[i];
  for (uint k = 0; k < 32; k += 8) sum += (long)(char)(a >> k) * (char)(b >> k);
  o[i] = sum;
}

// LLVM took the kind of the extension for an addend, and failed.
// CHECK-LABEL: <wraps>:
// CHECK-NOT: v_dot4
// CHECK: s_endpgm
kernel void wraps(global int* o, global const uchar4* in) {
  const uint i = get_local_id(0);
  const uchar4 w = in[i];
  const int p = w.z * w.w;
  o[i + 64] = p;
  o[i] = w.x * w.y + (short)p;
}
