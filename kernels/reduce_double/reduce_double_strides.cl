// The sum of reduce_double.cl as fast as memory gives it, in a single launch: a fixed number of groups strides over the
// range, with four loads of two doubles in flight for each item, and the group that finishes last adds what all have.
//
// Group sizes are powers of two, with one double of `scratch` per item.

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#include "../reduce/device_fence.clh"

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

// The group's sum, for item 0.
static double sum_scratch_tree(double mine, __local double* scratch) {
  const size_t item = get_local_id(0);
  scratch[item] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t stride = get_local_size(0) / 2; stride > 0; stride /= 2) {
    if (item < stride) scratch[item] += scratch[item + stride];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return scratch[0];
}

// `counter` must be 0 at the first launch and is 0 again after each.
__kernel void reduce_double_strides(__global const double* values, ulong size, __global volatile double* partial,
                                    __global uint* counter, __global double* result, __local double* scratch) {
  __local uint is_last[1];
  const size_t item = get_local_id(0);
  const ulong begin = get_global_offset(0);
  const ulong end = begin + size;
  double mine = sum_pairs(values, begin, end);
  // The range may begin or end in the middle of a pair.
  if (get_global_id(0) == begin) {
    if (begin % 2 != 0 && size > 0) mine += values[begin];
    if (end % 2 != 0 && end - 1 >= (begin + 1) / 2 * 2) mine += values[end - 1];
  }
  const double sum = sum_scratch_tree(mine, scratch);
  if (item == 0) {
    partial[get_group_id(0)] = sum;
    DEVICE_FENCE();  // whoever sees the count sees the sum
    is_last[0] = atomic_add(counter, 1u) == get_num_groups(0) - 1;
    DEVICE_FENCE();  // and whoever counts last sees all sums, as the barrier tells the others of its group
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (!is_last[0]) return;
  double others = 0.0;
  for (size_t i = item; i < get_num_groups(0); i += get_local_size(0)) others += partial[i];
  const double total = sum_scratch_tree(others, scratch);
  if (item == 0) {
    *result = total;
    *counter = 0;
  }
}
