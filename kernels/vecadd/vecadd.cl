// c[i] = a[i] + b[i] for i in [begin, end).

kernel void vecadd_scalar(global const float* restrict a, global const float* restrict b, global float* restrict c,
                          ulong end) {
  const size_t i = get_global_id(0);
  if (i < end) c[i] = a[i] + b[i];
}

// One item per aligned block of four; blocks that lie partly outside of [begin, end) go element by element.
kernel void vecadd_float4(global const float* restrict a, global const float* restrict b, global float* restrict c,
                          ulong begin, ulong end) {
  const size_t block = get_global_id(0);
  const ulong first = (ulong)block * 4;
  if (first >= begin && first + 4 <= end) {
    ((global float4*)c)[block] = ((global const float4*)a)[block] + ((global const float4*)b)[block];
    return;
  }
  for (ulong i = max(first, begin); i < min(first + 4, end); ++i) c[i] = a[i] + b[i];
}

// Rows of `pitch` elements; columns below x_end, rows below y_end.
kernel void vecadd_2d(global const float* restrict a, global const float* restrict b, global float* restrict c,
                      ulong pitch, ulong x_end, ulong y_end) {
  const size_t x = get_global_id(0);
  const size_t y = get_global_id(1);
  if (x >= x_end || y >= y_end) return;
  const ulong i = y * pitch + x;
  c[i] = a[i] + b[i];
}
