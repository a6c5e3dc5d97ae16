// Bilateral filter of 5 x 5 pixels: near in place and near in brightness counts more.
kernel void bilateral(global const float* in, global float* out, int width, int height, float place, float brightness) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x >= width || y >= height) return;
  const float middle = in[y * width + x];
  float sum = 0;
  float weights = 0;
  for (int dy = -2; dy <= 2; ++dy) {
    for (int dx = -2; dx <= 2; ++dx) {
      const float other = in[clamp(y + dy, 0, height - 1) * width + clamp(x + dx, 0, width - 1)];
      const float difference = other - middle;
      const float weight = exp(-(dx * dx + dy * dy) * place - difference * difference * brightness);
      sum += weight * other;
      weights += weight;
    }
  }
  out[y * width + x] = sum / weights;
}
