// Fills `result` with `picture`, whatever their sizes are; the sampler mixes the texels around each place.
kernel void scale(read_only image2d_t picture, sampler_t smooth, write_only image2d_t result) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const float2 size = convert_float2(get_image_dim(result));
  write_imagef(result, at, read_imagef(picture, smooth, (convert_float2(at) + 0.5f) / size));
}
