// The texts' first kernel: the range has to be exactly as long as the vectors.
kernel void vecadd_text(global const float* a, global const float* b, global float* c, uint count) {
  const size_t i = get_global_id(0);
  c[i] = a[i] + b[i];
}

// Items beyond the end do nothing.
kernel void vecadd_repaired(global const float* a, global const float* b, global float* c, uint count) {
  const size_t i = get_global_id(0);
  if (i < count) c[i] = a[i] + b[i];
}
