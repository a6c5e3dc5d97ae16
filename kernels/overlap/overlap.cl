// Two kernels that have nothing to do with each other. Each group takes the numbers from `first` on, up to `end`; one
// group leaves the rest of a device to other commands.

kernel void overlap_multiply(global const uint* restrict in, global uint* restrict out, ulong first, ulong end,
                             uint rounds) {
  for (ulong i = first + get_local_id(0); i < end; i += get_local_size(0)) {
    uint x = in[i];
    for (uint k = 0; k < rounds; ++k) x = x * 1664525u + 1013904223u;
    out[i] = x;
  }
}

kernel void overlap_shift(global const uint* restrict in, global uint* restrict out, ulong first, ulong end,
                          uint rounds) {
  for (ulong i = first + get_local_id(0); i < end; i += get_local_size(0)) {
    uint x = in[i];
    for (uint k = 0; k < rounds; ++k) {
      x ^= x << 13;
      x ^= x >> 17;
      x ^= x << 5;
    }
    out[i] = x;
  }
}
