// Heat in three dimensions: each cell and its six neighbours; the border stays.
kernel void stencil7(global const float* in, global float* out, float middle, float side) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  const int w = get_global_size(0), h = get_global_size(1), d = get_global_size(2);
  const int at = (z * h + y) * w + x;
  if (x == 0 || y == 0 || z == 0 || x == w - 1 || y == h - 1 || z == d - 1) {
    out[at] = in[at];
    return;
  }
  out[at] = middle * in[at] + side * (in[at - 1] + in[at + 1] + in[at - w] + in[at + w] + in[at - w * h] + in[at + w * h]);
}
