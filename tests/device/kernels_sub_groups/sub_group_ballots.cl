#include "sub_group_extensions.clh"

void store(global uint* out, int n, int i, int first, uint4 value) {
  out[n * first + i] = value.x;
  out[n * (first + 1) + i] = value.y;
}

kernel void ballots(global const int* in, global const int* is_here, global uint* out, global uint* layout, int n) {
  const int i = get_global_linear_id();
  report(layout, i, n);
  if (is_here[i]) {
    const uint4 ballot = sub_group_ballot(in[i]);
    store(out, n, i, 0, ballot);
    out[2 * n + i] = sub_group_inverse_ballot(ballot) != 0;
    out[3 * n + i] = sub_group_ballot_bit_extract(ballot, 3) != 0;
    out[4 * n + i] = sub_group_ballot_bit_count(ballot);
    out[5 * n + i] = sub_group_ballot_inclusive_scan(ballot);
    out[6 * n + i] = sub_group_ballot_exclusive_scan(ballot);
    const uint4 here = sub_group_ballot(1);
    out[7 * n + i] = sub_group_ballot_find_lsb(here);
    out[8 * n + i] = sub_group_ballot_find_msb(here);
    out[9 * n + i] = sub_group_elect() != 0;
    out[10 * n + i] = sub_group_non_uniform_all(in[i]) != 0;
    out[11 * n + i] = sub_group_non_uniform_any(in[i]) != 0;
    store(out, n, i, 12, get_sub_group_eq_mask());
    store(out, n, i, 14, get_sub_group_lt_mask());
    store(out, n, i, 16, get_sub_group_le_mask());
    store(out, n, i, 18, get_sub_group_ge_mask());
    store(out, n, i, 20, get_sub_group_gt_mask());
    out[22 * n + i] = sub_group_non_uniform_reduce_logical_and(in[i]) != 0;
    out[23 * n + i] = sub_group_non_uniform_reduce_logical_or(in[i]) != 0;
    out[24 * n + i] = sub_group_non_uniform_reduce_logical_xor(in[i]) != 0;
    out[25 * n + i] = sub_group_non_uniform_scan_inclusive_logical_and(in[i]) != 0;
    out[26 * n + i] = sub_group_non_uniform_scan_inclusive_logical_or(in[i]) != 0;
    out[27 * n + i] = sub_group_non_uniform_scan_inclusive_logical_xor(in[i]) != 0;
    out[28 * n + i] = sub_group_non_uniform_scan_exclusive_logical_and(in[i]) != 0;
    out[29 * n + i] = sub_group_non_uniform_scan_exclusive_logical_or(in[i]) != 0;
    out[30 * n + i] = sub_group_non_uniform_scan_exclusive_logical_xor(in[i]) != 0;
    out[31 * n + i] = sub_group_clustered_reduce_logical_and(in[i], 4) != 0;
    out[32 * n + i] = sub_group_clustered_reduce_logical_or(in[i], 4) != 0;
    out[33 * n + i] = sub_group_clustered_reduce_logical_xor(in[i], 4) != 0;
  }
}

// Items leave the loop one after another, and meet again behind it.
kernel void loops(global const int* in, global const int* is_here, global uint* out, global uint* layout, int n) {
  const int i = get_global_linear_id();
  report(layout, i, n);
  uint sum = 0;
  for (uint round = 0; round <= get_sub_group_local_id() % 5; ++round) {
    sum += (round + 1) * sub_group_non_uniform_reduce_add(1u);
  }
  out[i] = sum;
  out[n + i] = sub_group_ballot_bit_count(sub_group_ballot(1));
}
