// RUN: -t nvptx:sm_50 -t nvptx:sm_90 -t spirv64:1.2 -t spirv32:1.0
// CHECK nvptx: \.param \.u64 \.ptr \.texref k_param_0|\.param \.texref k_param_0
// CHECK nvptx: \.surfref k_param_1
// CHECK nvptx: \.samplerref k_param_2
// CHECK nvptx: tex\.2d\.v4\.f32\.f32\s+\{[^}]*\}, \[k_param_0, k_param_2,
// CHECK nvptx: sust\.(b|p)\.2d\.\S+\s+\[k_param_1,
// CHECK nvptx: suq\.channel_order\.b32\s+%\w+, \[k_param_1\]
// CHECK-NOT nvptx: %SP
// CHECK nvptx: txq\.width\.b32\s+%\w+, \[k_param_0\]
// CHECK nvptx: suq\.height\.b32\s+%\w+, \[k_param_1\]
// CHECK spirv: OpTypeImage %void 2D 0 0 0 0 Unknown ReadOnly
// CHECK spirv: OpTypeImage %void 2D 0 0 0 0 Unknown WriteOnly
// CHECK spirv: OpImageSampleExplicitLod
// CHECK spirv: OpImageWrite
// MANIFEST: "type": "image2d_t"
kernel void k(read_only image2d_t in, write_only image2d_t out, sampler_t s) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  if (at.x >= get_image_width(in) || at.y >= get_image_height(out)) return;
  write_imagef(out, at, read_imagef(in, s, convert_float2(at)));
}
