// Rotates a grey picture about its middle as the tutorials teach it: forwards, in float, onto a canvas as large as the
// picture, which nobody clears. The middle is (width / 2, height / 2) in whole pixels. At 90 degrees the first row therefore
// comes to lie at x = width, outside, and no pixel goes to the first column.
//
// Unlike there, the range may begin and end anywhere.
kernel void rotate_tutorial_forward_grey(global const uchar* restrict in, global uchar* restrict out, int width,
                                         int height, float cosine, float sine, uint2 end) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x >= (int)end.x || y >= (int)end.y) return;
  const int middle_x = width / 2;
  const int middle_y = height / 2;
  const int to_x = (int)((x - middle_x) * cosine - (y - middle_y) * sine + middle_x);
  const int to_y = (int)((x - middle_x) * sine + (y - middle_y) * cosine + middle_y);
  if (to_x >= 0 && to_x < width && to_y >= 0 && to_y < height) {
    out[(size_t)to_y * width + to_x] = in[(size_t)y * width + x];
  }
}
