// Multiplies a row of `depth` numbers by a matrix of `depth` times `width`; the row comes in pieces of 16.
kernel __attribute__((reqd_work_group_size(16, 1, 1))) void edge(global const float* row, global const float* b, global float* c, uint depth,
                                                                 uint width) {
  local float piece[16];
  const uint item = get_local_id(0), column = get_global_id(0);
  float sum = 0.0f;
  for (uint begin = 0; begin < depth; begin += 16) {
    // HOLE: Fill the piece up, and multiply nothing beyond the edges: all items reach the barriers.
    piece[item] = row[min(begin + item, depth - 1)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < 16; ++k) sum += piece[k] * b[min(begin + k, depth - 1) * width + min(column, width - 1)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (column < width) c[column] = sum;
}
