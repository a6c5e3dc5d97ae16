// histogram[v] += how often v occurs among `size` bytes. The image begins at element get_global_offset(0) of
// `pixels`; the launcher clears the 256 counters of `histogram`.
//
// Memory is cut into aligned blocks of 16 pixels, so that the image may begin and end anywhere; of a block that
// sticks out only the pixels inside are read.

#include "bins.clh"

#define BLOCK 16u

// Counts the four pixels of a word in the item's own bins.
static void count_word(uint word, __local uchar* bins, Layout layout, uint item, uint items,
                       __global uint* histogram) {
  for (uint shift = 0; shift < 32; shift += 8) {
    const uint pixel = word >> shift & 0xff;
    count_byte(&bins[place(layout, pixel, item, items)], &histogram[pixel]);
  }
}

// Each item counts 256 pixels into bins of its own, then the group adds them up. 256 bytes of `words` per item;
// at most 128 items, or a group could not have 32 KB.
static void count_private(__global const uchar* pixels, ulong size, __global uint* histogram, __local uint* words,
                          Layout layout) {
  __local uchar* bins = (__local uchar*)words;
  const uint item = get_local_id(0);
  const uint items = get_local_size(0);
  const ulong begin = get_global_offset(0);
  const ulong end = begin + size;
  clear_words(words, items * (BINS / 4));

  ulong block = begin / BLOCK + (ulong)get_group_id(0) * items * (PIXELS_PER_ITEM / BLOCK) + item;
  for (uint i = 0; i < PIXELS_PER_ITEM / BLOCK; ++i, block += items) {
    const ulong first = block * BLOCK;
    if (first >= begin && first + BLOCK <= end) {
      const uint4 v = ((__global const uint4*)pixels)[block];
      count_word(v.x, bins, layout, item, items, histogram);
      count_word(v.y, bins, layout, item, items, histogram);
      count_word(v.z, bins, layout, item, items, histogram);
      count_word(v.w, bins, layout, item, items, histogram);
    } else {
      for (ulong p = max(first, begin); p < min(first + BLOCK, end); ++p) {
        count_byte(&bins[place(layout, pixels[p], item, items)], &histogram[pixels[p]]);
      }
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  for (uint bin = item; bin < BINS; bin += items) {
    add_to_histogram(&histogram[bin], sum_bin(bins, layout, bin, 0, 1, items));
  }
}

__kernel void histogram256_private_bins(__global const uchar* pixels, ulong size, __global uint* histogram,
                                        __local uint* words) {
  count_private(pixels, size, histogram, words, k_rows);
}

__kernel void histogram256_swizzled(__global const uchar* pixels, ulong size, __global uint* histogram,
                                    __local uint* words) {
  count_private(pixels, size, histogram, words, k_swizzled);
}

__kernel void histogram256_conflict_free(__global const uchar* pixels, ulong size, __global uint* histogram,
                                         __local uint* words) {
  count_private(pixels, size, histogram, words, k_columns);
}

static void add_word(uint word, __local uint* column, uint columns) {
  atomic_add(&column[(word & 0xff) * columns], 1u);
  atomic_add(&column[(word >> 8 & 0xff) * columns], 1u);
  atomic_add(&column[(word >> 16 & 0xff) * columns], 1u);
  atomic_add(&column[(word >> 24) * columns], 1u);
}

static void add_block(uint4 v, __local uint* column, uint columns) {
  add_word(v.x, column, columns);
  add_word(v.y, column, columns);
  add_word(v.z, column, columns);
  add_word(v.w, column, columns);
}

static void count_strides(__global const uchar* pixels, ulong size, __global uint* histogram, __local uint* counters,
                          uint columns) {
  __global const uint4* blocks = (__global const uint4*)pixels;
  const ulong begin = get_global_offset(0);
  const ulong end = begin + size;
  const ulong first = (begin + BLOCK - 1) / BLOCK;  // whole blocks: [first, last)
  const ulong last = max(end / BLOCK, first);
  const ulong stride = get_global_size(0);
  __local uint* column = counters + (get_local_id(0) & (columns - 1));
  clear_words(counters, BINS * columns);

  ulong block = first + get_global_id(0) - begin;
  for (; block + stride < last; block += 2 * stride) {  // two loads in flight
    const uint4 a = blocks[block], b = blocks[block + stride];
    add_block(a, column, columns);
    add_block(b, column, columns);
  }
  if (block < last) add_block(blocks[block], column, columns);
  if (get_global_id(0) == begin) {
    for (ulong p = begin; p < min(first * BLOCK, end); ++p) atomic_add(&column[pixels[p] * columns], 1u);
    for (ulong p = last * BLOCK; p < end; ++p) atomic_add(&column[pixels[p] * columns], 1u);
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  for (uint bin = get_local_id(0); bin < BINS; bin += get_local_size(0)) {
    add_to_histogram(&histogram[bin], sum_columns(counters, bin, columns));
  }
}

// A fixed number of groups strides over the image. Lanes of a sub-group count into different columns, so that
// their atomics never meet, in a constant image either. `columns` is a power of two; `counters` holds 256 uint for each.
__kernel void histogram256_strides(__global const uchar* pixels, ulong size, __global uint* histogram,
                                   __local uint* counters, uint columns) {
  if (columns == BANKS) {  // a constant saves a multiplication for each pixel
    count_strides(pixels, size, histogram, counters, BANKS);
  } else {
    count_strides(pixels, size, histogram, counters, columns);
  }
}

#if !defined(__NVPTX__) && !defined(__AMDGCN__) && !defined(__R600__)
#include "chunks.clh"

// CPUs: item i counts `chunk` pixels in a row.
kernel void histogram256_chunks(global const uchar* pixels, ulong size, ulong chunk, global uint* histogram) {
  uint tables[TABLES][BINS];
  clear_tables(tables);
  const ulong end = chunk_end(size, chunk);
  ulong p = chunk_begin(chunk);
  for (; p + TABLES <= end; p += TABLES) count_bytes(pixels + p, tables);
  for (; p < end; ++p) ++tables[0][pixels[p]];
  for (uint bin = 0; bin < BINS; ++bin) add_to_histogram(&histogram[bin], sum_tables(tables, bin));
}
#endif
