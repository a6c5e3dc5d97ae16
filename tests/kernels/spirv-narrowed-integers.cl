// A number that is made narrower and then wider again, but not as wide as it was, without the optimiser:
// SPIR-V's readers take it.
// RUN: %clc compile %s -t spirv64 -t spirv32 -cl-opt-disable -o - | %valid
// RUN: %clc compile %s -t spirv64 -o - | %valid
kernel void scalars(global ulong* from, global uint* words, global ushort* halves) {
  words[0] = (uchar)from[0];
  words[1] = (ushort)from[1];
  words[2] = (char)from[2];
  words[3] = (short)from[3];
  halves[0] = (uchar)from[4];
  halves[1] = (char)words[4];
  words[5] = (ushort)(uchar)from[5];
  words[6] = (short)(char)from[6] + words[7];
  words[8] = (uchar)(ushort)from[7] <= words[9];
}

kernel void vectors(global ulong4* from, global uint4* words, global ushort4* halves) {
  words[0] = convert_uint4(convert_uchar4(from[0]));
  words[1] = convert_uint4(convert_short4(from[1]));
  halves[0] = convert_ushort4(convert_char4(from[2]));
  halves[1] = convert_ushort4(convert_uchar4(words[2]));
}

kernel void wider_vectors(global uint4* from, global ulong4* to) {
  to[0] = convert_ulong4(convert_ushort4(from[0])) << 1ul;
  to[1] = as_ulong4(convert_long4(convert_char4(from[1])));
  to[2] = convert_ulong4(convert_uint4(convert_uchar4(from[2])));
}
