// AMD's functions that read images are inlined, though their features are not the machine's: gfx11 lacks real-true16.
// RUN: %clc compile %s -t amdgcn:gfx1100 -o - | %disasm | FileCheck %s
// CHECK-NOT: s_swappc_b64
// CHECK: image_sample
// CHECK-NOT: s_swappc_b64
kernel void k(read_only image2d_t in, sampler_t s, global float4* o) {
  o[get_global_id(0)] = read_imagef(in, s, (float2)(0.5f, 0.25f * get_global_id(0)));
}
