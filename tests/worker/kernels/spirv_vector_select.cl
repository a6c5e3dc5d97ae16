// OpSelect of vectors with a scalar condition came with SPIR-V 1.4.
// RUN: -t spirv64:1.0 -t spirv64:1.2 -t spirv64:1.4 -t nvptx:sm_90
// CHECK spirv64: select
kernel void k(global float4* o, int which, global int4* m) {
  o[0] = which > 3 ? o[1] : o[2];
  o[3] = select(o[4], o[5], m[0]);
  m[1] = any(m[2]) ? m[3] : m[4];
}
