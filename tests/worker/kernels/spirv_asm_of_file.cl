// RUN: -t spirv64
// FAIL: inline assembly is not supported for spirv64
__asm__(".globl of_file");
kernel void k(global int* out) {
  out[0] = 1;
}
