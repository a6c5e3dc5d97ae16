// Radix sort: stable, up or down, of 32- and 64-bit keys alone or with a 32-bit value each.
//
// Each pass sorts by one digit, from the lowest on, from `source` to `target`. Keys are counted by digit for each part of
// the range; the sums of these counts say where each part puts its keys of each digit. There are three methods: chunks
// (for CPUs), tiles (for every device), and on chips where it is safe one sweep. There, few keys are sorted by ranks instead.
//
// Sorting down is sorting the complements up: `flip` is 0, or all ones.

#define JOIN(A, B) JOIN_EXPANDED(A, B)
#define JOIN_EXPANDED(A, B) A##B

#define KEY uint
#define KEY_NAME(STEM) STEM##_uint  // of what keys with and without values share
#define NAME(STEM) JOIN(STEM, _uint)
#include "sort_chunks.clh"
#include "sort_one_sweep.clh"
#include "sort_ranks.clh"
#include "sort_tiles.clh"
#define PAIRS
#undef NAME
#define NAME(STEM) JOIN(STEM, _pairs_uint)
#include "sort_chunks.clh"
#include "sort_one_sweep.clh"
#include "sort_ranks.clh"
#include "sort_tiles.clh"
#undef PAIRS

#undef KEY
#undef KEY_NAME
#undef NAME
#define KEY ulong
#define KEY_NAME(STEM) STEM##_ulong
#define NAME(STEM) JOIN(STEM, _ulong)
#include "sort_chunks.clh"
#include "sort_one_sweep.clh"
#include "sort_ranks.clh"
#include "sort_tiles.clh"
#define PAIRS
#undef NAME
#define NAME(STEM) JOIN(STEM, _pairs_ulong)
#include "sort_chunks.clh"
#include "sort_one_sweep.clh"
#include "sort_ranks.clh"
#include "sort_tiles.clh"

// The sums of what stands before each entry, within each tile of SCAN_TILE entries; sums[tile] is the tile's total.
#define SCAN_ITEMS 256
#define SCAN_PER_ITEM 8
#define SCAN_TILE (SCAN_ITEMS * SCAN_PER_ITEM)

kernel __attribute__((reqd_work_group_size(SCAN_ITEMS, 1, 1))) void sort_scan(global ulong* entries, ulong count,
                                                                              global ulong* sums) {
  local ulong totals[SCAN_ITEMS];
  const uint item = get_local_id(0);
  const ulong first = (ulong)get_group_id(0) * SCAN_TILE + item * SCAN_PER_ITEM;
  ulong values[SCAN_PER_ITEM];
  ulong total = 0;
  for (uint i = 0; i < SCAN_PER_ITEM; ++i) {
    values[i] = first + i < count ? entries[first + i] : 0;
    total += values[i];
  }
  totals[item] = total;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint distance = 1; distance < SCAN_ITEMS; distance *= 2) {
    const ulong before = item >= distance ? totals[item - distance] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    totals[item] += before;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  ulong sum = totals[item] - total;
  for (uint i = 0; i < SCAN_PER_ITEM; ++i) {
    if (first + i < count) entries[first + i] = sum;
    sum += values[i];
  }
  if (item == SCAN_ITEMS - 1) sums[get_group_id(0)] = totals[item];
}

// Adds to the entries of each tile what stands before the tile.
kernel __attribute__((reqd_work_group_size(SCAN_ITEMS, 1, 1))) void sort_scan_add(global ulong* entries, ulong count,
                                                                                  global const ulong* before) {
  const ulong first = (ulong)get_group_id(0) * SCAN_TILE;
  for (uint i = get_local_id(0); i < SCAN_TILE && first + i < count; i += SCAN_ITEMS) {
    entries[first + i] += before[get_group_id(0)];
  }
}

// One item adds up what is too little for groups.
kernel void sort_scan_serial(global ulong* entries, ulong count) {
  ulong sum = 0;
  for (ulong i = 0; i < count; ++i) {
    const ulong entry = entries[i];
    entries[i] = sum;
    sum += entry;
  }
}
