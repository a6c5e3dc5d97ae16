// OpenCL has no recursion, which compilers see before they remove some of it. What no kernel can come to may have some.
// RUN: not %clc compile %s -t spirv64 -t spirv32 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress --keep-going '-DOF=factorial(n)' -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=FACTORIAL
// RUN: not %clc compile %s -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942 --keep-going -cl-opt-disable '-DOF=factorial(n)' -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=FACTORIAL
// RUN: not %clc compile %s -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress --keep-going '-DOF=odd(n)' -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=ODD
// RUN: not %clc compile %s -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress --keep-going -DOF=0 -DKERNEL -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=KERNEL
// RUN: %clc compile %s -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress -DOF=0 -o - | %valid
// RUN: %clc compile %s -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942 -DOF=0 -cl-opt-disable -o - | %valid
// FACTORIAL: recursion.cl:[[@LINE+1]]:48: error: OpenCL has no recursion: factorial -> factorial; write it as a loop
int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
int even(int n);
// ODD: recursion.cl:[[@LINE+2]]:38: error: OpenCL has no recursion: odd -> even -> odd;
// ODD: recursion.cl:[[@LINE+2]]:39: note: even calls odd here
int odd(int n) { return n == 0 ? 0 : even(n - 1); }
int even(int n) { return n == 0 ? 1 : odd(n - 1); }
// No code is made for these calls.
int never(int n) {
  if (0) return never(n - 1);
  return sizeof(never(n));
}
int dead(int n) {
  while (0) dead(n);
  for (; 0;) dead(n - 1);
  return 0 && dead(n);
  dead(n);
}
int unused(int n) { return n == 0 ? 0 : unused(n - 1); }
kernel void k(global int* o, int n) {
  o[0] = OF + never(n) + dead(n);
#ifdef KERNEL
  // KERNEL: recursion.cl:[[@LINE+1]]:3: error: OpenCL has no recursion: k -> k;
  k(o, n - 1);
#endif
}
