// A product and one of its factors more are one instruction, also where LLVM factors them.
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --implicit-check-not=mul.lo
// CHECK-LABEL: .entry turns(
// CHECK: mad.lo.s32
// CHECK-LABEL: .entry sum_of_long(
// CHECK: mad.lo.s64
// A chain of squares has no sums beside its products, though the first square is that of x + 1.
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --check-prefix=SQUARES
// SQUARES-LABEL: .entry squares(
// SQUARES: add.s32
// SQUARES-NOT: {{add|mul}}.
// SQUARES-COUNT-16: mad.lo.s32
// SQUARES-NOT: {{add|mul}}.
// SQUARES: st.global
// SQUARES-LABEL: .entry squares_of_char(
// SQUARES-NOT: mad.lo.s16
// SQUARES-COUNT-16: mad.lo.s32
// SQUARES-NOT: mad.lo.s16
// SQUARES: st.global
kernel void turns(global int* numbers, int x, int y) {
  for (int i = 0; i < 16; ++i) {
    x = y * x + y;
    y = x * y + x;
  }
  numbers[0] = y;
}
kernel void sum_of_long(global long* numbers, long x) { numbers[0] = numbers[1] * x + x; }
kernel void vectors(global int4* numbers, int4 x, int4 y) {
  for (int i = 0; i < 4; ++i) {
    x = y * x + y;
    y = x * y + x;
  }
  numbers[0] = y;
}
kernel void squares(global int2* numbers, int x, int c) {
  int2 y = (int2)(x, x + 1);
  for (int i = 0; i < 8; ++i) y = y * y + c;
  numbers[0] = y;
}
kernel void squares_of_char(global char2* numbers, char x, char c) {
  char2 y = (char2)(x, x + 1);
  for (int i = 0; i < 8; ++i) y = y * y + c;
  numbers[0] = y;
}
