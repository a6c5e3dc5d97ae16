// Functions of work-groups on half, in a module of their own, because a driver's compiler dies of it.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void reduce(global const half* in, global half* out, int n) {
  const int i = get_global_id(0);
  const half x = in[i];
  out[i] = work_group_reduce_add(x);
  out[n + i] = work_group_reduce_max(x);
  out[2 * n + i] = work_group_scan_inclusive_add(x);
  out[3 * n + i] = work_group_scan_exclusive_min(x);
  out[4 * n + i] = work_group_broadcast(x, 3);
}
