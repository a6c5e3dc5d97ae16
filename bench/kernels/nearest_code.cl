// The nearest of all codes of 128 bits by the number of bits that differ.
kernel void nearest_code(global const uint4* codes, int count, global const uint4* queries, global int2* nearest) {
  const uint4 query = queries[get_global_id(0)];
  int2 best = (int2)(-1, 129);
  for (int i = 0; i < count; ++i) {
    const uint4 bits = popcount(codes[i] ^ query);
    const int distance = bits.x + bits.y + bits.z + bits.w;
    if (distance < best.y) best = (int2)(i, distance);
  }
  nearest[get_global_id(0)] = best;
}
