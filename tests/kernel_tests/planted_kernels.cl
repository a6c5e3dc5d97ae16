// Right kernels, of which planted_faults.py makes wrong ones.
kernel void saxpy(float a, global const float* x, global float* y, uint n) {
  const size_t i = get_global_id(0);
  if (i < n) y[i] += a * x[i];
}

kernel void neighbours(global const float* in, global float* out, uint n, local float* tile) {
  const size_t i = get_global_id(0), at = get_local_id(0) + 1, group = get_local_size(0);
  tile[at] = i < n ? in[i] : 0;
  if (at == 1) tile[0] = i > 0 && i <= n ? in[i - 1] : 0;
  if (at == group) tile[at + 1] = i + 1 < n ? in[i + 1] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) out[i] = tile[at - 1] + tile[at] + tile[at + 1];
}

kernel void transpose(global const int* in, global int* out, uint w, uint h) {
  const size_t x = get_global_id(0), y = get_global_id(1);
  if (x < w && y < h) out[x * h + y] = in[y * w + x];
}

kernel void group_sums(global const int* in, global int* sums, uint n, local int* part) {
  const size_t i = get_global_id(0), at = get_local_id(0);
  part[at] = i < n ? in[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t s = get_local_size(0) / 2; s > 0; s /= 2) {
    if (at < s) part[at] += part[at + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (at == 0) sums[get_group_id(0)] = part[0];
}

kernel void histogram(global const uint* in, global uint* bins, uint n) {
  const size_t i = get_global_id(0);
  if (i < n) atomic_inc(&bins[in[i] & 15]);
}

kernel void product(global const float* a, global const float* b, global float* c, uint rows, uint columns, uint depth) {
  const size_t column = get_global_id(0), row = get_global_id(1);
  if (row >= rows || column >= columns) return;
  float sum = 0;
  for (uint k = 0; k < depth; ++k) sum += a[row * depth + k] * b[k * columns + column];
  c[row * columns + column] = sum;
}

kernel void limit(global const int* in, global int* out, uint n) {
  const size_t i = get_global_id(0);
  if (i < n) out[i] = clamp(in[i], -100, 100);
}

kernel void doubled(global const int* in, global int* out, uint n) {
  const size_t i = get_global_id(0);
  if (i * 4 + 3 < n) {
    vstore4(vload4(i, in) * 2, i, out);
  } else {
    for (size_t j = i * 4; j < n; ++j) out[j] = in[j] * 2;
  }
}

kernel void largest(global const int* in, global int* out, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n) return;
  int most = in[0];
  for (size_t j = 1; j <= i; ++j) most = max(most, in[j]);
  out[i] = most;
}

kernel void middle(global const int* a, global const int* b, global int* out, uint n) {
  const size_t i = get_global_id(0);
  if (i < n) out[i] = hadd(a[i], b[i]);
}

kernel void reversed(global const uint* in, global uint* out, uint n) {
  const size_t i = get_global_id(0);
  if (i < n) out[i] = in[i] << 24 | (in[i] & 0xff00) << 8 | (in[i] >> 8 & 0xff00) | in[i] >> 24;
}
