// Divisions and roots of floats are as exact as OpenCL asks for.
// RUN: %clc compile %s -t nvptx:sm_50 -o - | %disasm | FileCheck %s --implicit-check-not='{{(div|rcp|sqrt)}}.rn.f32' --implicit-check-not=.ftz --implicit-check-not=div.approx
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --implicit-check-not='{{(div|rcp|sqrt)}}.rn.f32' --implicit-check-not=.ftz --implicit-check-not=div.approx
// CHECK-LABEL: .entry quotient(
// CHECK: div.full.f32
// CHECK-LABEL: .entry reciprocal(
// CHECK: rcp.approx.f32
// CHECK-LABEL: .entry of_doubles(
// CHECK: div.rn.f64
// CHECK-LABEL: .entry root(
// CHECK: {{[[:space:]]}}sqrt.approx.f32
// CHECK-LABEL: .entry reciprocal_root(
// CHECK: rsqrt.approx.f32
// Elements of vectors, without optimisation, too.
// RUN: %clc compile %s -t nvptx:sm_90 -DVECTORS -cl-opt-disable -o - | %disasm | FileCheck %s --check-prefix=VECTORS --implicit-check-not=.rn.f32
// VECTORS-LABEL: .entry quotient(
// VECTORS-COUNT-3: div.full.f32
// VECTORS-LABEL: .entry reciprocal(
// VECTORS: rcp.approx.f32
// RUN: %clc compile %s -t nvptx:sm_90 -cl-denorms-are-zero -o - | %disasm | FileCheck %s --check-prefix=FTZ --implicit-check-not='{{(div|rcp|sqrt)}}.{{(rn|full|approx)}}.f32'
// FTZ-LABEL: .entry quotient(
// FTZ: div.full.ftz.f32
// FTZ-LABEL: .entry reciprocal(
// FTZ: rcp.approx.ftz.f32
// FTZ-LABEL: .entry root(
// FTZ: {{[[:space:]]}}sqrt.approx.ftz.f32
// FTZ-LABEL: .entry reciprocal_root(
// FTZ: rsqrt.approx.ftz.f32
// RUN: %clc compile %s -t nvptx:sm_50 -cl-fp32-correctly-rounded-divide-sqrt -o - | %disasm | FileCheck %s --check-prefix=EXACT --implicit-check-not='{{div\.full|rcp\.approx|[[:space:]]sqrt\.approx}}'
// RUN: %clc compile %s -t nvptx:sm_90 -cl-fp32-correctly-rounded-divide-sqrt -o - | %disasm | FileCheck %s --check-prefix=EXACT --implicit-check-not='{{div\.full|rcp\.approx|[[:space:]]sqrt\.approx}}'
// EXACT-LABEL: .entry quotient(
// EXACT: div.rn.f32
// EXACT-LABEL: .entry reciprocal(
// EXACT: rcp.rn.f32
// EXACT-LABEL: .entry root(
// EXACT: sqrt.rn.f32
// The chip's exponentials and logarithms flush denormal numbers where these may be zero, and only there.
// RUN: %clc compile %s -t nvptx:sm_90 -DAPPROXIMATIONS -cl-denorms-are-zero -o - | %disasm | FileCheck %s --check-prefix=FLUSHED --implicit-check-not='{{(ex2|lg2)}}.approx.f32'
// FLUSHED-LABEL: .entry powers(
// FLUSHED: ex2.approx.ftz.f32
// FLUSHED-LABEL: .entry logarithms(
// FLUSHED: lg2.approx.ftz.f32
// RUN: %clc compile %s -t nvptx:sm_90 -DAPPROXIMATIONS -o - | %disasm | FileCheck %s --check-prefix=APPROXIMATIONS
// APPROXIMATIONS-LABEL: .entry powers(
// APPROXIMATIONS: ex2.approx.f32
// APPROXIMATIONS-LABEL: .entry logarithms(
// APPROXIMATIONS: lg2.approx.f32
// Integers of 8 and 16 bits are divided in 32.
// RUN: %clc compile %s -t nvptx:sm_90 -DINTEGERS -o - | %disasm | FileCheck %s --check-prefix=INTEGERS --implicit-check-not='{{(div|rem)}}.{{[us]}}16'
// INTEGERS-LABEL: .entry narrow(
// INTEGERS: div.u32
// INTEGERS-LABEL: .entry bytes(
// INTEGERS: {{(rem|div)}}.s32
// RUN: %clc compile %s -t nvptx:sm_90 -DINTEGERS -cl-opt-disable -o - | %disasm | FileCheck %s --check-prefix=INTEGERS --implicit-check-not='{{(div|rem)}}.{{[us]}}16'
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
