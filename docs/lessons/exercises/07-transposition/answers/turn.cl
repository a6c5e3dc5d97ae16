kernel void turn(global const uint* in, global uint* out, uint width, uint height) {
  const uint x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  out[x * height + y] = in[y * width + x];
}
