// Kinds of images beside those of kernels/images.cl, and writing three dimensions.
#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable
constant sampler_t nearest_clamp = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

kernel void write_1d(write_only image1d_t image, global const float4* in) {
  const int x = get_global_id(0);
  write_imagef(image, x, in[x]);
}
kernel void read_1d(read_only image1d_t image, global float4* out) {
  const int x = get_global_id(0), w = get_global_size(0);
  out[x] = read_imagef(image, x);
  out[w + x] = read_imagef(image, nearest_clamp, x + 0.5f);
}
kernel void write_1d_array(write_only image1d_array_t image, global const float4* in) {
  const int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);
  write_imagef(image, (int2)(x, y), in[y * w + x]);
}
kernel void read_1d_array(read_only image1d_array_t image, global float4* out, global int* sizes) {
  const int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);
  out[2 * (y * w + x)] = read_imagef(image, (int2)(x, y));
  out[2 * (y * w + x) + 1] = read_imagef(image, nearest_clamp, (float2)(x - 0.5f, y));  // black left of the first one
  sizes[0] = get_image_width(image);
  sizes[1] = get_image_array_size(image);
}
kernel void write_2d_array(write_only image2d_array_t image, global const float4* in) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  write_imagef(image, (int4)(x, y, z, 0), in[(z * get_global_size(1) + y) * get_global_size(0) + x]);
}
kernel void write_3d(write_only image3d_t image, global const float4* in) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  write_imagef(image, (int4)(x, y, z, 0), in[(z * get_global_size(1) + y) * get_global_size(0) + x]);
}
kernel void read_buffer_float(read_only image1d_buffer_t image, global float4* out, global int* sizes) {
  const int x = get_global_id(0);
  out[x] = read_imagef(image, x);
  sizes[0] = get_image_width(image);
}
kernel void read_buffer_int(read_only image1d_buffer_t image, global int4* out, global int* sizes) {
  const int x = get_global_id(0);
  out[x] = read_imagei(image, x);
  sizes[0] = get_image_width(image);
}
kernel void write_buffer_float(write_only image1d_buffer_t image, global const float4* in) {
  write_imagef(image, (int)get_global_id(0), in[get_global_id(0)]);
}
kernel void write_buffer_int(write_only image1d_buffer_t image, global const int4* in) {
  write_imagei(image, (int)get_global_id(0), in[get_global_id(0)]);
}
kernel void write_buffer_uint(write_only image1d_buffer_t image, global const uint4* in) {
  write_imageui(image, (int)get_global_id(0), in[get_global_id(0)]);
}
