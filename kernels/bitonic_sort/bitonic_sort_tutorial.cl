// The bitonic sort as the tutorials teach it: the direction alternates from block to block, so that two neighbouring
// blocks are together bitonic. The number of keys must be a power of two: a copy of the range is sorted, filled up with
// keys that belong at its end.

// padded[i] = keys[offset + i] for the `size` keys of the range, and `filler` behind them.
__kernel void bitonic_sort_tutorial_pad(__global const uint* keys, __global uint* padded, ulong size, ulong count,
                                        uint filler) {
  const ulong i = get_global_id(0) - get_global_offset(0);
  if (i < count) padded[i] = i < size ? keys[get_global_id(0)] : filler;
}

__kernel void bitonic_sort_tutorial_unpad(__global const uint* padded, __global uint* keys, ulong size) {
  const ulong i = get_global_id(0) - get_global_offset(0);
  if (i < size) keys[get_global_id(0)] = padded[i];
}

// One pass of a stage, both counted from 0; one pair per item, and there are `pairs`. Sorts up where is_up is 1.
__kernel void bitonic_sort_tutorial_pass(__global uint* keys, ulong pairs, uint stage, uint pass, uint is_up) {
  const ulong item = get_global_id(0);
  if (item >= pairs) return;
  const ulong distance = 1ul << (stage - pass);
  const ulong left = item % distance + item / distance * (2 * distance);
  const ulong right = left + distance;
  const ulong same_direction = 1ul << stage;  // so many items of a row go the same way
  if (item / same_direction % 2 == 1) is_up = 1 - is_up;
  const uint a = keys[left];
  const uint b = keys[right];
  const uint smaller = min(a, b);
  const uint larger = max(a, b);
  keys[left] = is_up ? smaller : larger;
  keys[right] = is_up ? larger : smaller;
}
