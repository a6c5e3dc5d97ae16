// The sum of reduce_double.cl as fast as memory gives it: a fixed number of groups strides over the range, with four loads
// of two doubles in flight for each item. partial[group] gets the group's sum.
//
// Group sizes are powers of two, with one double of `scratch` per item.

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// The sum of this item's pairs, which lie in memory where all pairs are aligned.
static double sum_pairs(__global const double* values, ulong begin, ulong end) {
  __global const double2* pairs = (__global const double2*)values;
  const ulong first = (begin + 1) / 2;
  const ulong last = max(end / 2, first);
  const ulong stride = get_global_size(0);
  ulong pair = first + get_global_id(0) - begin;
  double2 sums = (double2)(0.0);
  for (; pair + 3 * stride < last; pair += 4 * stride) {
    sums += (pairs[pair] + pairs[pair + stride]) + (pairs[pair + 2 * stride] + pairs[pair + 3 * stride]);
  }
  for (; pair < last; pair += stride) sums += pairs[pair];
  return sums.x + sums.y;
}

__kernel void reduce_double_strides(__global const double* values, ulong size, __global double* partial,
                                    __local double* scratch) {
  const size_t item = get_local_id(0);
  const ulong begin = get_global_offset(0);
  const ulong end = begin + size;
  double mine = sum_pairs(values, begin, end);
  // The range may begin or end in the middle of a pair.
  if (get_global_id(0) == begin) {
    if (begin % 2 != 0 && size > 0) mine += values[begin];
    if (end % 2 != 0 && end - 1 >= (begin + 1) / 2 * 2) mine += values[end - 1];
  }
  scratch[item] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t stride = get_local_size(0) / 2; stride > 0; stride /= 2) {
    if (item < stride) scratch[item] += scratch[item + stride];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item == 0) partial[get_group_id(0)] = scratch[0];
}
