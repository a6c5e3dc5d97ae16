// A pass of the texts' bitonic sort: it takes the count for a power of two, and reads and writes beyond the end of other ones.
kernel void bitonic_text(global uint* keys, uint distance, uint count) {
  const uint i = get_global_id(0);
  const uint left = i / distance * 2 * distance + i % distance, right = left + distance;
  const uint a = keys[left], b = keys[right];
  keys[left] = min(a, b);
  keys[right] = max(a, b);
}

// Keys beyond the end count as the largest, which stay where they are when every pair sorts upwards.
kernel void bitonic_repaired(global uint* keys, uint distance, uint count) {
  const uint i = get_global_id(0);
  const uint left = i / distance * 2 * distance + i % distance, right = left + distance;
  if (right >= count) return;
  const uint a = keys[left], b = keys[right];
  keys[left] = min(a, b);
  keys[right] = max(a, b);
}
