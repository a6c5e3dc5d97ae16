// -cl-std=CL3.0 --global-size 256 --work-group 64 --arg buffer:int:256 --arg buffer:int:256
kernel void sub_groups(global const int* from, global int* to) {
  const int i = get_global_id(0);
  int sum = sub_group_reduce_add(from[i] & 255);
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  sum += sub_group_broadcast(from[i] & 255, 0);
  to[i] = sub_group_all(sum > 0) ? sum : -sum;
}
