// Nothing but products: SUMS of them do not wait for each other.
#include "elements.h"

kernel void products(global const in_t* in, global sum_t* out, uint rounds) {
  const mat_a x = coop_mat_load(in, IN_ROWS, DEPTH);
  mat_b y[SUMS];
  mat_c sums[SUMS];
  for (uint i = 0; i < SUMS; ++i) {
    y[i] = coop_mat_load(in + ROWS * DEPTH * i, IN_COLUMNS, DEPTH);
    sums[i] = coop_mat_init((sum_t)0);
  }
  for (uint round = 0; round < rounds; ++round)
    for (uint i = 0; i < SUMS; ++i) sums[i] = coop_mat_mulAdd(x, y[i], sums[i]);
  for (uint i = 1; i < SUMS; ++i) sums[0] += sums[i];
  coop_mat_store(out + ROWS * ROWS * SUB_GROUP, sums[0], IN_ROWS, ROWS);
}
