// Divisions of small integers, of which LLVM would get some wrong by a reciprocal of float, take all 32 bits; the others do
// not.
// RUN: -t amdgcn:gfx942 -t amdgcn:gfx1100 -DWRONG
// CHECK amdgcn: 0x4f7ffffe
// CHECK-NOT amdgcn: v_trunc_f32
// RUN: -O0 -t amdgcn:gfx942 -DWRONG
// CHECK amdgcn: 0x4f7ffffe
// CHECK-NOT amdgcn: v_trunc_f32
// RUN: -t amdgcn:gfx942 -t amdgcn:gfx1100
// CHECK amdgcn: v_trunc_f32
// CHECK-NOT amdgcn: 0x4f7ffffe
kernel void k(global int* o, global const char* a, global const uint* b) {
#ifdef WRONG
  o[0] = a[0] / a[1];
  o[1] = a[2] % a[3];
  o[2] = (b[0] & 0xffffff) / (b[1] & 0xffffff);
#else
  o[0] = (uchar)a[0] / (uchar)a[1];
  o[1] = (b[2] & 0xfffff) % (b[3] & 0xfffff);
  o[2] = a[4] / (uchar)a[5];
#endif
}
