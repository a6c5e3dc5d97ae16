// Divisions and roots of floats are as exact as OpenCL asks for.
// RUN: -t nvptx:sm_50 -t nvptx:sm_90
// CHECK nvptx: div\.full\.f32
// CHECK nvptx: rcp\.approx\.f32
// CHECK nvptx: div\.rn\.f64
// CHECK nvptx: \bsqrt\.approx\.f32
// CHECK nvptx: rsqrt\.approx\.f32
// CHECK-NOT nvptx: (div|rcp|sqrt)\.rn\.f32
// CHECK-NOT nvptx: \.ftz
// CHECK-NOT nvptx: div\.approx
// Elements of vectors, without optimisation, too.
// RUN: -t nvptx:sm_90 -DVECTORS -cl-opt-disable
// CHECK nvptx: (div\.full\.f32[^\n]*\n\s*){3}
// CHECK nvptx: rcp\.approx\.f32
// CHECK-NOT nvptx: \.rn\.f32
// RUN: -t nvptx:sm_90 -cl-denorms-are-zero
// CHECK nvptx: div\.full\.ftz\.f32
// CHECK nvptx: rcp\.approx\.ftz\.f32
// CHECK nvptx: \bsqrt\.approx\.ftz\.f32
// CHECK nvptx: rsqrt\.approx\.ftz\.f32
// CHECK-NOT nvptx: (div|rcp|sqrt)\.(rn|full|approx)\.f32
// RUN: -t nvptx:sm_50 -t nvptx:sm_90 -cl-fp32-correctly-rounded-divide-sqrt
// CHECK nvptx: div\.rn\.f32
// CHECK nvptx: rcp\.rn\.f32
// CHECK nvptx: sqrt\.rn\.f32
// CHECK-NOT nvptx: div\.full|(div|rcp|\bsqrt)\.approx
// The chip's exponentials and logarithms flush denormal numbers where these may be zero, and only there.
// RUN: -t nvptx:sm_90 -DAPPROXIMATIONS -cl-denorms-are-zero
// CHECK nvptx: ex2\.approx\.ftz\.f32
// CHECK nvptx: lg2\.approx\.ftz\.f32
// CHECK-NOT nvptx: (ex2|lg2)\.approx\.f32
// RUN: -t nvptx:sm_90 -DAPPROXIMATIONS
// CHECK nvptx: ex2\.approx\.f32
// CHECK nvptx: lg2\.approx\.f32
// Integers of 8 and 16 bits are divided in 32.
// RUN: -t nvptx:sm_90 -DINTEGERS
// CHECK nvptx: div\.u32
// CHECK nvptx: (rem|div)\.s32
// CHECK-NOT nvptx: (div|rem)\.[us]16
// RUN: -t nvptx:sm_90 -DINTEGERS -cl-opt-disable
// CHECK-NOT nvptx: (div|rem)\.[us]16
#if defined INTEGERS
kernel void narrow(global ushort* o, ushort a, ushort b) { o[0] = a / b; }
kernel void bytes(global char4* o) { o[0] = o[1] % o[2]; }
kernel void of_group(global uint* o, uint n) { o[0] = (n & 1023) / get_local_size(0); }
#elif defined APPROXIMATIONS
kernel void powers(global float* o) { o[0] = exp2(o[1]); }
kernel void logarithms(global float* o) { o[0] = native_log2(o[1]); }
#elif defined VECTORS
kernel void quotient(global float3* o) { o[0] = o[1] / o[2]; }
kernel void reciprocal(global float4* o) { o[0] = 1 / o[1]; }
#else
kernel void quotient(global float* o) { o[0] = o[1] / o[2]; }
kernel void reciprocal(global float* o) { o[0] = 1 / o[1]; }
kernel void of_doubles(global double* o) { o[0] = o[1] / o[2]; }
kernel void root(global float* o) { o[0] = sqrt(o[1]); }
kernel void reciprocal_root(global float* o) { o[0] = rsqrt(o[1]); }
#endif
