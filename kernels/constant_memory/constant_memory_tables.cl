// As constant_memory.cl, from arrays of program scope: one of 1 KB, and one of 32 KB, which is more than the 16 KB that
// AMD's chips of 2010 kept near. The word at i is i * 2654435761 + 12345, and 0 behind the first 256.

#define LOOKUPS 64u
#define SMALL 256u
#define LARGE 8192u

#define WORDS1(i) ((i) * 2654435761u + 12345u)
#define WORDS4(i) WORDS1(i), WORDS1((i) + 1), WORDS1((i) + 2), WORDS1((i) + 3)
#define WORDS16(i) WORDS4(i), WORDS4((i) + 4), WORDS4((i) + 8), WORDS4((i) + 12)
#define WORDS64(i) WORDS16(i), WORDS16((i) + 16), WORDS16((i) + 32), WORDS16((i) + 48)
#define WORDS256(i) WORDS64(i), WORDS64((i) + 64), WORDS64((i) + 128), WORDS64((i) + 192)

// A program's array of the larger size, of which the first words are set.
constant uint k_small[SMALL] = {WORDS256(0)};
constant uint k_large[LARGE] = {WORDS256(0)};

// `first` is 0, which the compiler cannot know.
#define DEFINE_LOOKUPS(NAME, TABLE, WORDS, INDEX)                                                                        \
  kernel void constant_memory_##NAME(global const uint* restrict in, global uint* restrict out, uint first, ulong end) { \
    const size_t i = get_global_id(0);                                                                                   \
    if (i >= end) return;                                                                                                \
    const uint start = in[i];                                                                                            \
    uint value = start;                                                                                                  \
    for (uint k = 0; k < LOOKUPS; ++k) value = value * 5 + TABLE[(INDEX) % WORDS];                                       \
    out[i] = value;                                                                                                      \
  }

DEFINE_LOOKUPS(program_direct, k_small, SMALL, k * 7)
DEFINE_LOOKUPS(program_same, k_small, SMALL, first + k * 7)
DEFINE_LOOKUPS(program_varying, k_small, SMALL, start + k * 7)
DEFINE_LOOKUPS(program_large, k_large, LARGE, start + k * 7)
