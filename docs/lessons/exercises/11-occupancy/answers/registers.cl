// Adds the squares of the distances to the last of an item's 64 numbers.
kernel void registers(global const float* in, global float* out) {
  const uint i = get_global_id(0), items = get_global_size(0);
  const float last = in[63 * items + i];
  float sum = 0.0f;
#pragma unroll 4
  for (uint k = 0; k < 64; ++k) {
    const float distance = in[k * items + i] - last;
    sum += distance * distance;
  }
  out[i] = sum;
}
