// Lorenz's system by Runge and Kutta's fourth order, in double.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
double4 slope(double4 p) {
  return (double4)(10 * (p.y - p.x), p.x * (28 - p.z) - p.y, p.x * p.y - p.z * 8 / 3, 0);
}
kernel void lorenz_double(global double4* places, double step, int steps) {
  double4 p = places[get_global_id(0)];
  for (int i = 0; i < steps; ++i) {
    const double4 a = slope(p);
    const double4 b = slope(p + a * (step / 2));
    const double4 c = slope(p + b * (step / 2));
    const double4 d = slope(p + c * step);
    p += (a + 2 * b + 2 * c + d) * (step / 6);
  }
  places[get_global_id(0)] = p;
}
