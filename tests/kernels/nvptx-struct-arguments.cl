// Structs as arguments are read where the driver puts them: kernels that write none have no local memory.
// RUN: %clc compile %s -t nvptx:sm_50 -o - | %disasm | FileCheck %s --implicit-check-not=.local --implicit-check-not='{{[[:space:]]}}cvta'
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --implicit-check-not=.local --implicit-check-not='{{[[:space:]]}}cvta'
// CHECK-LABEL: .entry vectors(
// CHECK: ld.param.v4.b32
// Pointers that go elsewhere are made of the parameter, from sm_70 on.
// RUN: %clc compile %s -t nvptx:sm_90 -DPOINTERS -o - | %disasm | FileCheck %s --check-prefix=POINTERS --implicit-check-not=.local
// POINTERS-LABEL: .entry called(
// POINTERS: cvta.param.u64
// Without optimisation there is a copy.
// RUN: %clc compile %s -t nvptx:sm_50 -cl-opt-disable -o - | %disasm | FileCheck %s --check-prefix=O0
// RUN: %clc compile %s -t nvptx:sm_90 -cl-opt-disable -o - | %disasm | FileCheck %s --check-prefix=O0
// O0-LABEL: .entry dynamic(
// O0: .local
// A copy that is written stays, and is made by words.
// RUN: %clc compile %s -t nvptx:sm_50 -DWRITTEN -o - | %disasm | FileCheck %s --check-prefix=WRITTEN --implicit-check-not='.b8 {{.*}}[%%' --implicit-check-not='st.{{[^ ]+}}.b8'
// RUN: %clc compile %s -t nvptx:sm_90 -DWRITTEN -o - | %disasm | FileCheck %s --check-prefix=WRITTEN --implicit-check-not='.b8 {{.*}}[%%' --implicit-check-not='st.{{[^ ]+}}.b8'
// WRITTEN-LABEL: .entry written(
// WRITTEN: st.local.b32
typedef struct { float a[16]; int n; } Array;
typedef struct { float4 v[4]; float3 w; int2 few[2]; } Vectors;
typedef struct { Array first; struct { int k; Array second; } inner; } Nested;
typedef union { float f[8]; uint u[8]; ulong l[4]; } Either;
typedef struct { Either e; Array rows[3]; } Mixed;
typedef struct { double d[4]; long l[4]; char c[3]; } Wide;
typedef struct __attribute__((packed)) { char c; int i[4]; double d[2]; } Packed;
typedef struct __attribute__((aligned(32))) { short s[12]; } Aligned;
typedef struct { float a[2]; } Two;

#if defined WRITTEN
kernel void written(global float* o, Array p) { const int i = get_global_id(0); p.a[i & 15] = 3; o[i] = p.a[(i + 1) & 15] * p.n; }
kernel void written_by_inner(global float* o, Array p) { written(o, p); o[0] += p.a[get_local_id(0) & 15]; }
#elif defined POINTERS
__attribute__((noinline)) float get_called(const Array* p, int i) { return p->a[i & 15]; }
kernel void called(global float* o, Array p) { const int i = get_global_id(0); o[i] = get_called(&p, i) + get_called(&p, i + 1); }
kernel void walked(global float* o, Array p) {
  float sum = 0;
  for (const float* at = p.a, *end = p.a + p.n; at != end; ++at) sum += *at;
  o[get_global_id(0)] = sum;
}
kernel void two_structs(global float* o, Array p, Array q) {
  const int i = get_global_id(0);
  const Array* chosen = i & 1 ? &p : &q;
  o[i] = chosen->a[i & 15];
}
kernel void compared(global int* o, Array p, int i) {
  const float* at = i < 0 ? (const float*)0 : &p.a[i];
  o[0] = at == &p.a[o[1]];
  o[2] = at != 0 ? *at : p.a[i + 1];
}
#else
kernel void dynamic(global float* o, Array p) { o[get_global_id(0)] = p.a[get_global_id(0) & 15] * p.n; }
kernel void vectors(global float4* o, Vectors p) {
  const int i = get_global_id(0);
  o[i] = p.v[i & 3] + (float4)(p.w, p.few[i & 1].y);
}
kernel void element_of_vector(global float* o, Vectors p) { const int i = get_global_id(0); o[i] = p.v[i & 3][i >> 2 & 3] + p.w[i % 3]; }
kernel void nested(global float* o, Nested p) {
  const int i = get_global_id(0);
  o[i] = p.first.a[i & 15] + p.inner.second.a[i & 7] * p.inner.k;
}
kernel void either(global float* o, Either p) { const int i = get_global_id(0); o[i] = p.f[i & 7] + p.u[7 - (i & 7)] + p.l[i & 3]; }
kernel void mixed(global float* o, Mixed p) { const int i = get_global_id(0); o[i] = p.rows[i % 3].a[i & 15] + p.e.u[i & 7]; }
kernel void wide(global double* o, Wide p) { const int i = get_global_id(0); o[i] = p.d[i & 3] + p.l[i & 3] + p.c[i % 3]; }
kernel void packed(global double* o, Packed p) { const int i = get_global_id(0); o[i] = p.i[i & 3] * p.d[i & 1] + p.c; }
kernel void aligned(global int* o, Aligned p) { const int i = get_global_id(0); o[i] = p.s[i % 12]; }
kernel void two(global float* o, Two p) { const int i = get_global_id(0); o[i] = p.a[i & 1]; }
float get(const Array* p, int i) { return p->a[i & 15]; }
float get_from_copy(Array p, int i) { return p.a[i & 15] + p.n; }
kernel void helper(global float* o, Array p) { const int i = get_global_id(0); o[i] = get(&p, i) + get(&p, i + 1); }
kernel void helper_by_value(global float* o, Array p) { const int i = get_global_id(0); o[i] = get_from_copy(p, i); }
kernel void copy_of_copy(global float* o, Nested p) {
  const int i = get_global_id(0);
  const Array mine = p.inner.second;
  o[i] = mine.a[i & 15];
}
kernel void whole(global Nested* o, Nested p) { o[get_global_id(0)] = p; }
kernel void looped(global float* o, Array p) {
  float sum = 0;
  for (int i = 0; i < p.n; ++i) sum += p.a[i];
  o[get_global_id(0)] = sum;
}
kernel void field_written(global float* o, Array p) {
  const int i = get_global_id(0);
  p.n += i;
  o[i] = p.a[i & 15] * p.n;
}
kernel void read_in_branch(global float* o, Array p) {
  const int i = get_global_id(0);
  if (o[i] > 0) { barrier(CLK_GLOBAL_MEM_FENCE); o[i] = p.a[i & 15]; } 
}
kernel void inner_kernel(global float* o, Array p) { const int i = get_global_id(0); o[i] = p.a[i & 15]; }
kernel void outer_kernel(global float* o, Array p) { inner_kernel(o, p); }
#endif
