// RUN: %clc compile %s -t nvptx:sm_50 -o - | %disasm | FileCheck %s --check-prefix=NVPTX
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --check-prefix=NVPTX
// NVPTX: .global .samplerref {{[^ ]+}} = { addr_mode_0 = clamp_to_edge, {{.*}}filter_mode = nearest, force_unnormalized_coords = 1 }
// NVPTX: .global .samplerref {{[^ ]+}} = { addr_mode_0 = wrap, addr_mode_1 = wrap, addr_mode_2 = wrap, filter_mode = linear }
// RUN: %clc compile %s -t spirv64:1.2 -o - | %disasm | FileCheck %s --check-prefix=SPIRV
// SPIRV: OpConstantSampler %{{[^ ]+}} ClampToEdge 0 Nearest
// SPIRV: OpConstantSampler %{{[^ ]+}} Repeat 1 Linear
// Their last word, which says what is beyond the image, is 0: transparent black.
// RUN: %clc compile %s -t amdgcn:gfx1100 -o - | %disasm | FileCheck %s --check-prefix=AMD --implicit-check-not=', 2.0'
// AMD: , 0x20500000
constant sampler_t smooth = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
kernel void k(read_only image2d_t in, read_only image3d_t volume, global float4* o) {
  const sampler_t exact = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  o[0] = read_imagef(in, smooth, (float2)(0.5f, 0.25f)) + read_imagef(volume, exact, (int4)(1, 3, 5, 0));
}
