// Softmax of each row, a row for each work-group.
kernel void softmax(global const float* in, global float* out, int columns, local float* scratch) {
  const int me = get_local_id(0);
  const int size = get_local_size(0);
  in += get_group_id(0) * columns;
  out += get_group_id(0) * columns;
  float most = -INFINITY;
  for (int i = me; i < columns; i += size) most = fmax(most, in[i]);
  scratch[me] = most;
  for (int step = size / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me < step) scratch[me] = fmax(scratch[me], scratch[me + step]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  most = scratch[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int i = me; i < columns; i += size) {
    const float e = exp(in[i] - most);
    out[i] = e;
    sum += e;
  }
  scratch[me] = sum;
  for (int step = size / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me < step) scratch[me] += scratch[me + step];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const float scale = 1.0f / scratch[0];
  for (int i = me; i < columns; i += size) out[i] *= scale;
}
