#include "add.h"
kernel void sum(global const float* a, global const float* b, global float* out, uint count) {
  const size_t i = get_global_id(0);
  if (i < count) out[i] = add(a[i], b[i]);
}
