// Sum of `size` uint values, modulo 2^32, as the tutorials teach it: what local memory holds are uint4, and the tree adds
// four numbers at once. The range begins at element get_global_offset(0) of `values`.

// The elements of aligned block `block` that are in [begin, end); 0 for the others.
static uint4 load_block(__global const uint* values, ulong block, ulong begin, ulong end) {
  const ulong first = block * 4;
  if (first >= begin && first + 4 <= end) return ((__global const uint4*)values)[block];
  uint4 v = (uint4)(0);
  if (first >= begin && first < end) v.x = values[first];
  if (first + 1 >= begin && first + 1 < end) v.y = values[first + 1];
  if (first + 2 >= begin && first + 2 < end) v.z = values[first + 2];
  if (first + 3 >= begin && first + 3 < end) v.w = values[first + 3];
  return v;
}

// Each item loads two blocks that lie side by side. partial[group] = the group's four sums, which the host adds.
// The group's size is a power of two, with one uint4 of `scratch` per item.
__kernel void reduce_tutorial_uint4(__global const uint* values, ulong size, __global uint4* partial,
                                    __local uint4* scratch) {
  const ulong begin = get_global_offset(0);
  const ulong end = begin + size;
  const size_t item = get_local_id(0);
  const ulong block = begin / 4 + ((ulong)get_group_id(0) * get_local_size(0) + item) * 2;
  scratch[item] = load_block(values, block, begin, end) + load_block(values, block + 1, begin, end);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t stride = get_local_size(0) / 2; stride > 0; stride /= 2) {
    if (item < stride) scratch[item] += scratch[item + stride];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item == 0) partial[get_group_id(0)] = scratch[0];
}
