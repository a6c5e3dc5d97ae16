// Without the optimiser no half of a 64-bit integer goes through a register of 16 bits, which would lose two bytes.
// RUN: %clc compile %s -t amdgcn:gfx1100 -cl-opt-disable -o - | %disasm | FileCheck %s --implicit-check-not=v_mov_b16
// RUN: %clc compile %s -t amdgcn:gfx1150 -cl-opt-disable -o - | %disasm | FileCheck %s --implicit-check-not=v_mov_b16
// CHECK-LABEL: <entry>:
// CHECK: v_perm_b32
// RUN: %clc compile %s -t amdgcn:gfx1100 -o - | %disasm | FileCheck %s --implicit-check-not=v_mov_b16
kernel void entry(global ulong* o, ulong x, global ulong2* v) {
  const size_t i = get_global_id(0);
  o[i] = __builtin_bswap64(x + o[i]);
  v[i] = (ulong2)(__builtin_bswap64(v[i].x), __builtin_bswap64(v[i].y));
}
