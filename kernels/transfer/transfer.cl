// Adds 1 to numbers[i] for i from the launch's offset to `end`, so that what goes to the device comes back changed.
kernel void transfer_increment(global uint* numbers, ulong end) {
  const size_t i = get_global_id(0);
  if (i < end) ++numbers[i];
}

// The same from one buffer into another; numbers outside of the range go as they are.
kernel void transfer_increment_into(global const uint* restrict from, global uint* restrict to, ulong begin, ulong end,
                                    ulong count) {
  const size_t i = get_global_id(0);
  if (i < count) to[i] = from[i] + (i >= begin && i < end ? 1 : 0);
}
