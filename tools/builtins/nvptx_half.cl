// Stores of half numbers. The chip rounds to the nearest number by itself, which libclc does in software; libclc's
// rounding towards zero, up or down goes wrong below half's smallest number.
#define FN __attribute__((overloadable, always_inline))

#include "half_stores.clh"

#define STORE_NEAREST(T, SPACE, N)                                                               \
  FN void vstore_half##N##_rte(T##N x, size_t i, SPACE half* p) { vstore_half##N(x, i, p); }     \
  FN void vstorea_half##N##_rte(T##N x, size_t i, SPACE half* p) { vstorea_half##N(x, i, p); }
#define STORES_NEAREST(T, SPACE)                                                                 \
  FN void vstore_half_rte(T x, size_t i, SPACE half* p) { vstore_half(x, i, p); }                \
  STORE_NEAREST(T, SPACE, 2) STORE_NEAREST(T, SPACE, 3) STORE_NEAREST(T, SPACE, 4)               \
  STORE_NEAREST(T, SPACE, 8) STORE_NEAREST(T, SPACE, 16)

#define STORES(T, SPACE) STORE_HALF_MODES(T, SPACE) STORES_NEAREST(T, SPACE)
#define SPACES(T) STORES(T, private) STORES(T, global) STORES(T, local)
SPACES(float)
SPACES(double)
