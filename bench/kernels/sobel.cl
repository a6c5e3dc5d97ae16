// Size of the gradient by Sobel's two operators; the border stays 0.
kernel void sobel(global const uchar* in, global uchar* out, int width, int height) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  global const uchar* p = in + y * width + x;
  const int a = p[-width - 1], b = p[-width], c = p[-width + 1];
  const int d = p[-1], f = p[1];
  const int g = p[width - 1], h = p[width], i = p[width + 1];
  const int across = c + 2 * f + i - a - 2 * d - g;
  const int down = g + 2 * h + i - a - 2 * b - c;
  out[y * width + x] = convert_uchar_sat(abs(across) + abs(down));
}
