// Matrix product as the first lesson writes it.
kernel void matmul_naive(global const float* a, global const float* b, global float* c, int inner) {
  const int column = get_global_id(0);
  const int row = get_global_id(1);
  const int columns = get_global_size(0);
  float sum = 0;
  for (int i = 0; i < inner; ++i) sum += a[row * inner + i] * b[i * columns + column];
  c[row * columns + column] = sum;
}
