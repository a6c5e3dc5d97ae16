// RUN: -t spirv64
// FAIL: inline assembly is not supported for spirv64
kernel void k(global int* out) {
  __asm__ volatile("nop");
  out[0] = 1;
}
