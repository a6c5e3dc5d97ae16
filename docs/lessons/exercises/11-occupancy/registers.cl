// Adds the squares of the distances to the last of an item's 64 numbers.
kernel void registers(global const float* in, global float* out) {
  const uint i = get_global_id(0), items = get_global_size(0);
  // HOLE: Read the last number first; then no other has to be kept.
  float kept[64];
#pragma unroll
  for (uint k = 0; k < 64; ++k) kept[k] = in[k * items + i];
  float sum = 0.0f;
#pragma unroll
  for (uint k = 0; k < 64; ++k) sum += (kept[k] - kept[63]) * (kept[k] - kept[63]);
  out[i] = sum;
}
