// Doubles n floats, WIDTH of them in each item. FAULT makes it wrong in one of the ways that clrun tune must bear.
#ifndef WIDTH
#define WIDTH 1
#endif

kernel void scale(global const float* in, global float* out, uint n) {
  const uint first = get_global_id(0) * WIDTH;
#if FAULT == 2
  *(volatile global int*)(size_t)n = 1;
#elif FAULT == 3
  volatile uint forever = 1;
  while (forever != 0) {
  }
#endif
  for (uint i = first; i < first + WIDTH && i < n; ++i) {
    out[i] = in[i] * (FAULT == 1 && i == n - 1 ? 2.001f : 2);
  }
}
