// Conversions that saturate or round as their names say are one instruction each.
// RUN: -t nvptx:sm_50 -t nvptx:sm_90
// CHECK nvptx: cvt\.rni\.u8\.f32
// CHECK nvptx: cvt\.rzi\.s8\.f32
// CHECK nvptx: cvt\.rmi\.u16\.f32
// CHECK nvptx: cvt\.rpi\.s16\.f32
// CHECK nvptx: cvt\.rni\.s32\.f32
// CHECK nvptx: cvt\.rpi\.u32\.f32
// CHECK nvptx: cvt\.rmi\.s64\.f32
// CHECK nvptx: cvt\.rz\.f32\.s32
// CHECK nvptx: cvt\.rp\.f32\.u64
// CHECK nvptx: cvt\.rm\.f32\.f64
// CHECK nvptx: cvt\.rp\.f64\.s64
// CHECK-NOT nvptx: setp|selp|\bmin|\bmax
// To 64 bits, and of double, PTX does not make 0 of NaN.
// RUN: -t nvptx:sm_50 -t nvptx:sm_90 -DNAN_IS_LEAST
// CHECK nvptx: setp\.num\.f32 .*\n.*cvt\.rni\.s64\.f32 .*\n.*selp\.b64 .*, 0, %p
// CHECK nvptx: setp\.num\.f64 .*\n.*cvt\.rzi\.u64\.f64 .*\n.*selp\.b64 .*, 0, %p
// CHECK nvptx: setp\.num\.f64 .*\n.*cvt\.rmi\.s32\.f64 .*\n.*selp\.b32 .*, 0, %p
// CHECK nvptx: cvt\.rpi\.u8\.f64 .*\n.*\n.*setp\.num\.f64 .*\n.*\n.*selp\.b16 .*, 0, %p
// CHECK-NOT nvptx: \bmin|\bmax
// Constants are converted while compiling.
// RUN: -t nvptx:sm_90 -DCONSTANTS
// CHECK nvptx: st\.global\.b32 .*\+12\], -2;
// CHECK nvptx: st\.global\.b32 .*\+8\], -2147483648;
// CHECK nvptx: st\.global\.b32 .*\+4\], 2147483647;
// CHECK nvptx: st\.global\.b32 .*\d\], 0;
// CHECK nvptx: st\.global\.b64 .*\+16\], 0;
// CHECK-NOT nvptx: cvt
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
