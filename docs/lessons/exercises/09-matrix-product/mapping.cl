// Multiplies square matrices, an item for each element.
kernel void mapping(global const float* a, global const float* b, global float* c, uint side) {
  // HOLE: Let dimension 0, in which neighbours lie, go along a row.
  const uint row = get_global_id(0), column = get_global_id(1);
  float sum = 0.0f;
  for (uint k = 0; k < side; ++k) sum += a[row * side + k] * b[k * side + column];
  c[row * side + column] = sum;
}
