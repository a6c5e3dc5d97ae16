// Product of a matrix in blocks of 32 weights of eight bits with a vector in such blocks; a row for each work-item.
typedef struct {
  half scale;
  char weights[32];
} Block;
kernel void q8_matvec(global const Block* rows, global const Block* vector, global float* out, int blocks) {
  global const Block* row = rows + get_global_id(0) * blocks;
  float sum = 0;
  for (int b = 0; b < blocks; ++b) {
    int part = 0;
    for (int i = 0; i < 32; ++i) part += row[b].weights[i] * vector[b].weights[i];
    sum += part * (vload_half(0, &row[b].scale) * vload_half(0, &vector[b].scale));
  }
  out[get_global_id(0)] = sum;
}
