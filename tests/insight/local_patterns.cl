// Loads of local memory by patterns of lanes, each on a line of its own: counters.py compares what they cost.
#define LOAD(NAME, TYPE, INDEX)                                                                                      \
  kernel __attribute__((reqd_work_group_size(32, 1, 1))) void NAME(global TYPE* out) {                               \
    local TYPE tile[128];                                                                                            \
    const uint i = get_local_id(0);                                                                                  \
    for (uint k = 0; k < 4; ++k) tile[32 * k + i] = out[32 * k + i];                                                 \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                                    \
    out[i] = tile[INDEX];                                                                                            \
  }
#define LOADS(NAME, INDEX)      \
  LOAD(NAME##_4, uint, INDEX)   \
  LOAD(NAME##_8, uint2, INDEX)  \
  LOAD(NAME##_16, uint4, INDEX)

LOADS(same, 7)
LOADS(straight, i)
LOADS(every_second, 2 * i)
LOADS(every_fourth, 4 * i)
LOADS(twos, i / 2)
LOADS(fours, i / 4)
LOADS(eights, i / 8)
LOADS(halves, i / 16)
LOADS(modulo_2, i % 2)
LOADS(modulo_4, i % 4)
LOADS(modulo_8, i % 8)
LOADS(modulo_16, i % 16)
LOADS(twos_apart, 2 * (i / 2))
LOADS(twos_far, 8 * (i / 2))
LOADS(fours_far, 8 * (i / 4))
LOADS(swapped_twos, 2 * (i % 2) + (i / 2) * 4 % 64)
LOADS(rows, (i / 16) * 64 + i % 16)
LOADS(rows_of_8, (i / 8) * 32)
LOADS(interleaved, (i & ~3u) + (i & 1u))
LOADS(crosswise, (i % 16) / 2 * 8 + i / 16)
