// The texts' rotation: pixels go where they belong, on a canvas of the same size that nobody clears. The middle is a whole pixel, so
// that at 90 degrees row 0 falls out; elsewhere two pixels go to one place, and none to another.
kernel void rotate_text(global const uchar* in, global uchar* out, int width, int height, float cosine, float sine) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  const int middle_x = width / 2, middle_y = height / 2;
  const int to_x = (int)((x - middle_x) * cosine - (y - middle_y) * sine + middle_x);
  const int to_y = (int)((x - middle_x) * sine + (y - middle_y) * cosine + middle_y);
  if (to_x >= 0 && to_x < width && to_y >= 0 && to_y < height) out[to_y * width + to_x] = in[y * width + x];
}

// Each place asks for its pixel, twice the distance from the middle being whole; places without one become black.
kernel void rotate_repaired(global const uchar* in, global uchar* out, int width, int height, float cosine, float sine) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  const float right = 2 * x - (width - 1), down = 2 * y - (height - 1);
  const int from_x = (int)floor((right * cosine + down * sine + width) * 0.5f);
  const int from_y = (int)floor((down * cosine - right * sine + height) * 0.5f);
  const bool is_inside = from_x >= 0 && from_x < width && from_y >= 0 && from_y < height;
  out[y * width + x] = is_inside ? in[from_y * width + from_x] : 0;
}
