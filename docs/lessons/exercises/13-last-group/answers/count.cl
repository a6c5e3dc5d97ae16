// Counts the numbers below a limit.
kernel void count(global const uint* in, uint limit, global uint* found, uint size) {
  const uint i = get_global_id(0);
  if (i < size && in[i] < limit) atomic_inc(&found[0]);
}
