// Layer norm of each row: mean and variance by one pass, a row for each work-group.
kernel void layer_norm(global const float* in, global const float* weight, global const float* bias, global float* out,
                       int columns, float epsilon, local float2* scratch) {
  const int me = get_local_id(0);
  const int size = get_local_size(0);
  in += get_group_id(0) * columns;
  out += get_group_id(0) * columns;
  float2 sums = 0;
  for (int i = me; i < columns; i += size) sums += (float2)(in[i], in[i] * in[i]);
  scratch[me] = sums;
  for (int step = size / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me < step) scratch[me] += scratch[me + step];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const float2 means = scratch[0] / columns;
  const float scale = rsqrt(means.y - means.x * means.x + epsilon);
  for (int i = me; i < columns; i += size) out[i] = (in[i] - means.x) * scale * weight[i] + bias[i];
}
