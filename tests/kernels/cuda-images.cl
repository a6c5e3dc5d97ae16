// Images by CUDA's driver are addresses of descriptors with texture and surface objects, samplers are indices.
// RUN: %clc compile %s -t cuda:sm_75 -o - | %disasm | FileCheck %s --implicit-check-not=texref --implicit-check-not=surfref --implicit-check-not=samplerref
// RUN: %clc compile %s -t cuda:sm_90 -cl-opt-disable -o - | %disasm | FileCheck %s --implicit-check-not=texref --implicit-check-not=surfref --implicit-check-not=samplerref
// CHECK-LABEL: own_read(
// CHECK: tex.3d.v4.s32.f32 {{.*}}, [%rd
// CHECK-LABEL: .entry copy(
// CHECK: .param .u64 .ptr .global {{.*}}copy_param_0
// CHECK: .param .u64 .ptr .global {{.*}}copy_param_1
// CHECK: .param .u32 copy_param_2
// CHECK: tex.2d.v4.f32.f32 {{.*}}, [%rd
// CHECK: sust.p.2d.v4.b32.trap [%rd
kernel void copy(read_only image2d_t from, write_only image2d_t to, sampler_t sampler, float2 at) {
  write_imagef(to, (int2)(get_global_id(0), get_image_width(from)), read_imagef(from, sampler, at));
}
// NVIDIA's OpenCL driver cannot do that.
// CHECK-LABEL: .entry choose(
// CHECK: call.uni {{.*}}own_read,
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
int4 __attribute__((noinline)) read(read_only image3d_t image, int4 at) { return read_imagei(image, nearest, at); }
kernel void choose(read_only image3d_t a, read_only image3d_t b, global int4* o, int which) {
  o[0] = which ? read(a, o[1]) : read(b, o[1]);
}
// An image of one dimension is an array with one layer, a buffer is none.
// CHECK-LABEL: .entry line(
// CHECK: tex.a1d.v4.f32.s32
// CHECK: sust.p.a1d.v4.b32.trap
kernel void line(read_only image1d_t from, write_only image1d_t to) {
  write_imagef(to, (int)get_global_id(0), read_imagef(from, 0));
}
// CHECK-LABEL: .entry buffer(
// CHECK: tex.1d.v4.f32.s32
kernel void buffer(read_only image1d_buffer_t from, global float4* o) { *o = read_imagef(from, 0); }
// CUDA has no surfaces of buffers: the kernel converts, and stores at the address that stands in the surface's place.
// CHECK-LABEL: .entry fill(
// CHECK-NOT: sust
// CHECK-DAG: cvt.rni.{{(sat.)?}}u8.f32
// CHECK-DAG: st.global.v4.{{[bf]32|[bu]32}}
// CHECK: ret;
kernel void fill(write_only image1d_buffer_t to, float4 colour) { write_imagef(to, (int)get_global_id(0), colour); }
