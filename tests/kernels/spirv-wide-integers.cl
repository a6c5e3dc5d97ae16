// Parts of a vector that the optimiser takes from an integer as wide as the vector, which SPIR-V does not have: a union is
// written through one member in a way that it cannot follow, and read through others.
// RUN: %clc compile %s -t spirv64:1.2 -o - | %disasm | FileCheck %s --implicit-check-not='OpTypeInt {{128|256}}'
// RUN: %clc compile %s -t spirv32:1.4 -o - | %disasm | FileCheck %s --implicit-check-not='OpTypeInt {{128|256}}'
// CHECK-LABEL: %parts = OpFunction
// CHECK: OpCompositeExtract %ushort {{%[0-9]+}} 5
kernel void parts(global ulong* o, global uint* n, uint x, int i) {
  union { uint4 a; short8 b; uint m[4]; ulong first; uchar bytes[16]; } u;
  u.a = 0;
  u.m[i & 3] = x;
  o[0] = u.b.s0 + u.b.s5;
  o[1] = u.first;
  n[0] = u.b.s0;
}

kernel void halves_of_vectors(global uint4* o, global short* n, uint x, int i) {
  union { uint8 a; ushort16 b; uint4 first; ulong m[4]; } u;
  u.a = 0;
  u.m[i & 3] = x;
  n[0] = u.b.s0 + u.b.s9;
  o[0] = u.first;
  n[1] = u.b.s1;
  o[1] = u.a.hi;
}

kernel void floats(global ulong* o, global float* f, float x, int i) {
  union { float4 a; ulong2 b; float m[4]; ulong first; uint bits; } u;
  u.a = 0;
  u.m[i & 3] = x;
  f[0] = u.a.x + u.a.w;
  o[0] = u.first;
  o[1] = u.bits;
}
