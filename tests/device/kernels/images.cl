// Writing, reading, sampling and asking about images.
constant sampler_t nearest_clamp = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
constant sampler_t nearest_edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
constant sampler_t linear_repeat = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;

kernel void write_float(write_only image2d_t image, global const float4* in) {
  const int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);
  write_imagef(image, (int2)(x, y), in[y * w + x]);
}
kernel void write_uint(write_only image2d_t image, global const uint4* in) {
  const int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);
  write_imageui(image, (int2)(x, y), in[y * w + x]);
}
kernel void write_int(write_only image2d_t image, global const int4* in) {
  const int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);
  write_imagei(image, (int2)(x, y), in[y * w + x]);
}
kernel void read_float(read_only image2d_t image, global float4* out) {
  const int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0), h = get_global_size(1);
  out[y * w + x] = read_imagef(image, (int2)(x, y));
  out[w * h + y * w + x] = read_imagef(image, nearest_clamp, (int2)(x - 1, y + 1));  // one column and row outside
  out[2 * w * h + y * w + x] = read_imagef(image, nearest_edge, (int2)(x + 1, y - 1));
}
kernel void read_uint(read_only image2d_t image, global uint4* out) {
  const int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0), h = get_global_size(1);
  out[y * w + x] = read_imageui(image, (int2)(x, y));
  out[w * h + y * w + x] = read_imageui(image, nearest_clamp, (float2)(x + 0.5f, y + 0.5f));
}
kernel void read_int(read_only image2d_t image, global int4* out) {
  const int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0), h = get_global_size(1);
  out[y * w + x] = read_imagei(image, (int2)(x, y));
  out[w * h + y * w + x] = read_imagei(image, nearest_clamp, (int2)(x, y));
}
kernel void sample(read_only image2d_t image, sampler_t sampler, global const float2* at, global float4* out) {
  const int i = get_global_id(0);
  out[i] = read_imagef(image, sampler, at[i]);
}
kernel void sample_constant(read_only image2d_t image, global const float2* at, global float4* out) {
  const int i = get_global_id(0);
  out[i] = read_imagef(image, linear_repeat, at[i]);
}
kernel void copy_1d(read_only image1d_t in, write_only image1d_t out) {
  const int x = get_global_id(0);
  write_imagef(out, x, read_imagef(in, x).wzyx + read_imagef(in, nearest_clamp, x));
}
kernel void read_array(read_only image2d_array_t image, global float4* out) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  const int i = (z * get_global_size(1) + y) * get_global_size(0) + x;
  out[2 * i] = read_imagef(image, (int4)(x, y, z, 0));
  out[2 * i + 1] = read_imagef(image, nearest_clamp, (float4)(x + 0.5f, y + 0.5f, z, 0));
}
kernel void read_3d(read_only image3d_t image, global float4* out) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  const int i = (z * get_global_size(1) + y) * get_global_size(0) + x;
  out[2 * i] = read_imagef(image, (int4)(x, y, z, 0));
  out[2 * i + 1] = read_imagef(image, nearest_clamp, (float4)(x + 0.5f, y + 0.5f, z + 0.5f, 0));
}
kernel void queries(read_only image1d_t a, read_only image2d_t b, read_only image2d_array_t c, read_only image3d_t d,
                    global int* out) {
  out[0] = get_image_width(a);
  out[1] = get_image_width(b);
  out[2] = get_image_height(b);
  out[3] = get_image_dim(b).y;
  out[4] = get_image_width(c);
  out[5] = get_image_height(c);
  out[6] = get_image_array_size(c);
  out[7] = get_image_width(d);
  out[8] = get_image_height(d);
  out[9] = get_image_depth(d);
  out[10] = get_image_dim(d).z;
}
kernel void channels(read_only image2d_t image, global int* out) {
  out[0] = get_image_channel_data_type(image);
  out[1] = get_image_channel_order(image);
}
