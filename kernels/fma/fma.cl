// out[i] = what `rounds` rounds of eight independent chains make of in[i], for i from the launch's offset to `end`: little
// memory and much arithmetic, 16 operations a round.
kernel void fma_chains(global const float* restrict in, global float* restrict out, ulong end, uint rounds) {
  const size_t i = get_global_id(0);
  if (i >= end) return;
  const float x = in[i];
  float8 v = x + (float8)(0, 1, 2, 3, 4, 5, 6, 7);
  for (uint k = 0; k < rounds; ++k) v = fma(v, (float8)(0.5f), (float8)(x));
  out[i] = ((v.s0 + v.s1) + (v.s2 + v.s3)) + ((v.s4 + v.s5) + (v.s6 + v.s7));
}

// As fma_chains, of eight vectors of 16 chains: a core of a CPU computes several vectors at once, and each waits for the
// one before.
kernel void fma_vectors(global const float* restrict in, global float* restrict out, ulong end, uint rounds) {
  const size_t i = get_global_id(0);
  if (i >= end) return;
  const float x = in[i];
  const float16 first = (float16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  float16 a = x + first, b = x + (first + 16), c = x + (first + 32), d = x + (first + 48);
  float16 e = x + (first + 64), f = x + (first + 80), g = x + (first + 96), h = x + (first + 112);
  const float16 half_of = (float16)(0.5f), more = (float16)(x);
  for (uint k = 0; k < rounds; ++k) {
    a = fma(a, half_of, more);
    b = fma(b, half_of, more);
    c = fma(c, half_of, more);
    d = fma(d, half_of, more);
    e = fma(e, half_of, more);
    f = fma(f, half_of, more);
    g = fma(g, half_of, more);
    h = fma(h, half_of, more);
  }
  const float16 all = ((a + b) + (c + d)) + ((e + f) + (g + h));
  const float8 v = all.lo + all.hi;
  out[i] = ((v.s0 + v.s1) + (v.s2 + v.s3)) + ((v.s4 + v.s5) + (v.s6 + v.s7));
}

// One chain, in which each operation waits for the one before, and two and four of them.
#define DEFINE_CHAINS(CHAINS, TYPE, FIRST, SUM)                                                                             \
  kernel void fma_chains_##CHAINS(global const float* restrict in, global float* restrict out, ulong end, uint rounds) { \
    const size_t i = get_global_id(0);                                                                                     \
    if (i >= end) return;                                                                                                  \
    const float x = in[i];                                                                                                 \
    TYPE v = x + FIRST;                                                                                                    \
    for (uint k = 0; k < rounds; ++k) v = fma(v, (TYPE)(0.5f), (TYPE)(x));                                                 \
    out[i] = SUM;                                                                                                          \
  }

DEFINE_CHAINS(1, float, 0.0f, v)
DEFINE_CHAINS(2, float2, (float2)(0, 1), v.s0 + v.s1)
DEFINE_CHAINS(4, float4, (float4)(0, 1, 2, 3), (v.s0 + v.s1) + (v.s2 + v.s3))
