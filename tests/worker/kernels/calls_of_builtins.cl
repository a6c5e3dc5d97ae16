// Builtins are inlined under every option: also where the program treats denormal numbers otherwise than the library.
// RUN: -t amdgcn:gfx906 -t amdgcn:gfx1100 -t nvptx:sm_90 -cl-std=CL3.0
// CHECK-NOT amdgcn: s_swappc|s_call
// CHECK-NOT nvptx: call\.
// RUN: -t amdgcn:gfx906 -t amdgcn:gfx1100 -t nvptx:sm_90 -cl-std=CL3.0 -cl-denorms-are-zero
// CHECK-NOT amdgcn: s_swappc|s_call
// CHECK-NOT nvptx: call\.
// RUN: -t amdgcn:gfx906 -t amdgcn:gfx1100 -t nvptx:sm_90 -cl-std=CL3.0 -cl-denorms-are-zero -cl-fast-relaxed-math -cl-fp32-correctly-rounded-divide-sqrt
// CHECK-NOT amdgcn: s_swappc|s_call
// CHECK-NOT nvptx: call\.
kernel void entry(global float* o, global const float* a, global const float* b) {
  const size_t i = get_global_id(0);
  o[i] = fma(a[i], b[i], 1.5f) + fmax(a[i], 2.0f) + sqrt(fabs(b[i])) + exp2(a[i]) + native_sin(b[i]);
}
