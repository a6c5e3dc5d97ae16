// RUN: %clc compile %s -t nvptx:sm_50 -o - | %disasm | FileCheck %s --check-prefix=NVPTX --implicit-check-not='%%SP'
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --check-prefix=NVPTX --implicit-check-not='%%SP'
// NVPTX-LABEL: .entry k(
// NVPTX: {{\.param \.u64 \.ptr \.texref k_param_0|\.param \.texref k_param_0}}
// NVPTX: .surfref k_param_1
// NVPTX: .samplerref k_param_2
// NVPTX: txq.width.b32 %{{[^ ]+}}, [k_param_0]
// NVPTX: suq.height.b32 %{{[^ ]+}}, [k_param_1]
// NVPTX: tex.2d.v4.f32.f32 {{{[^}]*}}}, [k_param_0, k_param_2,
// NVPTX: suq.channel_order.b32 %{{[^ ]+}}, [k_param_1]
// NVPTX: sust.{{(b|p)}}.2d.{{[^ ]+}} [k_param_1,
// RUN: %clc compile %s -t spirv64:1.2 -o - | %disasm | FileCheck %s --check-prefix=SPIRV
// RUN: %clc compile %s -t spirv32:1.0 -o - | %disasm | FileCheck %s --check-prefix=SPIRV
// SPIRV: OpTypeImage %void 2D 0 0 0 0 Unknown ReadOnly
// SPIRV: OpTypeImage %void 2D 0 0 0 0 Unknown WriteOnly
// SPIRV-LABEL: %k = OpFunction
// SPIRV: OpImageSampleExplicitLod
// SPIRV: OpImageWrite
// RUN: %clc compile %s -t nvptx:sm_50 -t nvptx:sm_90 -t spirv64:1.2 -t spirv32:1.0 -o %t.pack && FileCheck %s --check-prefix=MANIFEST --input-file=%t.pack/manifest.clc.json
// MANIFEST: "type": "image2d_t"
kernel void k(read_only image2d_t in, write_only image2d_t out, sampler_t s) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  if (at.x >= get_image_width(in) || at.y >= get_image_height(out)) return;
  write_imagef(out, at, read_imagef(in, s, convert_float2(at)));
}
