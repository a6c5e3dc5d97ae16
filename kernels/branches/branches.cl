// out[i] = one of two functions of in[i], for i from the launch's offset to `end`: which one, bit `shift` of i says. With a
// shift of 0 neighbouring items go different ways, and a sub-group goes both; with 6, items that are together go together.

#define ROUNDS 64u

static uint first_way(uint value) {
  for (uint k = 0; k < ROUNDS; ++k) value = value * 1664525u + 1013904223u;
  return value;
}

static uint second_way(uint value) {
  for (uint k = 0; k < ROUNDS; ++k) value = (value ^ value >> 13) + k;
  return value;
}

kernel void branches_taken(global const uint* restrict in, global uint* restrict out, ulong end, uint shift) {
  const size_t i = get_global_id(0);
  if (i >= end) return;
  if ((i >> shift & 1) == 0) {
    out[i] = first_way(in[i]);
  } else {
    out[i] = second_way(in[i]);
  }
}

// No branch: every item computes both, and takes one.
kernel void branches_selected(global const uint* restrict in, global uint* restrict out, ulong end, uint shift) {
  const size_t i = get_global_id(0);
  if (i >= end) return;
  const uint mask = (i >> shift & 1) == 0 ? 0xffffffffu : 0u;
  out[i] = (first_way(in[i]) & mask) | (second_way(in[i]) & ~mask);
}
