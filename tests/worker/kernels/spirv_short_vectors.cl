// Functions of short vectors are called once for each element: Intel's driver for CPUs computes vectors for one work-item after
// the other, and numbers for sixteen at once.
// RUN: -t spirv64:1.2 -t spirv32:1.0 -DFUNCTIONS
// CHECK-NOT spirv: OpExtInst %v[234]\w+ %\w+
// CHECK spirv: OpExtInst %float %\w+ (fma|pow|mix|exp|rsqrt|ldexp)
// CHECK spirv: OpExtInst %uint %\w+ (popcount|u_mul_hi|u_max)
// CHECK spirv: OpConvertFToU %uchar
// CHECK-NOT spirv: OpUDiv %v4uint
// CHECK-NOT spirv: OpConvertUToF %v4float
// CHECK-NOT spirv: OpDot
// Without optimisation they stay.
// RUN: -t spirv64:1.2 -DFUNCTIONS -O0
// CHECK spirv: OpExtInst %v4float %\w+ fma
// CHECK spirv: OpDot
// The products and sums of long vectors are operations; functions of them are called for all elements.
// RUN: -t spirv64:1.2 -DLONG
// CHECK-NOT spirv: OpExtInst %v8float %\w+ mad
// CHECK spirv: OpFMul %v8float
// CHECK spirv: OpExtInst %v8float %\w+ exp
// Lengths and normal vectors are computed with numbers.
// RUN: -t spirv64:1.2 -t spirv32:1.0 -DGEOMETRY
// CHECK-NOT spirv: OpExtInst %\w+ %\w+ (cross|distance|fast_\w+|length|normalize)
// CHECK spirv: OpExtInst %float %\w+ half_rsqrt
// CHECK spirv: OpExtInst %double %\w+ sqrt
// Vectors that lie beside each other in memory are loaded and stored as such, and those of three by elements.
// RUN: -t spirv64:1.2 -DLOADS
// CHECK-NOT spirv: (vloadn|vstoren)
// CHECK spirv: OpLoad %v4float \S+ Aligned 4
// CHECK spirv: OpLoad %float \S+ Aligned 4
// CHECK spirv: OpStore %\w+ %\w+ Aligned 1
// Vectors of more than 16 bytes in memory stay vectors where computing takes a few instructions.
// RUN: -t spirv64:1.2 -DWIDE
// CHECK spirv: OpExtInst %v4double %\w+ fma
// CHECK spirv: OpExtInst %double %\w+ pow
// CHECK spirv: OpExtInst %v3double %\w+ vloadn
// CHECK spirv: OpConvertSToF %v8float
// A long vector whose elements are used one by one is loaded by a call.
// RUN: -t spirv64:1.2 -DTAKEN_APART
// CHECK spirv: vloadn
// Where work-items part, where each has rows of its own, between functions that stay whole, and in loops that carry many
// numbers, vectors stay vectors.
// RUN: -t spirv64:1.2 -DPARTED
// CHECK spirv: OpExtInst %v4float %\w+ exp
// RUN: -t spirv64:1.2 -DPARTED_LOADS
// CHECK spirv: OpExtInst %v4float %\w+ vloadn
// CHECK spirv: OpLoad %v4uchar \S+ Aligned 1
// RUN: -t spirv64:1.2 -DROWS
// CHECK spirv: OpDot
// But functions that take long are worth it, and products of what was computed.
// RUN: -t spirv64:1.2 -DPOWERS
// CHECK-NOT spirv: OpExtInst %v4float
// CHECK spirv: OpExtInst %float %\w+ pow
// CHECK spirv: OpFMul %v4float
// RUN: -t spirv64:1.2 -DWAYS
// CHECK-NOT spirv: OpDot
// RUN: -t spirv64:1.2 -DROWS_BY_FUNCTION
// CHECK spirv: vloadn
// RUN: -t spirv64:1.2 -DWHOLE
// CHECK spirv: OpExtInst %v4float %\w+ mix
// RUN: -t spirv64:1.2 -DMANY
// CHECK spirv: OpExtInst %v4float %\w+ fma
#ifdef FUNCTIONS
kernel void functions(global float4* f, global uint4* u, global uchar4* c, global float2* g, int power) {
  const size_t i = get_global_id(0);
  const float4 x = f[i];
  f[i] = fma(x, x, mix(x, f[i + 1], 0.5f)) + pow(exp(x), (float4)(power)) * rsqrt(x) + ldexp(x, power);
  f[i + 2] = convert_float4(u[i + 3]) * dot(x, f[i + 2]);
  u[i] = popcount(u[i]) + mul_hi(u[i], u[i + 1]) + max(u[i], 5u) + u[i] / u[i + 2];
  c[i] = convert_uchar4_sat_rte(x);
  g[i] = atan2(g[i], g[i + 1]);
}
#endif
#ifdef LONG
kernel void long_vectors(global float8* f) {
  const size_t i = get_global_id(0);
  f[i] = mad(f[i], f[i + 1], f[i + 2]) + exp(f[i] * f[i + 3] + f[i + 4]);
}
#endif
#ifdef LOADS
kernel void loads(global const float* in, global float* out, global uchar* bytes, int first) {
  const size_t i = get_global_id(0);
  vstore4(vload4(i, in) + vload4(first, in), i, out);
  vstore3(vload3(i + first, in), i, out + 4 * get_global_size(0));
  vstore8(vload8(i, bytes), i + first, bytes);
}
#endif
#ifdef GEOMETRY
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void geometry(global float4* f, global float2* g, global double2* d) {
  const size_t i = get_global_id(0);
  const float4 x = f[i];
  f[i] = normalize(x) * length(x) + fast_normalize(f[i + 1]) + distance(x, f[i + 2]);
  f[i + 3] = cross(x, f[i + 4]) * fast_distance(x, f[i + 5]);
  g[i] *= fast_length(g[i]);
  d[i] = normalize(d[i]) * length(d[i]);
}
#endif
#ifdef WIDE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void wide(global double4* d, global double4* e, global const double* in, global double* out, global float8* f,
                 global const int8* n) {
  const size_t i = get_global_id(0);
  d[i] = fma(d[i], d[i + 1], d[i + 2]);
  e[i] = pow(e[i], e[i + 1]);
  vstore3(vload3(i, in), i, out);
  f[i] = convert_float8(n[i]);
}
#endif
#ifdef TAKEN_APART
kernel void taken_apart(global const uchar* in, global uchar* out) {
  const size_t i = get_global_id(0);
  const uchar8 v = vload8(i, in);
  out[i] = v.s0 + v.s1 + v.s2 + v.s3 + v.s4 + v.s5 + v.s6 + v.s7;
}
#endif
#ifdef PARTED
kernel void parted(global float4* f) {
  const size_t i = get_global_id(0);
  float4 x = f[i];
  if (x.x > 0) x = exp(x);
  f[i] = x;
}
#endif
#ifdef PARTED_LOADS
kernel void parted_loads(global const float* in, global float4* f, global const uchar* bytes, global uchar4* c) {
  const size_t i = get_global_id(0);
  if (in[i] > 0) {
    f[i] = vload4(i, in);
    c[i] = vload4(i, bytes);
  }
}
#endif
#ifdef ROWS
kernel void rows(global const float4* in, global float* out, int columns) {
  const size_t row = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < columns; ++k) sum += dot(in[row * columns + k], in[row * columns + k]);
  out[row] = sum;
}
#endif
#ifdef POWERS
kernel void powers(read_only image2d_t in, write_only image2d_t out, float4 gain, float4 bias, float4 power) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, at, pow(read_imagef(in, at) * gain + bias, power));
}
#endif
#ifdef WAYS
kernel void ways(global const float4* in, global float* out, int columns) {
  const size_t row = get_global_id(0);
  float sum = 0;
  for (int k = 1; k < columns; ++k) {
    const float4 way = in[row * columns + k] - in[row * columns];
    sum += dot(way, way);
  }
  out[row] = sum;
}
#endif
#ifdef ROWS_BY_FUNCTION
kernel void rows(global const float* in, global float4* out, int columns) {
  const size_t row = get_global_id(0);
  out[row] = vload4(row * columns, in);
}
#endif
#ifdef WHOLE
kernel void whole(global const half* a, global half* out, float share) {
  const size_t i = get_global_id(0);
  vstore_half4(mix(vload_half4(i, a), vload_half4(i + 1, a), share), i, out);
}
#endif
#ifdef MANY
kernel void many(global float4* f, int turns) {
  const size_t i = get_global_id(0);
  float4 sums[9];
  for (int k = 0; k < 9; ++k) sums[k] = f[i + k];
  for (int turn = 0; turn < turns; ++turn) {
    for (int k = 0; k < 9; ++k) sums[k] = fma(sums[k], f[turn], sums[k]);
  }
  for (int k = 0; k < 9; ++k) f[i + k] = sums[k];
}
#endif
