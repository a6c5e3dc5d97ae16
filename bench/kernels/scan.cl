// Inclusive prefix sum in each work-group.
kernel void scan(global const int* in, global int* out, local int* scratch) {
  const int me = get_local_id(0);
  const int size = get_local_size(0);
  scratch[me] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int by = 1; by < size; by *= 2) {
    const int other = me >= by ? scratch[me - by] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    scratch[me] += other;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = scratch[me];
}
