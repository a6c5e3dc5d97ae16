// Sum of `size` uint values, modulo 2^32. The range begins at element get_global_offset(0) of `values`.
//
// Kernels that load uint4 cut memory into aligned blocks (block b holds the elements 4b … 4b+3), so that the
// range may begin and end anywhere; of a block that sticks out only the elements inside are read.
//
// Group sizes are powers of two, with one uint of `scratch` per item.

#include "reduce.clh"

// partial[group] = the group's sum; the host adds those.
__kernel void reduce_tree_uint4(__global const uint* values, ulong size, __global uint* partial,
                                __local uint* scratch) {
  const uint sum = sum_group_blocks(values, size, scratch);
  if (get_local_id(0) == 0) partial[get_group_id(0)] = sum;
}

// All of the group's scratch, added by one item.
static uint sum_scratch(__local const uint* scratch) {
  uint sum = 0;
  for (size_t i = 0; i < get_local_size(0); ++i) sum += scratch[i];
  return sum;
}

// One element per item, all added by item 0.
__kernel void reduce_serial(__global const uint* values, ulong size, __global uint* partial, __local uint* scratch) {
  const ulong i = get_global_id(0);
  scratch[get_local_id(0)] = i < get_global_offset(0) + size ? values[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) partial[get_group_id(0)] = sum_scratch(scratch);
}

// The second pass: one group adds the `count` sums of the first.
__kernel void reduce_serial_finish(__global const uint* partial, ulong count, __global uint* result,
                                   __local uint* scratch) {
  uint mine = 0;
  for (ulong i = get_local_id(0); i < count; i += get_local_size(0)) mine += partial[i];
  scratch[get_local_id(0)] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) *result = sum_scratch(scratch);
}
