// The time for a chain of majorities does not double with each round: this one would never end.
// RUN: %clc compile %s -t amdgcn:gfx90a -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t amdgcn:gfx1201 -o - | %disasm | FileCheck %s
// CHECK-LABEL: <entry>:
// CHECK: s_endpgm
#define MAJORITY(x, y, z) (((x) & (z)) | ((y) & ((x) | (z))))
#define ROUND(a, b, c, d, k) d += MAJORITY(a, b, c) + k;
#define FOUR(k) ROUND(a, b, c, d, k) ROUND(d, a, b, c, k + 1) ROUND(c, d, a, b, k + 2) ROUND(b, c, d, a, k + 3)
#define ROUNDS(k) FOUR(k) FOUR(k + 13u) FOUR(k + 29u) FOUR(k + 31u)
kernel void entry(global uint2* v) {
  uint2 a = v[0], b = v[1], c = v[2], d = v[3];
  ROUNDS(1u) ROUNDS(101u) ROUNDS(301u) ROUNDS(571u) ROUNDS(1001u)
  v[get_global_id(0)] = a ^ b ^ c ^ d;
}
