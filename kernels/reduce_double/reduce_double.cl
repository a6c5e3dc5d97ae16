// Sum of `size` doubles, one per item, by trees that differ only in which items add which neighbours.
// The range begins at element get_global_offset(0) of `values`; partial[group] gets the group's sum, and the
// launcher runs the kernel on those until one is left.
//
// Group sizes are powers of two, with one double of `scratch` per item.

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

static void load_scratch(__global const double* values, ulong size, __local double* scratch) {
  const ulong i = get_global_id(0);
  scratch[get_local_id(0)] = i < get_global_offset(0) + size ? values[i] : 0.0;
  barrier(CLK_LOCAL_MEM_FENCE);
}

// Every stride-th item works, and they are spread over all sub-groups: each sub-group runs both branches.
__kernel void reduce_double_modulo(__global const double* values, ulong size, __global double* partial,
                                   __local double* scratch) {
  const size_t item = get_local_id(0);
  load_scratch(values, size, scratch);
  // PoCL 3.1 miscompiles the same loop over width / 2, and then adds nothing.
  for (size_t width = 2; width <= get_local_size(0); width *= 2) {
    if (item % width == 0) scratch[item] += scratch[item + width / 2];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item == 0) partial[get_group_id(0)] = scratch[0];
}

// The same additions by the first items: whole sub-groups fall idle, but the stride between the words that
// neighbours use grows, and with it the conflicts over banks of local memory.
__kernel void reduce_double_contiguous(__global const double* values, ulong size, __global double* partial,
                                       __local double* scratch) {
  const size_t item = get_local_id(0);
  load_scratch(values, size, scratch);
  for (size_t stride = 1; stride < get_local_size(0); stride *= 2) {
    const size_t left = 2 * stride * item;
    if (left < get_local_size(0)) scratch[left] += scratch[left + stride];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item == 0) partial[get_group_id(0)] = scratch[0];
}

// The upper half is added to the lower: contiguous items and contiguous words.
__kernel void reduce_double_halves(__global const double* values, ulong size, __global double* partial,
                                   __local double* scratch) {
  const size_t item = get_local_id(0);
  load_scratch(values, size, scratch);
  for (size_t stride = get_local_size(0) / 2; stride > 0; stride /= 2) {
    if (item < stride) scratch[item] += scratch[item + stride];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item == 0) partial[get_group_id(0)] = scratch[0];
}
