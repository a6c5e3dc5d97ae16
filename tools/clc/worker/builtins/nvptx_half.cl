// Stores of half numbers rounded towards zero, up or down: libclc's go wrong below half's smallest number.
#define FN __attribute__((overloadable, always_inline))

#include "half_rounding.clh"

#define ONE(T, SPACE, MODE)                                                            \
  FN void vstore_half_##MODE(T x, size_t i, SPACE half* p) {                            \
    ((SPACE ushort*)p)[i] = half_##MODE(cut_to_float(x));                               \
  }
#define MANY(T, SPACE, MODE, NAME, N, DISTANCE)                                        \
  FN void NAME##N##_##MODE(T##N x, size_t i, SPACE half* p) {                           \
    _Pragma("unroll") for (int j = 0; j < N; ++j) {                                    \
      ((SPACE ushort*)p)[i * DISTANCE + j] = half_##MODE(cut_to_float(x[j]));           \
    }                                                                                  \
  }
#define WIDTH(T, SPACE, MODE, N, ALIGNED)           \
  MANY(T, SPACE, MODE, vstore_half, N, N)           \
  MANY(T, SPACE, MODE, vstorea_half, N, ALIGNED)
#define WIDTHS(T, SPACE, MODE)  \
  ONE(T, SPACE, MODE)           \
  WIDTH(T, SPACE, MODE, 2, 2)   \
  WIDTH(T, SPACE, MODE, 3, 4)   \
  WIDTH(T, SPACE, MODE, 4, 4)   \
  WIDTH(T, SPACE, MODE, 8, 8)   \
  WIDTH(T, SPACE, MODE, 16, 16)
#define MODES(T, SPACE) WIDTHS(T, SPACE, rtz) WIDTHS(T, SPACE, rtp) WIDTHS(T, SPACE, rtn)
#define SPACES(T) MODES(T, private) MODES(T, global) MODES(T, local)
SPACES(float)
SPACES(double)
