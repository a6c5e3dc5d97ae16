// Mean of 3 x 3 texels of an image, the border's repeated.
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
kernel void image_blur(read_only image2d_t in, global float4* out) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = 0;
  for (int y = -1; y <= 1; ++y) {
    for (int x = -1; x <= 1; ++x) sum += read_imagef(in, nearest, at + (int2)(x, y));
  }
  out[at.y * get_global_size(0) + at.x] = sum / 9.0f;
}
