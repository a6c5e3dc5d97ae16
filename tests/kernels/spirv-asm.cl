// RUN: not %clc compile %s -t spirv64 -DIN_KERNEL -o %t.clcpack 2>&1 | FileCheck %s
// RUN: not %clc compile %s -t spirv64 -DOF_FILE -o %t.clcpack 2>&1 | FileCheck %s
// CHECK: spirv-asm.cl:{{[0-9]+}}:{{[13]}}: error: inline assembly is not supported for spirv64
#ifdef OF_FILE
__asm__(".globl of_file");
#endif
kernel void k(global int* out) {
#ifdef IN_KERNEL
  __asm__ volatile("nop");
#endif
  out[0] = 1;
}
