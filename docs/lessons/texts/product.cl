// The texts' slow product: neighbours in dimension 0 go down a column of a.
kernel void product_text(global const float* a, global const float* b, global float* c, uint side) {
  const uint row = get_global_id(0), column = get_global_id(1);
  float sum = 0.0f;
  for (uint k = 0; k < side; ++k) sum += a[row * side + k] * b[k * side + column];
  c[row * side + column] = sum;
}

// The ids exchanged.
kernel void product_repaired(global const float* a, global const float* b, global float* c, uint side) {
  const uint row = get_global_id(1), column = get_global_id(0);
  float sum = 0.0f;
  for (uint k = 0; k < side; ++k) sum += a[row * side + k] * b[k * side + column];
  c[row * side + column] = sum;
}
