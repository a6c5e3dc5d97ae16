kernel void invert(read_only image2d_t in, write_only image2d_t out) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  if (any(at >= get_image_dim(out))) return;
  // HOLE: Read the pixel at `at`, and write 255 minus each channel.
  write_imageui(out, at, (uint4)(0));
}
