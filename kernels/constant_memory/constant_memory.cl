// out[i] = in[i], changed by LOOKUPS words of a table of 256, for i from the launch's offset to `end`. The variants
// differ in where the table is, and in whether neighbouring items read the same word of it.

#define LOOKUPS 64u

#define DEFINE_LOOKUPS(NAME, SPACE, INDEX)                                                          \
  kernel void constant_memory_##NAME(global const uint* restrict in, global uint* restrict out, \
                                     SPACE const uint* restrict table, ulong end) {               \
    const size_t i = get_global_id(0);                                                              \
    if (i >= end) return;                                                                           \
    const uint start = in[i];                                                                       \
    uint value = start;                                                                             \
    for (uint k = 0; k < LOOKUPS; ++k) value = value * 5 + table[(INDEX) % 256];                    \
    out[i] = value;                                                                                 \
  }

DEFINE_LOOKUPS(same, constant, k * 7)
DEFINE_LOOKUPS(varying, constant, start + k * 7)
DEFINE_LOOKUPS(global_same, global, k * 7)
DEFINE_LOOKUPS(global_varying, global, start + k * 7)
