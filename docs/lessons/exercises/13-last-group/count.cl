// Counts the numbers below a limit.
kernel void count(global const uint* in, uint limit, global uint* found, uint size) {
  const uint i = get_global_id(0);
  // HOLE: Add 1 to found[0] for each, as one operation that nothing comes between.
}
