// Xorshift generators of 128 bits, one a work-item; the sum of what each gives.
kernel void xorshift(global const uint4* seeds, global uint* sums, int count) {
  uint4 s = seeds[get_global_id(0)];
  uint sum = 0;
  for (int i = 0; i < count; ++i) {
    const uint t = s.x ^ (s.x << 11);
    s = (uint4)(s.yzw, s.w ^ (s.w >> 19) ^ t ^ (t >> 8));
    sum += s.w;
  }
  sums[get_global_id(0)] = sum;
}
