// Much of what formats have words for, without a name of more than two letters: every word in its binary is the format's.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef struct { float4 a; int b[3]; char c; } S;
constant float t[64] = {1,2,3,4,5,6,7,8.5f};
constant int u[256] = {1,2,3,4};
constant sampler_t z = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
__attribute__((noinline)) float f(float x, global S* s) { for (int i = 0; i < s->b[0]; ++i) x = sin(x) + pow(x, s->a.x); return x; }
kernel void a(global float* p, global int* q, local float* l, S s, read_only image2d_t i, write_only image2d_t o, constant float* c, double d, global S* g) {
  local float m[64];
  int x = get_global_id(0), y = get_local_id(0);
  m[y] = p[x] + t[q[x] & 63]; l[y] = m[63 - y];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 1; k < 64; k <<= 1) { if (y >= k) l[y] += l[y - k]; barrier(CLK_LOCAL_MEM_FENCE); }
  atomic_add(q, u[x & 255]); atomic_max(q + 1, x); atomic_cmpxchg(q + 2, 1, 2);
  float4 v = read_imagef(i, z, (int2)(x, y));
  write_imagef(o, (int2)(x, y), v + s.a);
  p[x] = f(l[y], g) + exp(v.x) + log(v.y) + fmod(v.z, v.w) + convert_float(d * sqrt(d)) + c[x] + native_sin(v.x) + tgamma(v.y) + erf(v.x) + rsqrt(v.x);
  switch (q[x]) { case 0: p[1] = 1; break; case 1: p[2] = 7; break; case 2: p[7] = 8; break; case 3: p[4] = 5; break; case 4: p[5] = 9; }
  if (x == 9) printf("%d %f %s\n", x, p[x], "q");
  vstore4(vload4(x, p) * 2, x, p); vstore_half(p[x], 0, (global half*)q);
  event_t e = async_work_group_copy(l, p, 32, 0); wait_group_events(1, &e); prefetch(p, 4);
  mem_fence(CLK_GLOBAL_MEM_FENCE);
}
kernel __attribute__((reqd_work_group_size(64, 1, 1))) __attribute__((vec_type_hint(float4))) void b(global const uchar16* restrict p, global volatile ulong* q) {}
