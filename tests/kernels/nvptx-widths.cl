// Arithmetic that LLVM narrows to 8 bits is done in 32, as the source says: a table's index is one instruction.
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --implicit-check-not='{{(xor|and|or)}}.b16' --implicit-check-not='{{(add|sub|mul\.lo)}}.s16'
// CHECK-LABEL: .entry checksum(
// CHECK: xor.b32
// CHECK: and.b32 %r{{[0-9]+}}, %r{{[0-9]+}}, 255;
kernel void checksum(global const uchar* bytes, constant uint* table, global uint* sums, int length) {
  uint sum = ~0u;
  for (int i = 0; i < length; ++i) sum = (sum >> 8) ^ table[(sum ^ bytes[i]) & 255];
  sums[get_global_id(0)] = table[(sum + sums[0] * 5) & 255] ^ ~sum;
}
