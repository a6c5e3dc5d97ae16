// For NVIDIA's targets, what only its compilers take is the extension clc_nvidia_dialect, with one warning a source.
// RUN: env CLC_OPTIONS_APPEND= %clc compile %s -t nvptx:sm_90 -o %t.p 2>&1 | FileCheck %s --check-prefix=WARNING
// RUN: env CLC_OPTIONS_APPEND= %clc compile %s -t nvptx:sm_50 -cl-std=CL3.0 -g -o %t.p 2>&1 | FileCheck %s --check-prefix=WARNING
// WARNING-NOT: {{error|warning}}:
// WARNING: nvptx-dialect.cl:[[#@LINE+20]]:1: warning: NVIDIA's dialect (clc_nvidia_dialect), which other compilers refuse, here and in 8 more lines [-Wnvidia-dialect]
// WARNING-NOT: {{error|warning}}:
// RUN: env CLC_OPTIONS_APPEND= %clc compile %s -t nvptx:sm_90 -w -q -o %t.p 2>&1 | count 0
// RUN: not %clc compile %s -t nvptx:sm_90 -o %t.p 2>&1 | FileCheck %s --check-prefix=WERROR
// WERROR: error: NVIDIA's dialect {{.*}} [-Werror,-Wnvidia-dialect]
// RUN: %clc compile %s -t nvptx:sm_90 -Wno-nvidia-dialect -o - | %disasm | FileCheck %s
//
// Other errors remain, at their places.
// RUN: not %clc compile %s -t nvptx:sm_90 -DMISTAKE -Wno-nvidia-dialect -o %t.p 2>&1 | FileCheck %s --check-prefix=MISTAKE
// MISTAKE-NOT: ambiguous
// MISTAKE: error: use of undeclared identifier 'unheard_of'
//
// Other targets refuse it, and say why.
// RUN: not %clc compile %s -t spirv64 -o %t.p 2>&1 | FileCheck %s --check-prefix=OTHERS
// RUN: not %clc compile %s -t amdgcn:gfx1100 -cl-std=CL3.0 -o %t.p 2>&1 | FileCheck %s --check-prefix=OTHERS
// OTHERS-DAG: global sampler requires a const or constant address space qualifier (not portable, as only NVIDIA's compilers take it: write constant or const before sampler_t)
// OTHERS-DAG: outermost scope of a kernel function (not portable, as only older compilers of NVIDIA's take it: declare it where the kernel's body begins)
// OTHERS-DAG: call to 'mul24' is ambiguous (the arguments are size_t and size_t; not portable, as only older compilers of NVIDIA's choose one function: cast them to one type)
// OTHERS-DAG: call to 'min' is ambiguous (the arguments are uint and int; not portable, as only older compilers of NVIDIA's choose one function: cast them to one type)
// OTHERS-DAG: call to 'min' is ambiguous (the arguments are int and uint; not portable, as
sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST;
static sampler_t linear = CLK_FILTER_LINEAR, other = CLK_FILTER_NEAREST;
#define SHARED __local
#define IMUL(a, b) mul24(a, b)
kernel void images(read_only image2d_t i, global float4* o) {
  o[0] = read_imagef(i, nearest, (int2)(0)) + read_imagef(i, linear, (float2)(0)) + read_imagef(i, other, (float2)(0));
}
// CHECK-LABEL: .entry products(
// CHECK-DAG: mul.wide.u32
// CHECK-DAG: mul.wide.s32
kernel void products(global ulong* u, int i, short s) {
  u[0] = IMUL(get_local_size(0), get_local_size(1));
  u[1] = IMUL(i, s);
}
// CHECK-LABEL: .entry sums_of_types(
// CHECK-DAG: min.u32
// CHECK-DAG: max.s64
// CHECK-DAG: max.{{f32|ftz.f32}}
kernel void sums_of_types(global uint* u, global long* l, global float* f, int i) {
  u[0] = min(u[1], i);
  l[0] = max(l[1], max(i, 1));
  f[0] = max(0, f[1]);
  u[2] = min(255, abs(i)) + min(255, abs(max(i, min(u[3], i))));
}
// CHECK-LABEL: .entry tiles(
// CHECK: .shared .align {{[0-9]+}} .b8 {{.*}}tile{{.*}}[256];
// CHECK: .shared .align {{[0-9]+}} .b8 {{.*}}tile{{.*}}[128];
kernel void tiles(global float* f, int n) {
  int i = get_local_id(0);
  for (int k = 0; k < n; ++k) {
    SHARED float tile[64], more[64];
    tile[i] = f[k];
    more[i] = f[k + 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (k == 3) {
      local float tile[32];
      tile[i & 31] = f[0];
      barrier(CLK_LOCAL_MEM_FENCE);
      f[1] = tile[i & 7];
      if (n == 5) continue;
    }
    if (f[k] == 1) break;
    f[i] = tile[63 - i] + more[63 - i];
  }
#ifdef MISTAKE
  f[0] = unheard_of;
#endif
}
