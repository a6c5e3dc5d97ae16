// Product of a matrix in blocks of 32 weights of four bits with a vector; a sub-range of a row for each work-item, sums in
// local memory.
typedef struct {
  half scale;
  uchar pairs[16];  // low halves are weights 0 to 15, high ones 16 to 31; 8 stands for zero
} Block;
kernel void q4_matvec(global const Block* rows, global const float* vector, global float* out, int blocks,
                      local float* sums) {
  const int me = get_local_id(0);
  global const Block* row = rows + get_group_id(0) * blocks;
  float sum = 0;
  for (int b = me; b < blocks; b += get_local_size(0)) {
    global const float* v = vector + b * 32;
    float part = 0;
    for (int i = 0; i < 16; ++i) {
      const int pair = row[b].pairs[i];
      part += v[i] * ((pair & 15) - 8) + v[i + 16] * ((pair >> 4) - 8);
    }
    sum += vload_half(0, &row[b].scale) * part;
  }
  sums[me] = sum;
  for (int half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me < half_size) sums[me] += sums[me + half_size];
  }
  if (me == 0) out[get_group_id(0)] = sums[0];
}
