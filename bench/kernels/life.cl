// A step of Conway's game of life on a torus.
kernel void life(global const uchar* in, global uchar* out) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int w = get_global_size(0), h = get_global_size(1);
  int neighbours = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      if (dx != 0 || dy != 0) neighbours += in[(y + dy + h) % h * w + (x + dx + w) % w];
    }
  }
  out[y * w + x] = neighbours == 3 || (neighbours == 2 && in[y * w + x]);
}
