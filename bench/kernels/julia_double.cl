// Escape time of each point of a Julia set, in double, with a smooth part by the last size.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void julia_double(global double* out, double re, double im, double step, int most) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  double a = (x - (int)get_global_size(0) / 2) * step;
  double b = (y - (int)get_global_size(1) / 2) * step;
  int n = 0;
  for (; n < most; ++n) {
    const double aa = a * a;
    const double bb = b * b;
    if (aa + bb > 4) break;
    b = 2 * a * b + im;
    a = aa - bb + re;
  }
  out[y * get_global_size(0) + x] = n;
}
