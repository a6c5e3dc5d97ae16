// The optimiser reads parts of elements as elements of vectors of 6, 12, 32 and 64, which SPIR-V does not have.
// RUN: %clc compile %s -t spirv64:1.0 -o - | %disasm | FileCheck %s --implicit-check-not='OpTypeVector %%{{[^ ]+}} {{5|6|12|24|32|64}}'
// RUN: %clc compile %s -t spirv64:1.6 -o - | %disasm | FileCheck %s --implicit-check-not='OpTypeVector %%{{[^ ]+}} {{5|6|12|24|32|64}}'
// RUN: %clc compile %s -t spirv32:1.2 -o - | %disasm | FileCheck %s --implicit-check-not='OpTypeVector %%{{[^ ]+}} {{5|6|12|24|32|64}}'
// CHECK-LABEL: %c = OpFunction
// CHECK: OpShiftRightLogical
// RUN: %clc compile %s -t spirv64:1.2 -O0 -o - | %valid
kernel void a(global int16* v, global short* o, int n) { o[n] = (short)v[n].s3; }
kernel void b(global int3* v, global uchar* o, int n) { o[n] = (uchar)v[n].s1; }
kernel void c(global int8* v, global uchar* o, int n) { o[n] = (uchar)(v[n].s1>>8); }
kernel void d(global long16* v, global int* o, int n) { o[n] = (int)(v[n].s1 >> 32); }
kernel void e(global long3* v, global int* o, int n) { o[n] = (int)(v[n].s1 >> 32); }
kernel void f(global long16* v, global float* o, int n) { o[n] = as_float((int)(v[n].s1 >> 32)); }
kernel void g(global float4* v, global uint*o, int n) { long2 a = as_long2(v[n]); o[n] = (uint)a.y; }
kernel void h(global int8* v, global uchar4* o, int n) { int8 x = v[n]; o[n] = (uchar4)((uchar)x.s1, (uchar)(x.s3 >> 8), (uchar)x.s5, (uchar)x.s7); }
typedef union { int8 v; uchar b[32]; short s[16]; } U;
kernel void i(global int8* v, global uchar* o, int n) { U u; u.v = v[n]; o[n] = u.b[5] + u.s[7]; u.b[9] = n; v[n+1] = u.v; }
kernel void j(global int3* v, global uchar* o, int n) { int3 a = v[n], b = v[n+1]; int3 c = n > 3 ? a : b; for (int k = 0; k < n; ++k) c = c.yzx; o[n] = (uchar)c.y; o[n+1] = (uchar)(c.x>>8); }
kernel void l(global ulong3* v, global uint* o, int n) { o[n] = (uint)v[n].y + (uint)(v[n].z >> 32); }
kernel void m(global ulong3* v, global uint3* o, int n) { o[n] = convert_uint3(v[n]) + convert_uint3(v[n]>>32); }
kernel void q(global uint16* v, global uchar16* o, int n) { o[n] = convert_uchar16(v[n]) ^ convert_uchar16(v[n]>>16); }
kernel void r(global uint16* v, global uchar3* o, int n) { uint16 x = v[n]; vstore3((uchar3)((uchar)x.s1,(uchar)x.s3,(uchar)(x.s9>>8)), n, (global uchar*)o); }
kernel void s(local int8* v, global uchar* o, int n) { int8 x = v[n]; o[n] = ((private uchar*)&x)[n]; }
kernel void t(global int8* v, global uchar* o, int n) { o[n] = ((global uchar*)&v[1])[0] + ((global uchar*)(v+n))[7]; int8 w = v[2]; ((uchar*)&w)[17] = n; v[3] = w; }
