// The sum of reduce_double.cl with the first addition on load: each item loads two doubles, a group's width apart, so that
// no item is idle when the tree begins.

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

static double value_or_0(__global const double* values, ulong i, ulong end) { return i < end ? values[i] : 0.0; }

__kernel void reduce_double_tutorial_first_add(__global const double* values, ulong size, __global double* partial,
                                               __local double* scratch) {
  const size_t item = get_local_id(0);
  const ulong end = get_global_offset(0) + size;
  const ulong i = get_global_offset(0) + (ulong)get_group_id(0) * get_local_size(0) * 2 + item;
  scratch[item] = value_or_0(values, i, end) + value_or_0(values, i + get_local_size(0), end);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t stride = get_local_size(0) / 2; stride > 0; stride /= 2) {
    if (item < stride) scratch[item] += scratch[item + stride];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item == 0) partial[get_group_id(0)] = scratch[0];
}
