// Convolution with 5 x 5 coefficients in constant memory; the picture has a frame of two pixels.
kernel void conv5x5(global const float* in, constant float* coefficients, global float* out, int stride) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  float sum = 0;
  for (int j = 0; j < 5; ++j) {
    for (int i = 0; i < 5; ++i) sum += in[(y + j) * stride + x + i] * coefficients[j * 5 + i];
  }
  out[y * get_global_size(0) + x] = sum;
}
