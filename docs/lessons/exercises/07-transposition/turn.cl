kernel void turn(global const uint* in, global uint* out, uint width, uint height) {
  const uint x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  // HOLE: Rows of the result have `height` elements.
  out[y * width + x] = in[y * width + x];
}
