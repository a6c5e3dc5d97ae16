// Maths functions on vectors, by their elements: libclc's own for vectors take infinite elements for finite ones.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define SCALAR __attribute__((overloadable))
#define FN __attribute__((overloadable, always_inline))

// M(type, width, name, first part, second part) for every width.
#define WIDTHS(M, T, NAME) \
  M##_SCALAR(T, NAME) \
  M(T, 2, NAME, lo, hi) M(T, 3, NAME, xy, z) M(T, 4, NAME, lo, hi) M(T, 8, NAME, lo, hi) M(T, 16, NAME, lo, hi)
#define BOTH(M, NAME) WIDTHS(M, float, NAME) WIDTHS(M, double, NAME)

#define ONE_SCALAR(T, NAME) SCALAR T NAME(T x);
#define ONE(T, N, NAME, A, B) \
  FN T##N NAME(T##N x) { return (T##N)(NAME(x.A), NAME(x.B)); }
#define TWO_SCALAR(T, NAME) SCALAR T NAME(T x, T y);
#define TWO(T, N, NAME, A, B) \
  FN T##N NAME(T##N x, T##N y) { return (T##N)(NAME(x.A, y.A), NAME(x.B, y.B)); }
#define WITH_INTS_SCALAR(T, NAME) SCALAR T NAME(T x, int n);
#define WITH_INTS(T, N, NAME, A, B) \
  FN T##N NAME(T##N x, int##N n) { return (T##N)(NAME(x.A, n.A), NAME(x.B, n.B)); }
#define WITH_INT_SCALAR WITH_INTS_SCALAR
#define WITH_INT(T, N, NAME, A, B) \
  FN T##N NAME(T##N x, int n) { return (T##N)(NAME(x.A, n), NAME(x.B, n)); }
#define TO_INT_SCALAR(T, NAME) SCALAR int NAME(T x);
#define TO_INT(T, N, NAME, A, B) \
  FN int##N NAME(T##N x) { return (int##N)(NAME(x.A), NAME(x.B)); }

BOTH(ONE, acos) BOTH(ONE, acosh) BOTH(ONE, acospi) BOTH(ONE, asin) BOTH(ONE, asinh) BOTH(ONE, asinpi)
BOTH(ONE, atan) BOTH(ONE, atanh) BOTH(ONE, atanpi) BOTH(ONE, cbrt) BOTH(ONE, cos) BOTH(ONE, cosh) BOTH(ONE, cospi)
BOTH(ONE, erf) BOTH(ONE, erfc) BOTH(ONE, exp) BOTH(ONE, exp2) BOTH(ONE, exp10) BOTH(ONE, expm1) BOTH(ONE, lgamma)
BOTH(ONE, log) BOTH(ONE, log2) BOTH(ONE, log10) BOTH(ONE, log1p) BOTH(ONE, logb) BOTH(ONE, rsqrt) BOTH(ONE, sin)
BOTH(ONE, sinh) BOTH(ONE, sinpi) BOTH(ONE, sqrt) BOTH(ONE, tan) BOTH(ONE, tanh) BOTH(ONE, tanpi) BOTH(ONE, tgamma)
BOTH(TWO, atan2) BOTH(TWO, atan2pi) BOTH(TWO, fdim) BOTH(TWO, fmod) BOTH(TWO, hypot) BOTH(TWO, nextafter)
BOTH(TWO, pow) BOTH(TWO, powr) BOTH(TWO, remainder)
BOTH(WITH_INTS, ldexp) BOTH(WITH_INTS, pown) BOTH(WITH_INTS, rootn) BOTH(WITH_INT, ldexp) BOTH(TO_INT, ilogb)

WIDTHS(ONE, float, half_cos) WIDTHS(ONE, float, half_exp) WIDTHS(ONE, float, half_exp2) WIDTHS(ONE, float, half_exp10)
WIDTHS(ONE, float, half_log) WIDTHS(ONE, float, half_log2) WIDTHS(ONE, float, half_log10)
WIDTHS(ONE, float, half_recip) WIDTHS(ONE, float, half_rsqrt) WIDTHS(ONE, float, half_sin)
WIDTHS(ONE, float, half_sqrt) WIDTHS(ONE, float, half_tan)
WIDTHS(TWO, float, half_divide) WIDTHS(TWO, float, half_powr)

// Functions with a second result of the type U.
#define WITH_POINTER(T, N, NAME, U, SPACE)             \
  FN T##N NAME(T##N x, SPACE U##N* second) {           \
    T##N result;                                       \
    U##N others;                                       \
    _Pragma("unroll") for (int i = 0; i < N; ++i) {    \
      U other;                                         \
      result[i] = NAME(x[i], &other);                  \
      others[i] = other;                               \
    }                                                  \
    *second = others;                                  \
    return result;                                     \
  }
#define REMQUO(T, N, SPACE)                            \
  FN T##N remquo(T##N x, T##N y, SPACE int##N* second) { \
    T##N result;                                       \
    int##N others;                                     \
    _Pragma("unroll") for (int i = 0; i < N; ++i) {    \
      int other;                                       \
      result[i] = remquo(x[i], y[i], &other);          \
      others[i] = other;                               \
    }                                                  \
    *second = others;                                  \
    return result;                                     \
  }
#define IN_SPACE(T, N, SPACE)           \
  WITH_POINTER(T, N, fract, T, SPACE)   \
  WITH_POINTER(T, N, frexp, int, SPACE) \
  WITH_POINTER(T, N, lgamma_r, int, SPACE) \
  WITH_POINTER(T, N, modf, T, SPACE)    \
  WITH_POINTER(T, N, sincos, T, SPACE)  \
  REMQUO(T, N, SPACE)
#define POINTER_SCALARS(T)           \
  SCALAR T fract(T x, T* second);      \
  SCALAR T frexp(T x, int* second);    \
  SCALAR T lgamma_r(T x, int* second); \
  SCALAR T modf(T x, T* second);       \
  SCALAR T sincos(T x, T* second);     \
  SCALAR T remquo(T x, T y, int* second);
#define IN_SPACES(T, N) IN_SPACE(T, N, private) IN_SPACE(T, N, global) IN_SPACE(T, N, local)
#define POINTERS(T) POINTER_SCALARS(T) IN_SPACES(T, 2) IN_SPACES(T, 3) IN_SPACES(T, 4) IN_SPACES(T, 8) IN_SPACES(T, 16)
POINTERS(float)
POINTERS(double)
