kernel void rectangle(global const uchar* from, global uchar* to, uint from_pitch, uint to_pitch, uint width, uint height) {
  const uint x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  to[y * to_pitch + x] = from[y * from_pitch + x];
}
