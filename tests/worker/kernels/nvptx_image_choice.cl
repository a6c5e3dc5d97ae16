// An image or a sampler chosen at run time becomes a branch around two instructions, each naming its argument.
// RUN: -t nvptx:sm_50 -t nvptx:sm_90
// CHECK nvptx: tex\.2d\.v4\.f32\.f32\s+\{[^}]*\}, \[k_param_0, k_param_1,
// CHECK nvptx: tex\.2d\.v4\.f32\.f32\s+\{[^}]*\}, \[k_param_0, k_param_2,
// RUN: -t nvptx:sm_90 -O0
// RUN: -t nvptx:sm_90 -O1
float4 at(read_only image2d_t in, sampler_t s, float x) { return read_imagef(in, s, (float2)(x)); }
kernel void k(read_only image2d_t in, sampler_t s, sampler_t t, global float4* o, int which) {
  o[0] = which ? at(in, s, 0.5f) : at(in, t, 0.5f);
}
