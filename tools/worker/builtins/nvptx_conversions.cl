// Conversions that saturate: libclc gives the least number, or none of the type, for NaN instead of 0.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define FN __attribute__((overloadable, always_inline))

// END is the power of two after the type's largest number.
#define SCALAR(T, S, SUFFIX, ROUNDED, LEAST, LARGEST, END)                               \
  FN T convert_##T##_sat##SUFFIX(S x) {                                                  \
    x = ROUNDED(x);                                                                      \
    return x >= (S)(END) ? LARGEST : x > (S)(LEAST) ? (T)x : isnan(x) ? (T)0 : LEAST;    \
  }
#define VECTOR(T, S, SUFFIX, N, A, B)                                                    \
  FN T##N convert_##T##N##_sat##SUFFIX(S##N x) {                                         \
    return (T##N)(convert_##T##A##_sat##SUFFIX(x.lo), convert_##T##B##_sat##SUFFIX(x.hi)); \
  }
#define WIDTHS(T, S, SUFFIX, ROUNDED, LEAST, LARGEST, END)                               \
  SCALAR(T, S, SUFFIX, ROUNDED, LEAST, LARGEST, END)                                     \
  VECTOR(T, S, SUFFIX, 2, , )                                                            \
  FN T##3 convert_##T##3_sat##SUFFIX(S##3 x) {                                           \
    return (T##3)(convert_##T##2_sat##SUFFIX(x.xy), convert_##T##_sat##SUFFIX(x.z));     \
  }                                                                                      \
  VECTOR(T, S, SUFFIX, 4, 2, 2) VECTOR(T, S, SUFFIX, 8, 4, 4) VECTOR(T, S, SUFFIX, 16, 8, 8)
#define ROUNDINGS(T, S, LEAST, LARGEST, END)                                             \
  WIDTHS(T, S, , trunc, LEAST, LARGEST, END) WIDTHS(T, S, _rtz, trunc, LEAST, LARGEST, END) \
  WIDTHS(T, S, _rte, rint, LEAST, LARGEST, END) WIDTHS(T, S, _rtp, ceil, LEAST, LARGEST, END) \
  WIDTHS(T, S, _rtn, floor, LEAST, LARGEST, END)
#define SOURCES(T, LEAST, LARGEST, END) \
  ROUNDINGS(T, float, LEAST, LARGEST, END) ROUNDINGS(T, double, LEAST, LARGEST, END)

SOURCES(char, CHAR_MIN, CHAR_MAX, 0x1p7f)
SOURCES(uchar, 0, UCHAR_MAX, 0x1p8f)
SOURCES(short, SHRT_MIN, SHRT_MAX, 0x1p15f)
SOURCES(ushort, 0, USHRT_MAX, 0x1p16f)
SOURCES(int, INT_MIN, INT_MAX, 0x1p31f)
SOURCES(uint, 0, UINT_MAX, 0x1p32f)
SOURCES(long, LONG_MIN, LONG_MAX, 0x1p63f)
SOURCES(ulong, 0, ULONG_MAX, 0x1p64f)
