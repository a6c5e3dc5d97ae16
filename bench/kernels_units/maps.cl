// As much arithmetic of elements as products: an exponential function of each sum, and a conversion.
#include "elements.h"

kernel void maps(global const in_t* in, global sum_t* out, uint rounds) {
  const mat_a x = coop_mat_load(in, IN_ROWS, DEPTH);
  const mat_b y = coop_mat_load(in + ROWS * DEPTH, IN_COLUMNS, DEPTH);
  mat_c sum = coop_mat_init((sum_t)0);
  for (uint round = 0; round < rounds; ++round) {
    sum = coop_mat_mulAdd(x, y, sum);
    for (uint i = 0; i < coop_mat_length(sum); ++i) sum[i] = native_exp2(sum[i] * -0.5f);
    sum = sum * (sum_t)0.25f + sum;
  }
  coop_mat_store(out + ROWS * ROWS * SUB_GROUP, sum, IN_ROWS, ROWS);
}
