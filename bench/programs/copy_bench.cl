// Tiles of numbers that each group streams through local memory. Each work-item puts `work` multiplications one after the
// other for each number that it reads. `loaded` copies a tile by plain loads and waits; the others have up to DEPTH tiles
// under way.
#define TILE 2048
#define ITEMS 256
#define KERNEL(NAME)                                      \
  __attribute__((reqd_work_group_size(ITEMS, 1, 1)))      \
  kernel void NAME(global const float* in, global float* out, uint tiles, uint work)

float use(local const float* tile, uint work, float sum) {
  const uint l = get_local_id(0);
  for (uint k = 0; k < TILE; k += ITEMS) {
    const float x = tile[k + l];
    for (uint w = 0; w < work; ++w) sum = fma(sum, 0.5f, x);
  }
  return sum;
}

KERNEL(loaded) {
  local float tile[TILE];
  const uint l = get_local_id(0);
  in += (size_t)get_group_id(0) * tiles * TILE;
  float sum = 0;
  for (uint i = 0; i < tiles; ++i) {
    for (uint k = l; k < TILE; k += ITEMS) tile[k] = in[i * TILE + k];
    barrier(CLK_LOCAL_MEM_FENCE);
    sum = use(tile, work, sum);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sum;
}

KERNEL(copied) {
  local float tile[TILE];
  in += (size_t)get_group_id(0) * tiles * TILE;
  float sum = 0;
  for (uint i = 0; i < tiles; ++i) {
    event_t ready = async_work_group_copy(tile, in + i * TILE, TILE, 0);
    wait_group_events(1, &ready);
    sum = use(tile, work, sum);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sum;
}

#define BUFFERED(NAME, DEPTH)                                                                           \
  KERNEL(NAME) {                                                                                        \
    local float tile[DEPTH][TILE];                                                                      \
    event_t ready[DEPTH];                                                                               \
    in += (size_t)get_group_id(0) * tiles * TILE;                                                       \
    for (uint i = 0; i < DEPTH - 1; ++i)                                                                \
      ready[i] = async_work_group_copy(tile[i], in + i * TILE, TILE, 0);                                \
    float sum = 0;                                                                                      \
    for (uint i = 0; i < tiles; ++i) {                                                                  \
      const uint next = i + DEPTH - 1;                                                                  \
      if (next < tiles)                                                                                 \
        ready[next % DEPTH] = async_work_group_copy(tile[next % DEPTH], in + next * TILE, TILE, 0);     \
      wait_group_events(1, &ready[i % DEPTH]);                                                          \
      sum = use(tile[i % DEPTH], work, sum);                                                            \
      barrier(CLK_LOCAL_MEM_FENCE);                                                                     \
    }                                                                                                   \
    out[get_global_id(0)] = sum;                                                                        \
  }
BUFFERED(buffered_2, 2)
BUFFERED(buffered_3, 3)
BUFFERED(buffered_4, 4)
