// RUN: %clc compile %s -t nvptx:sm_50 -o - | %disasm | FileCheck %s --check-prefix=NVPTX
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --check-prefix=NVPTX
// NVPTX-LABEL: .entry k(
// NVPTX: tex.1d.
// NVPTX: tex.a1d.
// NVPTX: tex.a2d.
// NVPTX: tex.3d.
// NVPTX: sust.{{[bp]}}.1d
// NVPTX: sust.{{[bp]}}.a2d
// RUN: %clc compile %s -t spirv64:1.2 -o - | %disasm | FileCheck %s --check-prefix=SPIRV
// SPIRV: OpTypeImage %void Buffer
// SPIRV: OpTypeImage %void 1D 0 1
kernel void k(read_only image1d_t a, read_only image1d_buffer_t b, read_only image1d_array_t c, read_only image2d_array_t d,
              read_only image3d_t e, write_only image1d_t f, write_only image2d_array_t g, sampler_t s) {
  float4 v = read_imagef(a, s, 0.5f) + read_imagef(b, 3) + read_imagef(c, s, (float2)(0.5f, 1.0f)) +
             read_imagef(d, s, (float4)(0.5f, 0.5f, 1.0f, 0.0f)) + read_imagef(e, s, (float4)(0.5f));
  v.x += get_image_array_size(c) + get_image_depth(e);
  write_imagef(f, 1, v);
  write_imageui(g, (int4)(1, 2, 3, 0), (uint4)(read_imagei(d, (int4)(1, 2, 0, 0)).x));
}
