// Escape time of each point of a part of the Mandelbrot set.
kernel void mandelbrot(global uint* times, float left, float top, float step, uint most) {
  const uint x = get_global_id(0);
  const uint y = get_global_id(1);
  const float c = left + x * step;
  const float d = top + y * step;
  float a = 0;
  float b = 0;
  uint n = 0;
  while (a * a + b * b < 4.0f && n < most) {
    const float next = a * a - b * b + c;
    b = 2 * a * b + d;
    a = next;
    ++n;
  }
  times[y * get_global_size(0) + x] = n;
}
