// Conversions that saturate or round as their names say are one instruction each.
// RUN: %clc compile %s -t nvptx:sm_50 -o - | %disasm | FileCheck %s --implicit-check-not='{{setp|selp|[[:space:]](min|max)}}'
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --implicit-check-not='{{setp|selp|[[:space:]](min|max)}}'
// CHECK-LABEL: .entry pixels(
// CHECK: cvt.rni.u8.f32
// CHECK-LABEL: .entry to_char(
// CHECK: cvt.rzi.s8.f32
// CHECK-LABEL: .entry to_ushort(
// CHECK: cvt.rmi.u16.f32
// CHECK-LABEL: .entry to_short(
// CHECK: cvt.rpi.s16.f32
// CHECK-LABEL: .entry to_int(
// CHECK: cvt.rni.s32.f32
// CHECK-LABEL: .entry to_uint(
// CHECK: cvt.rpi.u32.f32
// CHECK-LABEL: .entry to_long(
// CHECK: cvt.rmi.s64.f32
// CHECK-LABEL: .entry of_int(
// CHECK: cvt.rz.f32.s32
// CHECK-LABEL: .entry of_ulong(
// CHECK: cvt.rp.f32.u64
// CHECK-LABEL: .entry of_double(
// CHECK: cvt.rm.f32.f64
// CHECK-LABEL: .entry of_long(
// CHECK: cvt.rp.f64.s64
// To 64 bits, and of double, PTX does not make 0 of NaN.
// RUN: %clc compile %s -t nvptx:sm_50 -DNAN_IS_LEAST -o - | %disasm | FileCheck %s --check-prefix=LEAST --implicit-check-not='{{[[:space:]](min|max)}}'
// RUN: %clc compile %s -t nvptx:sm_90 -DNAN_IS_LEAST -o - | %disasm | FileCheck %s --check-prefix=LEAST --implicit-check-not='{{[[:space:]](min|max)}}'
// LEAST-LABEL: .entry a(
// LEAST: setp.num.f32
// LEAST-NEXT: cvt.rni.s64.f32
// LEAST-NEXT: selp.b64 {{.*}}, 0, %p
// LEAST-LABEL: .entry b(
// LEAST: setp.num.f64
// LEAST-NEXT: cvt.rzi.u64.f64
// LEAST-NEXT: selp.b64 {{.*}}, 0, %p
// LEAST-LABEL: .entry c(
// LEAST: setp.num.f64
// LEAST-NEXT: cvt.rmi.s32.f64
// LEAST-NEXT: selp.b32 {{.*}}, 0, %p
// LEAST-LABEL: .entry d(
// LEAST: cvt.rpi.u8.f64
// LEAST: setp.num.f64
// LEAST: selp.b16 {{.*}}, 0, %p
// Constants are converted while compiling.
// RUN: %clc compile %s -t nvptx:sm_90 -DCONSTANTS -o - | %disasm | FileCheck %s --check-prefix=CONSTANTS --implicit-check-not=cvt
// CONSTANTS-LABEL: .entry constants(
// CONSTANTS: st.global.b32 {{.*}}+12], -2;
// CONSTANTS: st.global.b32 {{.*}}+8], -2147483648;
// CONSTANTS: st.global.b32 {{.*}}+4], 2147483647;
// CONSTANTS: st.global.b32 {{.*[0-9]}}], 0;
// CONSTANTS: st.global.b64 {{.*}}+16], 0;
#if defined NAN_IS_LEAST
kernel void a(global long* o, global float* x) { o[0] = convert_long_sat_rte(x[0]); }
kernel void b(global ulong* o, global double* x) { o[0] = convert_ulong_sat(x[0]); }
kernel void c(global int* o, global double* x) { o[0] = convert_int_sat_rtn(x[0]); }
kernel void d(global uchar* o, global double* x) { o[0] = convert_uchar_sat_rtp(x[0]); }
#elif defined CONSTANTS
kernel void constants(global int* o) {
  vstore4((int4)(convert_int_sat_rte(NAN), convert_int_sat(1e30f), convert_int_sat_rtp(-1e30), convert_int_rtn(-1.5f)), 0, o);
  *(global ulong*)(o + 4) = convert_ulong_sat_rte((double)NAN);
}
#else
kernel void pixels(global uchar4* o, global float4* x) { o[0] = convert_uchar4_sat_rte(x[0] * 0.5f); }
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void of_half(global uchar* o, global half* x) { o[0] = convert_uchar_sat_rte(x[0]); }
#endif
kernel void to_char(global char3* o, global float3* x) { o[0] = convert_char3_sat(x[0]); }
kernel void to_ushort(global ushort* o, global float* x) { o[0] = convert_ushort_sat_rtn(x[0]); }
kernel void to_short(global short2* o, global float2* x) { o[0] = convert_short2_sat_rtp(x[0]); }
kernel void to_int(global int* o, global float* x) { o[0] = convert_int_sat_rte(x[0]) + convert_int_rte(x[1]); }
kernel void to_uint(global uint* o, global float* x) { o[0] = convert_uint_sat_rtp(x[0]) + convert_uint_rtp(x[1]); }
kernel void to_long(global long* o, global float* x) { o[0] = convert_long_rtn(x[0]); }
kernel void of_int(global float* o, global int* x) { o[0] = convert_float_rtz(x[0]); }
kernel void of_ulong(global float* o, global ulong* x) { o[0] = convert_float_rtp(x[0]); }
kernel void of_double(global float* o, global double* x) { o[0] = convert_float_rtn(x[0]); }
kernel void of_long(global double* o, global long* x) { o[0] = convert_double_rtp(x[0]); }
#endif
