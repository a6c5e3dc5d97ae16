// RUN: -t spirv64 -t spirv32 -t nvptx:sm_50 -t nvptx:sm_90 -cl-opt-disable
// CHECK nvptx: \.entry k\(
// MANIFEST: "build_options": "-cl-opt-disable"
// RUN: -t spirv64 -t spirv32 -t nvptx:sm_90 -O0
// MANIFEST: "build_options": "-cl-opt-disable"
// RUN: -t spirv64 -O0 -cl-mad-enable
// MANIFEST: "build_options": "-cl-mad-enable -cl-opt-disable"
// RUN: -t spirv64 -cl-opt-disable -O2
// MANIFEST: (?s)\A(?!.*build_options)
// RUN: -t spirv64 -t spirv32 -t nvptx:sm_90 -O1
// MANIFEST: (?s)\A(?!.*build_options)
// RUN: -t spirv64 -t spirv32 -t nvptx:sm_90 -O2
// RUN: -t spirv64 -t spirv32 -t nvptx:sm_90 -Os
// RUN: -t spirv64 -t spirv32 -t nvptx:sm_90 -O3
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
