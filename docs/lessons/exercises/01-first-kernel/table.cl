// Fills a multiplication table, row by row.
kernel void table(global uint* out, uint width, uint height) {
  const uint x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  // HOLE: Index the element of column x and row y.
  out[0] = (x + 1) * (y + 1);
}
