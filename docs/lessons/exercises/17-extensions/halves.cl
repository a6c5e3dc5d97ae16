// Doubles `count` halves.
kernel void halves(global half* a, uint count) {
  const uint i = get_global_id(0);
  if (i >= count) return;
  // HOLE: Load as float, double, and store as half.
}
