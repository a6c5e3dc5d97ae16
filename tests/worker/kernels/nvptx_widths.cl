// Arithmetic that LLVM narrows to 8 bits is done in 32, as the source says: a table's index is one instruction.
// RUN: -t nvptx:sm_90
// CHECK nvptx: xor\.b32
// CHECK nvptx: and\.b32\s+%r\d+, %r\d+, 255;
// CHECK-NOT nvptx: (xor|and|or)\.b16
// CHECK-NOT nvptx: (add|sub|mul\.lo)\.s16
kernel void checksum(global const uchar* bytes, constant uint* table, global uint* sums, int length) {
  uint sum = ~0u;
  for (int i = 0; i < length; ++i) sum = (sum >> 8) ^ table[(sum ^ bytes[i]) & 255];
  sums[get_global_id(0)] = table[(sum + sums[0] * 5) & 255] ^ ~sum;
}
