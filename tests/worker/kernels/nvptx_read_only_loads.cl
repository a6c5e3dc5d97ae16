// Loads of `const restrict` memory go through the read-only cache.
// RUN: -t nvptx:sm_50 -t nvptx:sm_90
// CHECK nvptx: ld\.global\.nc\.(b32|f32)
// CHECK nvptx: ld\.global\.nc\.v4\.
// CHECK nvptx: (?s)\.entry plain(?!.*\.nc).*
kernel void fast(global const float* restrict a, global const float4* restrict b, global float* restrict o) {
  const size_t i = get_global_id(0);
  o[i] = a[i] + b[i].x + b[i].y + b[i].z + b[i].w;
}
kernel void plain(global float* a, global float* o) { o[get_global_id(0)] = a[get_global_id(0)]; }
