// One step of LU decomposition without pivots: what column `step` leaves of the matrix to its right.
kernel void lu_step(global const float* in, global float* out, int step) {
  const int column = get_global_id(0);
  const int row = get_global_id(1);
  const int size = get_global_size(0);
  float value = in[row * size + column];
  if (row > step && column >= step) {
    const float factor = in[row * size + step] / in[step * size + step];
    value = column == step ? factor : value - factor * in[step * size + column];
  }
  out[row * size + column] = value;
}
