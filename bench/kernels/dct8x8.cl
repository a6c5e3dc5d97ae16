// Discrete cosine transform of blocks of 8 x 8 pixels, as JPEG has it; a block for each work-item.
kernel void dct8x8(global const float* in, global float* out, constant float* cosines) {
  const size_t block = get_global_id(0) * 64;
  float rows[64];
  for (int y = 0; y < 8; ++y) {
    for (int u = 0; u < 8; ++u) {
      float sum = 0;
      for (int x = 0; x < 8; ++x) sum += in[block + y * 8 + x] * cosines[u * 8 + x];
      rows[y * 8 + u] = sum;
    }
  }
  for (int v = 0; v < 8; ++v) {
    for (int u = 0; u < 8; ++u) {
      float sum = 0;
      for (int y = 0; y < 8; ++y) sum += rows[y * 8 + u] * cosines[v * 8 + y];
      out[block + v * 8 + u] = sum;
    }
  }
}
