// Intel's compiler gives up, without a word, on sums with a carry; signed products with one were tested wrongly.
// RUN: %clc compile %s -t spirv64:1.0 -o - | %disasm | FileCheck %s --implicit-check-not='{{OpIAddCarry|OpISubBorrow|MulExtended}}'
// RUN: %clc compile %s -t spirv64:1.6 -o - | %disasm | FileCheck %s --implicit-check-not='{{OpIAddCarry|OpISubBorrow|MulExtended}}'
// RUN: %clc compile %s -t spirv32 -o - | %disasm | FileCheck %s --implicit-check-not='{{OpIAddCarry|OpISubBorrow|MulExtended}}'
// CHECK-LABEL: %checked_uchar = OpFunction
// CHECK: OpULessThan %bool
// RUN: %clc compile %s -t spirv64 -O0 -o - | %disasm | FileCheck %s --implicit-check-not='{{OpIAddCarry|OpISubBorrow|MulExtended}}'
#define CHECKED(T)                                                        \
  kernel void checked_##T(global T* o, global int* f, T x, T y) {         \
    f[0] = __builtin_add_overflow(x, y, o);                               \
    f[1] = __builtin_sub_overflow(x, y, o + 1);                           \
    f[2] = __builtin_mul_overflow(x, y, o + 2);                           \
  }
CHECKED(uchar)
CHECKED(short)
CHECKED(int)
CHECKED(uint)
CHECKED(long)
CHECKED(ulong)

// Comparisons that the code generator takes for such sums.
kernel void compared(global uchar* a, global uint* b, global ulong* c, global int* f) {
  a[0] += 1;
  if (a[0] == 0) f[0] = 1;
  const uint sum = b[0] + b[1];
  b[2] = sum;
  if (sum < b[1]) f[1] = 1;
  const ulong difference = c[0] - c[1];
  c[2] = difference;
  if (c[0] < c[1]) f[2] = 1;
}
