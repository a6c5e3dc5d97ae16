// clc's functions of double for NVIDIA, for any device: stand-ins for the chip's approximations are wrong by as much as
// the chip may be. The functions that are not there are the device's own.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
#include "tables.clh"
#define FN __attribute__((overloadable))

// Between -1 and 1, of the bits of x, and often one of both.
float disturbance(ulong bits) {
  const uint hash = (uint)(((bits ^ (bits >> 29)) * 0x9e3779b97f4a7c15UL) >> 40);
  return (hash & 3) == 0 ? 1 : (hash & 3) == 1 ? -1 : (float)(int)(hash >> 2) / 0x1p21f - 1;
}
// The chip reads and writes the upper half alone; what is denormal counts as zero.
double upper_half(double x) { return as_double(as_ulong(x) & 0xffffffff00000000UL); }
double flushed(double x) { return fabs(x) < 0x1p-1022 ? copysign(0.0, x) : x; }
double chip_reciprocal(double x) {
  x = flushed(upper_half(x));
  return flushed(upper_half(1 / x * (1 + 0x1p-23 * (double)disturbance(as_ulong(x)))));
}
double chip_rsqrt(double x) {
  x = flushed(upper_half(x));
  return upper_half(1 / sqrt(x) * (1 + 0x1p-23 * (double)disturbance(as_ulong(x))));
}
float chip_log2(float x) { return (float)((double)log2(x) + 0x1p-22 * (double)disturbance(as_uint(x))); }
float chip_exp2(float x) { return (float)((double)exp2(x) * (1 + 0x1p-22 * (double)disturbance(as_uint(x)))); }

#include "own_names.clh"
#include "nvptx_double.clh"
#include "../kernels/accuracy_double.cl"
