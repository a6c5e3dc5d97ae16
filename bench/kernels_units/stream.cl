// Many small matrices by one: memory bounds it.
#include "elements.h"

kernel void stream(global const in_t* in, global const in_t* by, global sum_t* out) {
  const size_t at = SUB_GROUP;
  const mat_a x = coop_mat_load(in + ROWS * DEPTH * at, IN_ROWS, DEPTH);
  const mat_b y = coop_mat_load(by, IN_COLUMNS, DEPTH);
  const mat_c zero = coop_mat_init((sum_t)0);
  coop_mat_store(out + ROWS * ROWS * at, coop_mat_mulAdd(x, y, zero), IN_ROWS, ROWS);
}
