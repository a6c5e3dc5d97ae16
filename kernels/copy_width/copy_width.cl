// out[i] = in[i] for `size` floats from element get_global_offset(0) on.

__kernel void copy_width_float(__global const float* in, __global float* out, ulong size) {
  const ulong i = get_global_id(0);
  if (i < get_global_offset(0) + size) out[i] = in[i];
}

// Memory is cut into aligned blocks of four, and each item copies one, so that the range may begin and end
// anywhere; of a block that sticks out only the elements inside are copied.
__kernel void copy_width_float4(__global const float* in, __global float* out, ulong size) {
  const ulong begin = get_global_offset(0);
  const ulong end = begin + size;
  const ulong block = begin / 4 + (get_global_id(0) - begin);
  const ulong first = block * 4;
  if (first >= begin && first + 4 <= end) {
    ((__global float4*)out)[block] = ((__global const float4*)in)[block];
  } else {
    for (ulong i = max(first, begin); i < min(first + 4, end); ++i) out[i] = in[i];
  }
}
