// Arrays that are filled with a byte are filled with that byte, also where the function has the byte elsewhere: LLVM's
// backend reads it from anywhere then.
// RUN: -t spirv64:1.2
// VARIANTS: spirv_fills/spirv64:1.2
// CHECK spirv: = OpConstantNull %_arr_uchar_uint_32
// CHECK spirv: OpCopyMemorySized %\w+ %\w+ %ulong_32
// CHECK-NOT spirv: OpConstantComposite %_arr_uchar
// RUN: -cl-opt-disable -t spirv64:1.2
// CHECK spirv: = OpConstantNull %_arr_uchar_uint_32
// CHECK-NOT spirv: OpConstantComposite %_arr_uchar
kernel void k(global char16* out) {
  char bytes[32] = {0};
  const char16 some = (char16)(80, 1, 2, 3, 0, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const char16 others = (char16)(-128, -31, 64, 0, 0, -128, 127, 127, -95, 0, -1, 2, -128, 127, -1, 127);
  vstore16(others * shuffle(some, (uchar16)(13, 8, 10, 1, 3, 15, 7, 15, 15, 15, 5, 0, 15, 15, 14, 15)), 1, bytes);
  out[0] = vload16(0, bytes + 9);
}
