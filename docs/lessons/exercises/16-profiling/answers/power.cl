kernel void power(global float* a) {
  const float x = a[get_global_id(0)];
  const float x2 = x * x, x4 = x2 * x2;
  a[get_global_id(0)] = x4 * x4;
}
