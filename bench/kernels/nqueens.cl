// Solutions of N queens below each pair of the first two queens, by bits and a stack of its own.
kernel void nqueens(global uint* counts, int n) {
  const uint all = (1u << n) - 1;
  const uint first = 1u << get_global_id(0);
  const uint second = 1u << get_global_id(1);
  uint found = 0;
  uint columns[20], left[20], right[20], free[20];
  columns[1] = first;
  left[1] = first << 1;
  right[1] = first >> 1;
  if ((second & (columns[1] | left[1] | right[1])) == 0) {
    int row = 2;
    columns[2] = first | second;
    left[2] = (left[1] | second) << 1;
    right[2] = (right[1] | second) >> 1;
    free[2] = all & ~(columns[2] | left[2] | right[2]);
    while (row >= 2) {
      if (free[row] == 0) {
        --row;
        continue;
      }
      const uint queen = free[row] & -free[row];
      free[row] ^= queen;
      if (row + 1 == n) {
        ++found;
        continue;
      }
      columns[row + 1] = columns[row] | queen;
      left[row + 1] = (left[row] | queen) << 1;
      right[row + 1] = (right[row] | queen) >> 1;
      ++row;
      free[row] = all & ~(columns[row] | left[row] | right[row]);
    }
  }
  counts[get_global_id(1) * n + get_global_id(0)] = found;
}
