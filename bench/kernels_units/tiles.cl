// A product of matrices, B by columns; each sub-group reads what it multiplies from global memory.
#include "elements.h"

kernel void tiles(global const in_t* a, global const in_t* b, global sum_t* c, uint n, uint depth) {
  const size_t row = ROWS * get_group_id(1), column = ROWS * SUB_GROUP;
  mat_c sum = coop_mat_init((sum_t)0);
  for (uint k = 0; k < depth; k += DEPTH) {
    const mat_a x = coop_mat_load(a + row * depth + k, IN_ROWS, depth);
    const mat_b y = coop_mat_load(b + column * depth + k, IN_COLUMNS, depth);
    sum = coop_mat_mulAdd(x, y, sum);
  }
  coop_mat_store(c + row * n + column, sum, IN_ROWS, n);
}
