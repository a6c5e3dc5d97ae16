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
    for (uint i = 0; i < count / 2; ++i) compare_exchange(&v[i], &v[count - 1 - i]);
  } else {
    for (uint i = 0; i < count / 2; ++i) compare_exchange(&v[i], &v[i + count / 2]);
  }
  for (uint distance = count / 4; distance > 0; distance /= 2) {
    for (uint i = 0; i < count; ++i) {
      if ((i & distance) == 0) compare_exchange(&v[i], &v[i + distance]);
    }
  }
}

// Where the 2^K keys stand that item `item` takes through passes `pass` … `pass`-K+1: key i is `spacing` = 2^(pass-K)
// behind key i-1; after a mirrored pass the upper half of them counts from the other end of the spacing. INDEX is the
// type of an index: tiles need no 64 bits.
#define DEFINE_PLACES(INDEX, K)                                                               \
  const INDEX spacing = (INDEX)1 << (pass - K);                                               \
  const INDEX within = item & (spacing - 1);                                                  \
  const INDEX lower = (item & ~(spacing - 1)) << K | within;                                  \
  const INDEX upper = pass == stage ? ((item & ~(spacing - 1)) << K | (spacing - 1 - within)) \
                                    : lower;
#define PLACE(I, K) ((I < (1 << K) / 2 ? lower : upper) + I * spacing)

#define DEFINE_GLOBAL_PASSES(K)                                                                              \
  __kernel void bitonic_sort_passes_##K(__global uint* keys, ulong size, uint stage, uint pass, uint flip) { \
    __global uint* range = keys + get_global_offset(0);                                                      \
    const ulong item = get_global_id(0) - get_global_offset(0);                                              \
    DEFINE_PLACES(ulong, K)                                                                                  \
    uint v[1 << K];                                                                                          \
    for (uint i = 0; i < 1 << K; ++i) {                                                                      \
      v[i] = PLACE(i, K) < size ? range[PLACE(i, K)] ^ flip : KEY_BEHIND_END;                                \
    }                                                                                                        \
    exchange_registers(v, 1 << K, pass == stage);                                                            \
    for (uint i = 0; i < 1 << K; ++i) {                                                                      \
      if (PLACE(i, K) < size) range[PLACE(i, K)] = v[i] ^ flip;                                              \
    }                                                                                                        \
  }

DEFINE_GLOBAL_PASSES(1)
DEFINE_GLOBAL_PASSES(2)
DEFINE_GLOBAL_PASSES(3)
DEFINE_GLOBAL_PASSES(4)

// A word is left out behind every 32 keys of a tile, so that items which take eight neighbours each use all banks.
static uint padded(uint index) { return index + index / 32; }

#define DEFINE_LOCAL_PASSES(K)                                                                   \
  static void local_passes_##K(__local uint* tile, uint tile_keys, uint stage, uint pass) {      \
    for (uint item = get_local_id(0); item < tile_keys >> K; item += get_local_size(0)) {        \
      DEFINE_PLACES(uint, K)                                                                     \
      uint v[1 << K];                                                                            \
      for (uint i = 0; i < 1 << K; ++i) v[i] = tile[padded(PLACE(i, K))];                        \
      exchange_registers(v, 1 << K, pass == stage);                                              \
      for (uint i = 0; i < 1 << K; ++i) tile[padded(PLACE(i, K))] = v[i];                        \
    }                                                                                            \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                \
  }

DEFINE_LOCAL_PASSES(1)
DEFINE_LOCAL_PASSES(2)
DEFINE_LOCAL_PASSES(3)

// Passes `pass` … 1 of a stage.
static void local_stage(__local uint* tile, uint tile_keys, uint stage, uint pass) {
  if (pass % 3 == 1) local_passes_1(tile, tile_keys, stage, pass);
  if (pass % 3 == 2) local_passes_2(tile, tile_keys, stage, pass);
  for (pass -= pass % 3; pass > 0; pass -= 3) local_passes_3(tile, tile_keys, stage, pass);
}

static void load_tile(__global const uint* range, ulong first, ulong size, uint flip, __local uint* tile,
                      uint tile_keys) {
  for (uint i = get_local_id(0); i < tile_keys; i += get_local_size(0)) {
    tile[padded(i)] = first + i < size ? range[first + i] ^ flip : KEY_BEHIND_END;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}

static void store_tile(__global uint* range, ulong first, ulong size, uint flip, __local const uint* tile,
                       uint tile_keys) {
  for (uint i = get_local_id(0); i < tile_keys; i += get_local_size(0)) {
    if (first + i < size) range[first + i] = tile[padded(i)] ^ flip;
  }
}

// Stages 1 … tile_stages: each group sorts a tile of 2^tile_stages keys in local memory.
__kernel void bitonic_sort_tiles(__global uint* keys, ulong size, uint tile_stages, uint flip, __local uint* tile) {
  __global uint* range = keys + get_global_offset(0);
  const uint tile_keys = 1u << tile_stages;
  const ulong first = (ulong)get_group_id(0) << tile_stages;
  load_tile(range, first, size, flip, tile, tile_keys);
  for (uint stage = 1; stage <= tile_stages; ++stage) local_stage(tile, tile_keys, stage, stage);
  store_tile(range, first, size, flip, tile, tile_keys);
}

// Passes tile_stages … 1 of a later stage, which stay within tiles.
__kernel void bitonic_sort_merge_tiles(__global uint* keys, ulong size, uint tile_stages, uint stage, uint flip,
                                       __local uint* tile) {
  __global uint* range = keys + get_global_offset(0);
  const uint tile_keys = 1u << tile_stages;
  const ulong first = (ulong)get_group_id(0) << tile_stages;
  load_tile(range, first, size, flip, tile, tile_keys);
  local_stage(tile, tile_keys, stage, tile_stages);
  store_tile(range, first, size, flip, tile, tile_keys);
}
