// Histograms of an RGBA image of `size` pixels with 8 bits per channel, which begins at element
// get_global_offset(0) of `pixels`; the launcher clears the counters of `histogram`.
//   max       histogram[v]: pixels whose largest channel, alpha included, is v
//   channels  histogram[256 * c + v]: pixels whose channel c is v
//
// Rows follow each other without gaps, so that width and height do not matter.

#include "../histogram256/bins.clh"

static uint largest_channel(uint pixel) {
  return max(max(pixel & 0xff, pixel >> 8 & 0xff), max(pixel >> 16 & 0xff, pixel >> 24));
}

// Each item counts 256 pixels into bins of its own, then the group adds them up. 256 bytes of `words` per item.
__kernel void histogram256_rgba_max_private(__global const uint* pixels, ulong size, __global uint* histogram,
                                            __local uint* words) {
  __local uchar* bins = (__local uchar*)words;
  const uint item = get_local_id(0);
  const uint items = get_local_size(0);
  const ulong end = get_global_offset(0) + size;
  clear_words(words, items * (BINS / 4));

  ulong p = get_global_offset(0) + (ulong)get_group_id(0) * items * PIXELS_PER_ITEM + item;
  for (uint i = 0; i < PIXELS_PER_ITEM && p < end; ++i, p += items) {
    const uint bin = largest_channel(pixels[p]);
    count_byte(&bins[place(k_columns, bin, item, items)], &histogram[bin]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  for (uint bin = item; bin < BINS; bin += items) {
    add_to_histogram(&histogram[bin], sum_bin(bins, k_columns, bin, 0, 1, items));
  }
}

// Item i counts channel i % 4, of 256 pixels. The group has a multiple of four items.
__kernel void histogram256_rgba_channels_private(__global const uint* pixels, ulong size, __global uint* histogram,
                                                 __local uint* words) {
  __global const uchar* bytes = (__global const uchar*)pixels;
  __local uchar* bins = (__local uchar*)words;
  const uint item = get_local_id(0);
  const uint items = get_local_size(0);
  const uint channel = item % 4;
  const ulong begin = (ulong)get_global_offset(0) * 4;
  const ulong end = begin + size * 4;
  clear_words(words, items * (BINS / 4));

  ulong b = begin + (ulong)get_group_id(0) * items * PIXELS_PER_ITEM + item;
  for (uint i = 0; i < PIXELS_PER_ITEM && b < end; ++i, b += items) {
    const uint bin = bytes[b];
    count_byte(&bins[place(k_columns, bin, item, items)], &histogram[channel * BINS + bin]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  for (uint counter = item; counter < 4 * BINS; counter += items) {
    const uint bin = counter % BINS;
    add_to_histogram(&histogram[counter], sum_bin(bins, k_columns, bin, counter / BINS, 4, items));
  }
}

// Counts the largest channel of a pixel, or all four, beginning with channel `turn`. first[i] is the counter for value 0 of
// the channel that comes as number i; those of the other values follow `step` apart.
static void count_pixel(uint pixel, uint channels, uint turn, __local uint* const* first, uint step) {
  if (channels == 1) {
    atomic_add(&first[0][largest_channel(pixel) * step], 1u);
    return;
  }
  const uint turned = rotate(pixel, (4 - turn) * 8);
  atomic_add(&first[0][(turned & 0xff) * step], 1u);
  atomic_add(&first[1][(turned >> 8 & 0xff) * step], 1u);
  atomic_add(&first[2][(turned >> 16 & 0xff) * step], 1u);
  atomic_add(&first[3][(turned >> 24) * step], 1u);
}

static void count_block(uint4 v, uint channels, uint turn, __local uint* const* first, uint step) {
  count_pixel(v.x, channels, turn, first, step);
  count_pixel(v.y, channels, turn, first, step);
  count_pixel(v.z, channels, turn, first, step);
  count_pixel(v.w, channels, turn, first, step);
}

// Memory is cut into aligned blocks of four pixels, so that the image may begin and end anywhere; the first item also counts
// the pixels before and behind the whole blocks.
static void count_strides(__global const uint* pixels, ulong size, __global uint* histogram, __local uint* counters,
                          uint columns, uint channels) {
  __global const uint4* blocks = (__global const uint4*)pixels;
  const ulong begin = get_global_offset(0), end = begin + size;
  const ulong first_block = (begin + 3) / 4, last_block = max(end / 4, first_block);
  const ulong stride = get_global_size(0);
  const uint item = get_local_id(0), step = channels * columns, turn = item / columns % channels;
  __local uint* first[4];
#pragma unroll
  for (uint i = 0; i < channels; ++i) first[i] = counters + (turn + i) % channels * columns + (item & (columns - 1));
  clear_words(counters, BINS * step);

  ulong block = first_block + get_global_id(0) - begin;
  for (; block + stride < last_block; block += 2 * stride) {  // two loads in flight
    const uint4 a = blocks[block], b = blocks[block + stride];
    count_block(a, channels, turn, first, step);
    count_block(b, channels, turn, first, step);
  }
  if (block < last_block) count_block(blocks[block], channels, turn, first, step);
  if (get_global_id(0) == begin) {
    for (ulong p = begin; p < min(first_block * 4, end); ++p) count_pixel(pixels[p], channels, turn, first, step);
    for (ulong p = last_block * 4; p < end; ++p) count_pixel(pixels[p], channels, turn, first, step);
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  for (uint counter = item; counter < channels * BINS; counter += get_local_size(0)) {
    const uint count = sum_columns(counters, counter % BINS * channels + counter / BINS, columns);
    add_to_histogram(&histogram[counter], count);
  }
}

// A fixed number of groups strides over the image. Lanes of a sub-group count into different columns, so that
// their atomics never meet. `columns` is a power of two; `counters` holds 256 uint for each.
__kernel void histogram256_rgba_max_strides(__global const uint* pixels, ulong size, __global uint* histogram,
                                            __local uint* counters, uint columns) {
  if (columns == BANKS) {  // a constant saves a multiplication for each counter
    count_strides(pixels, size, histogram, counters, BANKS, 1);
  } else {
    count_strides(pixels, size, histogram, counters, columns, 1);
  }
}

// The same for four channels. A column is a quarter of the banks wide, one channel beside the other, and lanes
// that share a column begin with different channels. `counters` holds 1 024 uint for each column.
__kernel void histogram256_rgba_channels_strides(__global const uint* pixels, ulong size, __global uint* histogram,
                                                 __local uint* counters, uint columns) {
  if (columns == BANKS / 4) {
    count_strides(pixels, size, histogram, counters, BANKS / 4, 4);
  } else {
    count_strides(pixels, size, histogram, counters, columns, 4);
  }
}

#if !defined(__NVPTX__) && !defined(__AMDGCN__) && !defined(__R600__)
#include "../histogram256/chunks.clh"

// CPUs: item i counts `chunk` pixels in a row.
kernel void histogram256_rgba_max_chunks(global const uint* pixels, ulong size, ulong chunk, global uint* histogram) {
  uint tables[TABLES][BINS];
  clear_tables(tables);
  const ulong end = chunk_end(size, chunk);
  ulong p = chunk_begin(chunk);
  for (; p + 8 <= end; p += 8) {
    const uint8 v = vload8(0, pixels + p);
    const uint8 even = max(v & 0xffu, v >> 16 & 0xffu), odd = max(v >> 8 & 0xffu, v >> 24);
    const uint8 bins = max(even, odd);
    ++tables[0][bins.s0];
    ++tables[1][bins.s1];
    ++tables[2][bins.s2];
    ++tables[3][bins.s3];
    ++tables[4][bins.s4];
    ++tables[5][bins.s5];
    ++tables[6][bins.s6];
    ++tables[7][bins.s7];
  }
  for (; p < end; ++p) ++tables[0][largest_channel(pixels[p])];
  for (uint bin = 0; bin < BINS; ++bin) add_to_histogram(&histogram[bin], sum_tables(tables, bin));
}

// Two pixels at a time: tables 0 to 3 are the channels of one, 4 to 7 those of the other.
kernel void histogram256_rgba_channels_chunks(global const uint* pixels, ulong size, ulong chunk,
                                              global uint* histogram) {
  uint tables[TABLES][BINS];
  clear_tables(tables);
  const ulong end = chunk_end(size, chunk);
  ulong p = chunk_begin(chunk);
  for (; p + 2 <= end; p += 2) count_bytes((global const uchar*)(pixels + p), tables);
  for (; p < end; ++p) {
    for (uint c = 0; c < 4; ++c) ++tables[c][pixels[p] >> 8 * c & 0xff];
  }
  for (uint c = 0; c < 4; ++c) {
    for (uint bin = 0; bin < BINS; ++bin) add_to_histogram(&histogram[c * BINS + bin], tables[c][bin] + tables[c + 4][bin]);
  }
}
#endif
