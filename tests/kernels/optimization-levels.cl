// RUN: %clc compile %s -t nvptx:sm_50 -t spirv32 -cl-opt-disable -o - | %disasm | FileCheck %s --check-prefix=O0
// O0: .entry k(
// RUN: %clc compile %s -t spirv64 -t nvptx:sm_90 -O0 -o %t.pack && FileCheck %s --check-prefix=DISABLED --input-file=%t.pack/manifest.clc.json
// DISABLED: "build_options": "-cl-opt-disable"
// RUN: %clc compile %s -t spirv64 -O0 -cl-mad-enable -o %t.mad && FileCheck %s --check-prefix=MAD --input-file=%t.mad/manifest.clc.json
// MAD: "build_options": "-cl-mad-enable -cl-opt-disable"
// The last level counts, and drivers are not told of it.
// RUN: %clc compile %s -t spirv64 -cl-opt-disable -O2 -o %t.o2 && FileCheck %s --input-file=%t.o2/manifest.clc.json --implicit-check-not=build_options
// RUN: %clc compile %s -t spirv64 -t nvptx:sm_90 -O1 -o %t.o1 && FileCheck %s --input-file=%t.o1/manifest.clc.json --implicit-check-not=build_options
// CHECK: "target": "spirv64:1.2"
// RUN: %clc compile %s -t spirv64 -t spirv32 -t nvptx:sm_90 -O2 -o - | %valid
// RUN: %clc compile %s -t spirv64 -t spirv32 -t nvptx:sm_90 -Os -o - | %valid
// RUN: %clc compile %s -t spirv64 -t spirv32 -t nvptx:sm_90 -O3 -o - | %valid
typedef struct { int n; float v[6]; } S;
float sum(S s, float3 w) {
  float r = dot(w, w);
  for (int i = 0; i < s.n; ++i) r += s.v[i] * sin(s.v[i]);
  return r;
}
kernel void k(global float* o, S s, local int* l, int4 v) {
  const int4 m = v > 3 ? v : -v;
  l[get_local_id(0)] = m.x + m.w;
  barrier(CLK_LOCAL_MEM_FENCE);
  switch (l[1]) {
    case 1: o[0] = 3; break;
    case 7: o[0] = 4; break;
    default: atomic_add(l, 4);
  }
  o[get_global_id(0)] = sum(s, vload3(0, o)) + l[0] + convert_float(mad_hi(v.x, v.y, v.z));
  printf("%d %f\n", l[0], o[1]);
}
