// Adds floats by one item. A second float keeps what the sum could not hold.
kernel void exact(global const float* in, global float* sum, uint count) {
  float total = 0.0f, lost = 0.0f;
  for (uint i = 0; i < count; ++i) {
    // HOLE: Find what the addition rounds away, and add it to the next number.
    total += in[i];
  }
  sum[0] = total;
}
