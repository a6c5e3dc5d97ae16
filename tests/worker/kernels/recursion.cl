// OpenCL has no recursion, which compilers see before they remove some of it. What no kernel can come to may have some.
// RUN: --keep-going -DOF=factorial(n) -t spirv64 -t spirv32 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress
// FAIL: ^recursion\.cl:13:48: error: OpenCL has no recursion: factorial -> factorial; write it as a loop
// RUN: --keep-going -cl-opt-disable -DOF=factorial(n) -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942
// FAIL: ^recursion\.cl:13:48: error: OpenCL has no recursion: factorial -> factorial
// RUN: --keep-going -DOF=odd(n) -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress
// FAIL: ^recursion\.cl:15:38: error: OpenCL has no recursion: odd -> even -> odd;
// STDERR: ^recursion\.cl:16:39: note: even calls odd here
// RUN: --keep-going -DOF=0 -DKERNEL -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress
// FAIL: ^recursion\.cl:32:3: error: OpenCL has no recursion: k -> k;
// RUN: -DOF=0 -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress
// RUN: -DOF=0 -cl-opt-disable -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942
int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
int even(int n);
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
  k(o, n - 1);
#endif
}
