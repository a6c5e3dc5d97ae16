kernel void add(global const float* a, global const float* b, global float* sum, uint count) {
  const size_t i = get_global_id(0);
  if (i < count) sum[i] = a[i] + b[i];
}
