kernel void power(global float* a) {
  const float x = a[get_global_id(0)];
  // HOLE: Multiply: the exponent is 8.
  a[get_global_id(0)] = pow(x, 8.0f + 0.0f * x);
}
