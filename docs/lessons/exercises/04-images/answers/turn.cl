// Turns a picture of `width` times `height` clockwise. The result is `height` wide.
kernel void turn(global const uchar* in, global uchar* out, uint width, uint height) {
  const uint x = get_global_id(0), y = get_global_id(1);
  if (x >= height || y >= width) return;
  out[y * height + x] = in[(height - 1 - x) * width + y];
}
