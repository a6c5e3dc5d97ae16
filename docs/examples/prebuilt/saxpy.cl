kernel void saxpy(float a, global const float* restrict x, global float* restrict y, uint count) {
  const uint i = get_global_id(0);
  if (i < count) y[i] += a * x[i];
}
