// The least and the greatest of the uint from the launch's offset to `end`: extremes[0], which is 2^32 - 1 before, and
// extremes[1], which is 0.

// Every item uses two atomic operations on the same two words.
kernel void minmax_each(global const uint* restrict values, global uint* restrict extremes, ulong end) {
  const size_t i = get_global_id(0);
  if (i >= end) return;
  atomic_min(&extremes[0], values[i]);
  atomic_max(&extremes[1], values[i]);
}

// An item looks first whether its number changes anything. That is a race: the word may be older than what others know, never
// newer, and then an atomic operation is wasted.
kernel void minmax_looked(global const uint* restrict values, global uint* extremes, ulong end) {
  const size_t i = get_global_id(0);
  if (i >= end) return;
  const uint value = values[i];
  if (value < extremes[0]) atomic_min(&extremes[0], value);
  if (value > extremes[1]) atomic_max(&extremes[1], value);
}

// Each group finds its own in local memory first.
kernel void minmax_groups(global const uint* restrict values, global uint* restrict extremes, ulong end) {
  local uint mine[2];
  const size_t i = get_global_id(0);
  if (get_local_id(0) == 0) {
    mine[0] = 0xffffffffu;
    mine[1] = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < end) {
    atomic_min(&mine[0], values[i]);
    atomic_max(&mine[1], values[i]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    atomic_min(&extremes[0], mine[0]);
    atomic_max(&extremes[1], mine[1]);
  }
}
