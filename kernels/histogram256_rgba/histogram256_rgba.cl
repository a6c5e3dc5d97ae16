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

// A fixed number of groups strides over the image. Lanes of a sub-group count into different columns, so that
// their atomics never meet. `columns` is a power of two; `counters` holds 256 uint for each.
__kernel void histogram256_rgba_max_strides(__global const uint* pixels, ulong size, __global uint* histogram,
                                         __local uint* counters, uint columns) {
  const ulong end = get_global_offset(0) + size;
  const ulong stride = get_global_size(0);
  __local uint* column = counters + (get_local_id(0) & (columns - 1));
  clear_words(counters, BINS * columns);

  ulong p = get_global_id(0);
  for (; p + 3 * stride < end; p += 4 * stride) {  // four loads in flight
    const uint4 v = (uint4)(pixels[p], pixels[p + stride], pixels[p + 2 * stride], pixels[p + 3 * stride]);
    atomic_add(&column[largest_channel(v.x) * columns], 1u);
    atomic_add(&column[largest_channel(v.y) * columns], 1u);
    atomic_add(&column[largest_channel(v.z) * columns], 1u);
    atomic_add(&column[largest_channel(v.w) * columns], 1u);
  }
  for (; p < end; p += stride) atomic_add(&column[largest_channel(pixels[p]) * columns], 1u);
  barrier(CLK_LOCAL_MEM_FENCE);

  for (uint bin = get_local_id(0); bin < BINS; bin += get_local_size(0)) {
    add_to_histogram(&histogram[bin], sum_columns(counters, bin, columns));
  }
}

// Counts the four channels of a pixel, beginning with channel `turn`.
static void add_pixel(uint pixel, uint turn, __local uint* column, uint columns) {
  for (uint i = 0; i < 4; ++i) {
    const uint channel = (turn + i) % 4;
    const uint bin = pixel >> channel * 8 & 0xff;
    atomic_add(&column[(bin * 4 + channel) * columns], 1u);
  }
}

// The same for four channels. A column is a quarter of the banks wide, one channel beside the other, and lanes
// that share a column begin with different channels. `counters` holds 1 024 uint for each column.
__kernel void histogram256_rgba_channels_strides(__global const uint* pixels, ulong size, __global uint* histogram,
                                              __local uint* counters, uint columns) {
  const ulong end = get_global_offset(0) + size;
  const ulong stride = get_global_size(0);
  const uint item = get_local_id(0);
  const uint turn = item / columns % 4;
  __local uint* column = counters + (item & (columns - 1));
  clear_words(counters, 4 * BINS * columns);

  ulong p = get_global_id(0);
  for (; p + stride < end; p += 2 * stride) {
    const uint a = pixels[p];
    const uint b = pixels[p + stride];
    add_pixel(a, turn, column, columns);
    add_pixel(b, turn, column, columns);
  }
  if (p < end) add_pixel(pixels[p], turn, column, columns);
  barrier(CLK_LOCAL_MEM_FENCE);

  for (uint counter = item; counter < 4 * BINS; counter += get_local_size(0)) {
    const uint count = sum_columns(counters, counter % BINS * 4 + counter / BINS, columns);
    add_to_histogram(&histogram[counter], count);
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
