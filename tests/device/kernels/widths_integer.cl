// Integer functions on vectors of 2, 3, 8 and 16, and shuffles. widths.cpp has the names in the same order.
#define NEAR(A, B) ((A) == (B))
#define FUNCTIONS(F)                                                                                \
  F(0, add_sat(x, y)) F(1, sub_sat(x, y)) F(2, mul_hi(x, y)) F(3, mad_hi(x, y, x)) F(4, rotate(x, y)) \
  F(5, hadd(x, y)) F(6, rhadd(x, y)) F(7, clz(x)) F(8, popcount(x)) F(9, max(x, y)) F(10, min(x, scalar)) \
  F(11, clamp(x, min(y, x), max(x, y))) F(12, bitselect(x, y, x)) F(13, (x < y ? x : y)) \
  F(14, x / (y | (V)1)) F(15, x << (y & (V)7)) F(16, mad_sat(x, y, x))

#define T char
#include "widths_2_to_16.clh"
#undef T
#define T ushort
#include "widths_2_to_16.clh"
#undef T
#define T int
#include "widths_2_to_16.clh"
#undef T
#define T ulong
#include "widths_2_to_16.clh"
#undef T

// shuffle and shuffle2 from M to N elements; bit j of wrong[i] as there.
#define SHUFFLE(BIT, T, U, M, N)                                                                   \
  {                                                                                                \
    T got[N], got2[N];                                                                             \
    const U##N mask = vload##N(i, masks);                                                          \
    vstore##N(shuffle(vload##M(i, a), mask), 0, got);                                              \
    vstore##N(shuffle2(vload##M(i, a), vload##M(i, b), mask), 0, got2);                            \
    for (int l = 0; l < N; ++l) {                                                                  \
      const int one = masks[i * N + l] & (M - 1), two = masks[i * N + l] & (2 * M - 1);            \
      if (got[l] != a[i * M + one]) bad |= 1ul << BIT;                                             \
      if (got2[l] != (two < M ? a[i * M + two] : b[i * M + two - M])) bad |= 1ul << (BIT + 16);    \
    }                                                                                              \
  }
#define SHUFFLES(T, U)                                                                             \
  kernel void shuffles_##T(global const T* a, global const T* b, global const U* masks, global ulong* wrong) { \
    const int i = get_global_id(0);                                                                \
    ulong bad = 0;                                                                                 \
    SHUFFLE(0, T, U, 2, 2) SHUFFLE(1, T, U, 2, 4) SHUFFLE(2, T, U, 2, 8) SHUFFLE(3, T, U, 2, 16)   \
    SHUFFLE(4, T, U, 4, 2) SHUFFLE(5, T, U, 4, 4) SHUFFLE(6, T, U, 4, 8) SHUFFLE(7, T, U, 4, 16)   \
    SHUFFLE(8, T, U, 8, 2) SHUFFLE(9, T, U, 8, 4) SHUFFLE(10, T, U, 8, 8) SHUFFLE(11, T, U, 8, 16) \
    SHUFFLE(12, T, U, 16, 2) SHUFFLE(13, T, U, 16, 4) SHUFFLE(14, T, U, 16, 8) SHUFFLE(15, T, U, 16, 16) \
    wrong[i] = bad;                                                                                \
  }
SHUFFLES(uchar, uchar)
SHUFFLES(short, ushort)
SHUFFLES(float, uint)
SHUFFLES(long, ulong)
