constant sampler_t k_nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST |
                               // HOLE: Choose the mode that gives the nearest pixel of the edge.
                               CLK_ADDRESS_CLAMP;

// Adds the pixels on the left and on the right.
kernel void edge(read_only image2d_t in, write_only image2d_t out) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  if (any(at >= get_image_dim(out))) return;
  write_imageui(out, at, read_imageui(in, k_nearest, at - (int2)(1, 0)) + read_imageui(in, k_nearest, at + (int2)(1, 0)));
}
