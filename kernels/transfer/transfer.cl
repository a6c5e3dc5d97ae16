// Adds 1 to numbers[i] for i from the launch's offset to `end`, so that what goes to the device comes back changed.
kernel void transfer_increment(global uint* numbers, ulong end) {
  const size_t i = get_global_id(0);
  if (i < end) ++numbers[i];
}
