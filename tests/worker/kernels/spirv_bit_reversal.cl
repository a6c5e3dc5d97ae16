// Bits reversed by hand, which LLVM takes for an instruction that SPIR-V has in shaders only.
// RUN: -t spirv64:1.2 -t spirv32:1.0
// CHECK-NOT spirv: OpBitReverse
// RUN: -t spirv64:1.2 -cl-std=CL3.0 -DEXTENSION
// CHECK-NOT spirv: OpBitReverse
kernel void k(global uint* o, global uint4* v) {
  uint x = o[0];
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
  x = (x >> 8 & 0x00ff00ffu) | (x & 0x00ff00ffu) << 8;
  o[1] = x >> 16 | x << 16;
#ifdef EXTENSION
  v[0] = bit_reverse(v[1]) + bitfield_insert(v[2], v[3], 3, o[2]);
#endif
}
