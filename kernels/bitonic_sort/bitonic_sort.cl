// Sorts `size` uint keys in place, from element get_global_offset(0) of `keys`.
//
// Stage s turns sorted blocks of 2^(s-1) keys into sorted blocks of 2^s, by passes s, s-1, … 1. Pass p compares
// keys that are 2^(p-1) apart; only the first pass of a stage (p == s) compares each key with its mirror image in
// the block of 2^s, which spares the reversal of every second block. So every comparison puts the smaller key at
// the smaller index, and a size that is no power of two needs no padding: keys behind the end would be larger than
// all others and never move, hence a pair that reaches beyond the end is left alone.
//
// Sorting down is sorting the complements up: `flip` is 0 or ~0, and all keys are XORed with it on their way.

#define KEY_BEHIND_END 0xffffffffu

static void compare_exchange(uint* a, uint* b) {
  const uint smaller = min(*a, *b);
  *b = max(*a, *b);
  *a = smaller;
}

// One pass, one pair per item.
__kernel void bitonic_sort_pass(__global uint* keys, ulong size, uint stage, uint pass, uint flip) {
  __global uint* range = keys + get_global_offset(0);
  const ulong item = get_global_id(0) - get_global_offset(0);
  const ulong half_block = 1ul << (pass - 1);
  const ulong left = (item & ~(half_block - 1)) * 2 + (item & (half_block - 1));
  const ulong right = pass == stage ? left ^ (2 * half_block - 1) : left + half_block;
  if (right >= size) return;
  uint a = range[left] ^ flip;
  uint b = range[right] ^ flip;
  if (a <= b) return;
  range[left] = b ^ flip;
  range[right] = a ^ flip;
}

// The passes that connect `count` keys, in registers.
static void exchange_registers(uint* v, uint count, bool mirrored) {
  if (mirrored) {
#pragma unroll
    for (uint i = 0; i < count / 2; ++i) compare_exchange(&v[i], &v[count - 1 - i]);
  } else {
#pragma unroll
    for (uint i = 0; i < count / 2; ++i) compare_exchange(&v[i], &v[i + count / 2]);
  }
#pragma unroll
  for (uint distance = count / 4; distance > 0; distance /= 2) {
#pragma unroll
    for (uint i = 0; i < count; ++i) {
      if ((i & distance) == 0) compare_exchange(&v[i], &v[i + distance]);
    }
  }
}

// Where the 2^K keys stand that item `item` takes through passes `pass` … `pass`-K+1: key i is `spacing` = 2^(pass-K)
// behind key i-1; after a mirrored pass the upper half of them counts from the other end of the spacing. INDEX is the
// type of an index: tiles need no 64 bits.
#define DEFINE_PLACES(INDEX, K)                                                               \
  INDEX spacing = (INDEX)1 << (pass - K);                                                     \
  const INDEX within = item & (spacing - 1);                                                  \
  const INDEX lower = (item & ~(spacing - 1)) << K | within;                                  \
  const INDEX upper = pass == stage ? ((item & ~(spacing - 1)) << K | (spacing - 1 - within)) \
                                    : lower;
#define PLACE(I, K) ((I < (1 << K) / 2 ? lower : upper) + I * spacing)

// Makes a number unknown to the compiler, which otherwise holds the address of each key from its load to its store.
#ifdef __NVPTX__
#define FORGET_JOIN(A, B) A##B
#define FORGET(NUMBER) FORGET_JOIN(__as, m__) volatile("" : "+r"(NUMBER))  // as in ../sort/wave.clh
#else
#define FORGET(NUMBER)
#endif

// At most pass 32. Only where the block begins takes 64 bits.
#define DEFINE_GLOBAL_PASSES(K)                                                                              \
  __kernel void bitonic_sort_passes_##K(__global uint* keys, ulong size, uint stage, uint pass, uint flip) { \
    const ulong begin = (get_global_id(0) - get_global_offset(0)) >> (pass - K) << pass;                     \
    if (begin >= size) return;                                                                               \
    const uint item = (uint)(get_global_id(0) - get_global_offset(0)) & ((1u << (pass - K)) - 1);            \
    __global uint* range = keys + get_global_offset(0) + begin;                                              \
    const uint last = (uint)min(size - begin, 1ul << pass) - 1;                                              \
    DEFINE_PLACES(uint, K)                                                                                   \
    uint v[1 << K];                                                                                          \
    _Pragma("unroll") for (uint i = 0; i < 1 << K; ++i) {                                                    \
      const uint place = PLACE(i, K);                                                                        \
      v[i] = range[min(place, last)] ^ flip;                                                                 \
      v[i] = place <= last ? v[i] : KEY_BEHIND_END;                                                          \
    }                                                                                                        \
    exchange_registers(v, 1 << K, pass == stage);                                                            \
    FORGET(spacing);                                                                                         \
    _Pragma("unroll") for (uint i = 0; i < 1 << K; ++i) {                                                    \
      if (PLACE(i, K) <= last) range[PLACE(i, K)] = v[i] ^ flip;                                             \
    }                                                                                                        \
  }

DEFINE_GLOBAL_PASSES(1)
DEFINE_GLOBAL_PASSES(2)
DEFINE_GLOBAL_PASSES(3)
DEFINE_GLOBAL_PASSES(4)

// GPUs have registers for five passes; Intel's compiler for CPUs crashes on so many.
#if defined(__NVPTX__) || defined(__AMDGCN__)
#define ITEM_STAGES 5
DEFINE_GLOBAL_PASSES(5)
#else
#define ITEM_STAGES 3
#endif

// An item has 2^ITEM_STAGES keys of a tile. A word is left out behind every so many, so that items which take neighbours each
// use all banks.
#define ITEM_KEYS (1u << ITEM_STAGES)
static uint padded(uint index) { return index + index / ITEM_KEYS; }

#if ITEM_STAGES == 5
#include "bitonic_sort_tiles.clh"
#else
// The spacing of an item's keys is 1 or a multiple of ITEM_KEYS, as passes are left out by ITEM_STAGES at a time.
#define DEFINE_LOCAL_PASSES(K)                                                                   \
  static void local_passes_##K(__local uint* tile, uint tile_keys, uint stage, uint pass) {      \
    for (uint item = get_local_id(0); item < tile_keys >> K; item += get_local_size(0)) {        \
      DEFINE_PLACES(uint, K)                                                                     \
      const uint stride = padded(spacing);                                                       \
      __local uint* const low = tile + padded(lower);                                            \
      __local uint* const high = tile + padded(upper);                                           \
      uint v[1 << K];                                                                            \
      _Pragma("unroll") for (uint i = 0; i < 1 << K; ++i) {                                      \
        v[i] = (i < (1 << K) / 2 ? low : high)[i * stride];                                      \
      }                                                                                          \
      exchange_registers(v, 1 << K, pass == stage);                                              \
      _Pragma("unroll") for (uint i = 0; i < 1 << K; ++i) {                                      \
        (i < (1 << K) / 2 ? low : high)[i * stride] = v[i];                                      \
      }                                                                                          \
    }                                                                                            \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                \
  }

DEFINE_LOCAL_PASSES(1)
DEFINE_LOCAL_PASSES(2)
DEFINE_LOCAL_PASSES(3)

// Passes `pass` … 1 of a stage.
static void local_stage(__local uint* tile, uint tile_keys, uint stage, uint pass) {
  switch (pass % ITEM_STAGES) {
    case 1: local_passes_1(tile, tile_keys, stage, pass); break;
    case 2: local_passes_2(tile, tile_keys, stage, pass); break;
  }
  for (pass -= pass % ITEM_STAGES; pass > 0; pass -= ITEM_STAGES) local_passes_3(tile, tile_keys, stage, pass);
}

// The group's tile of the range: `items` items have ITEM_KEYS of its keys each. From key `count` on it lies behind the end.
typedef struct {
  __global uint* range;
  uint keys, items, count;
} Tile;

static Tile tile_of(__global uint* keys, ulong size, uint tile_stages) {
  const ulong first = (ulong)get_group_id(0) << tile_stages;
  Tile tile;
  tile.range = keys + get_global_offset(0) + first;
  tile.keys = 1u << tile_stages;
  tile.items = tile.keys / ITEM_KEYS;
  tile.count = (uint)min(size - first, (ulong)tile.keys);
  return tile;
}

// An item's keys, `items` apart.
static void load_keys(Tile of, uint flip, uint* v) {
  const uint item = get_local_id(0);
  if (of.count == of.keys) {
#pragma unroll
    for (uint i = 0; i < ITEM_KEYS; ++i) v[i] = of.range[item + i * of.items] ^ flip;
  } else {
#pragma unroll
    for (uint i = 0; i < ITEM_KEYS; ++i) {
      v[i] = item + i * of.items < of.count ? of.range[item + i * of.items] ^ flip : KEY_BEHIND_END;
    }
  }
}

static void store_tile(Tile of, uint flip, __local const uint* tile) {
  for (uint i = get_local_id(0); i < of.count; i += of.items) of.range[i] = tile[padded(i)] ^ flip;
}

// Stages 1 … tile_stages: each group sorts a tile of 2^tile_stages keys in local memory, ITEM_KEYS for each item.
__kernel void bitonic_sort_tiles(__global uint* keys, ulong size, uint tile_stages, uint flip, __local uint* tile) {
  const Tile mine = tile_of(keys, size, tile_stages);
  uint v[ITEM_KEYS];
  load_keys(mine, flip, v);
  // It does not matter which keys an item begins with.
#pragma unroll
  for (uint stage = 1; stage <= ITEM_STAGES; ++stage) {
#pragma unroll
    for (uint i = 0; i < ITEM_KEYS; i += 1u << stage) exchange_registers(v + i, 1u << stage, true);
  }
#pragma unroll
  for (uint i = 0; i < ITEM_KEYS; ++i) tile[padded(get_local_id(0) * ITEM_KEYS + i)] = v[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint stage = ITEM_STAGES + 1; stage <= tile_stages; ++stage) local_stage(tile, mine.keys, stage, stage);
  store_tile(mine, flip, tile);
}

// Passes tile_stages … 1 of a later stage, which stay within tiles; the first of them on the way into local memory.
__kernel void bitonic_sort_merge_tiles(__global uint* keys, ulong size, uint tile_stages, uint stage, uint flip,
                                       __local uint* tile) {
  const Tile mine = tile_of(keys, size, tile_stages);
  uint v[ITEM_KEYS];
  load_keys(mine, flip, v);
  exchange_registers(v, ITEM_KEYS, false);
#pragma unroll
  for (uint i = 0; i < ITEM_KEYS; ++i) tile[padded(get_local_id(0) + i * mine.items)] = v[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  local_stage(tile, mine.keys, stage, tile_stages - ITEM_STAGES);
  store_tile(mine, flip, tile);
}
#endif
