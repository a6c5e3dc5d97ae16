// out[i] = in[i] for `size` floats from element get_global_offset(0) on, in the orders that memory likes less.

// Neighbouring items copy floats that are `stride` apart: a sub-group touches as many lines as it has items.
__kernel void copy_width_strided(__global const float* in, __global float* out, ulong size, ulong stride) {
  const ulong item = get_global_id(0) - get_global_offset(0);
  const ulong rows = (size + stride - 1) / stride;
  const ulong i = item % rows * stride + item / rows;
  if (item < rows * stride && i < size) out[get_global_offset(0) + i] = in[get_global_offset(0) + i];
}

// Each item copies `count` floats that follow each other.
__kernel void copy_width_rows(__global const float* in, __global float* out, ulong size, ulong count) {
  const ulong end = get_global_offset(0) + size;
  const ulong first = get_global_offset(0) + (get_global_id(0) - get_global_offset(0)) * count;
  for (ulong i = first; i < min(first + count, end); ++i) out[i] = in[i];
}
