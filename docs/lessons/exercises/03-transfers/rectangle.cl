kernel void rectangle(global const uchar* from, global uchar* to, uint from_pitch, uint to_pitch, uint width, uint height) {
  const uint x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  // HOLE: Use each picture's own pitch.
  to[y * width + x] = from[y * width + x];
}
