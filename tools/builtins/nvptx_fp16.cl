// Functions on half, from sm_53 on. The chip adds, multiplies, compares and converts half; what is more goes through
// float, whose results are so much closer than half's bounds that rounding them once keeps these.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define FN __attribute__((overloadable, always_inline))
#include "half_conversions.clh"
#define INNER static __attribute__((overloadable, always_inline))
#define GROUP_FN __attribute__((overloadable, always_inline, convergent))

// M(width) for a scalar and all vectors, or for vectors alone.
#define VECTORS(M) M(2) M(3) M(4) M(8) M(16)
#define WIDTHS(M) M() VECTORS(M)
// The same for M(name, width).
#define VECTORS_OF(M, NAME) M(NAME, 2) M(NAME, 3) M(NAME, 4) M(NAME, 8) M(NAME, 16)
#define WIDTHS_OF(M, NAME) M(NAME, ) VECTORS_OF(M, NAME)

INNER float widen(half x) { return x; }
INNER half narrow(float x) { return (half)x; }
#define CAST(N)                                                                   \
  INNER float##N widen(half##N x) { return __builtin_convertvector(x, float##N); } \
  INNER half##N narrow(float##N x) { return __builtin_convertvector(x, half##N); }
VECTORS(CAST)

// Conversions of half: float has all its numbers.
#define TO_FLOAT(MODE, N)                                                          \
  FN half##N convert_half##N##MODE(half##N x) { return x; }                        \
  FN float##N convert_float##N##MODE(half##N x) { return widen(x); }               \
  FN double##N convert_double##N##MODE(half##N x) { return convert_double##N(widen(x)); }
#define MODES_OF(M) M() M(_rte) M(_rtz) M(_rtp) M(_rtn)
#define TO_FLOATS(MODE) WIDTHS_OF(TO_FLOAT, MODE)
MODES_OF(TO_FLOATS)

#define TO_INTEGER(T, N, MODE) \
  FN T##N convert_##T##N##MODE(half##N x) { return convert_##T##N##MODE(widen(x)); }
#define TO_INTEGER_MODES(T, N)                                                                             \
  TO_INTEGER(T, N, ) TO_INTEGER(T, N, _rte) TO_INTEGER(T, N, _rtz) TO_INTEGER(T, N, _rtp) TO_INTEGER(T, N, _rtn) \
  TO_INTEGER(T, N, _sat) TO_INTEGER(T, N, _sat_rte) TO_INTEGER(T, N, _sat_rtz) TO_INTEGER(T, N, _sat_rtp)  \
  TO_INTEGER(T, N, _sat_rtn)
WIDTHS_OF(TO_INTEGER_MODES, char) WIDTHS_OF(TO_INTEGER_MODES, uchar)
WIDTHS_OF(TO_INTEGER_MODES, short) WIDTHS_OF(TO_INTEGER_MODES, ushort)
WIDTHS_OF(TO_INTEGER_MODES, int) WIDTHS_OF(TO_INTEGER_MODES, uint)
WIDTHS_OF(TO_INTEGER_MODES, long) WIDTHS_OF(TO_INTEGER_MODES, ulong)

// Conversions to half.
#define TO_HALF_NEAREST(T, N, MODE) \
  FN half##N convert_half##N##MODE(T##N x) { return __builtin_convertvector(x, half##N); }
#define TO_HALF_NEARESTS(T, N) TO_HALF_NEAREST(T, N, ) TO_HALF_NEAREST(T, N, _rte)
#define TO_HALF(T, CUT)                                                \
  FN half convert_half(T x) { return (half)x; }                        \
  FN half convert_half_rte(T x) { return (half)x; }                    \
  VECTORS_OF(TO_HALF_NEARESTS, T)                                      \
  TO_HALF_DIRECTED(T, CUT)
TO_HALF(char, (float)) TO_HALF(uchar, (float)) TO_HALF(short, (float)) TO_HALF(ushort, (float))
TO_HALF(int, (float)) TO_HALF(uint, (float)) TO_HALF(long, (float)) TO_HALF(ulong, (float))
TO_HALF(float, cut_to_float) TO_HALF(double, cut_to_float)

// Maths.
#define ONE(NAME, N) \
  FN half##N NAME(half##N x) { return narrow(NAME(widen(x))); }
#define TWO(NAME, N) \
  FN half##N NAME(half##N x, half##N y) { return narrow(NAME(widen(x), widen(y))); }
#define SECOND_SCALAR(NAME, N) \
  FN half##N NAME(half##N x, half y) { return narrow(NAME(widen(x), widen(y))); }
#define WITH_INTS(NAME, N) \
  FN half##N NAME(half##N x, int##N n) { return narrow(NAME(widen(x), n)); }
WIDTHS_OF(ONE, acos) WIDTHS_OF(ONE, acosh) WIDTHS_OF(ONE, acospi) WIDTHS_OF(ONE, asin) WIDTHS_OF(ONE, asinh)
WIDTHS_OF(ONE, asinpi) WIDTHS_OF(ONE, atan) WIDTHS_OF(ONE, atanh) WIDTHS_OF(ONE, atanpi) WIDTHS_OF(ONE, cbrt)
WIDTHS_OF(ONE, ceil) WIDTHS_OF(ONE, cosh) WIDTHS_OF(ONE, cospi) WIDTHS_OF(ONE, erf)
WIDTHS_OF(ONE, erfc) WIDTHS_OF(ONE, expm1)
WIDTHS_OF(ONE, floor) WIDTHS_OF(ONE, lgamma)
WIDTHS_OF(ONE, log1p) WIDTHS_OF(ONE, logb) WIDTHS_OF(ONE, rint) WIDTHS_OF(ONE, round) WIDTHS_OF(ONE, rsqrt)
WIDTHS_OF(ONE, sinh) WIDTHS_OF(ONE, sinpi) WIDTHS_OF(ONE, tanh)
WIDTHS_OF(ONE, tanpi) WIDTHS_OF(ONE, tgamma) WIDTHS_OF(ONE, trunc)
WIDTHS_OF(TWO, atan2) WIDTHS_OF(TWO, atan2pi) WIDTHS_OF(TWO, fmax) WIDTHS_OF(TWO, fmin) WIDTHS_OF(TWO, fmod)
WIDTHS_OF(TWO, hypot) WIDTHS_OF(TWO, maxmag) WIDTHS_OF(TWO, minmag) WIDTHS_OF(TWO, pow) WIDTHS_OF(TWO, powr)
WIDTHS_OF(TWO, remainder)
VECTORS_OF(SECOND_SCALAR, fmax) VECTORS_OF(SECOND_SCALAR, fmin)
WIDTHS_OF(WITH_INTS, ldexp) WIDTHS_OF(WITH_INTS, pown) WIDTHS_OF(WITH_INTS, rootn)

// Numbers of half are from -2^16 to 2^16, and for these half_ functions of float err by less than a hundredth of half's ulp.
#define SHORT(NAME, N) \
  FN half##N NAME(half##N x) { return narrow(half_##NAME(widen(x))); }
WIDTHS_OF(SHORT, cos) WIDTHS_OF(SHORT, exp) WIDTHS_OF(SHORT, exp2) WIDTHS_OF(SHORT, exp10) WIDTHS_OF(SHORT, sin)
WIDTHS_OF(SHORT, tan)

#define BY_PARTS(NAME)                                              \
  FN half2 NAME(half2 x) { return (half2)(NAME(x.x), NAME(x.y)); }  \
  FN half3 NAME(half3 x) { return (half3)(NAME(x.xy), NAME(x.z)); } \
  FN half4 NAME(half4 x) { return (half4)(NAME(x.lo), NAME(x.hi)); } \
  FN half8 NAME(half8 x) { return (half8)(NAME(x.lo), NAME(x.hi)); } \
  FN half16 NAME(half16 x) { return (half16)(NAME(x.lo), NAME(x.hi)); }

// The chip's logarithm errs by 2^-22, at most 0.6 ulp of half's smallest logarithms, those of 1 - 2^-11. No number of half
// is denormal in float.
#define BY_LOG2(NAME, FACTOR)                                                      \
  FN half NAME(half x) { return (half)(__nvvm_lg2_approx_ftz_f(x) * (FACTOR)); }    \
  BY_PARTS(NAME)
BY_LOG2(log, 0x1.62e43p-1f) BY_LOG2(log2, 1.0f) BY_LOG2(log10, 0x1.344136p-2f)

// Rounded twice, sqrt and fma would be wrong.
FN half sqrt(half x) { return (half)__nvvm_sqrt_rn_f(x); }
BY_PARTS(sqrt)

// The next number as an integer: numbers below zero count downwards.
INNER short step_towards(short x, short y) {
  const short from = x < 0 ? (short)(0x8000 - x) : x, to = y < 0 ? (short)(0x8000 - y) : y;
  const short next = from < to ? (short)(from + 1) : from > to ? (short)(from - 1) : from;
  return next < 0 ? (short)(0x8000 - next) : next;
}
FN half nextafter(half x, half y) {
  if (x != x || y != y) return x + y;
  return x == y ? y : as_half(step_towards(as_short(x), as_short(y)));
}
FN half2 nextafter(half2 x, half2 y) { return (half2)(nextafter(x.x, y.x), nextafter(x.y, y.y)); }
FN half3 nextafter(half3 x, half3 y) { return (half3)(nextafter(x.xy, y.xy), nextafter(x.z, y.z)); }
FN half4 nextafter(half4 x, half4 y) { return (half4)(nextafter(x.lo, y.lo), nextafter(x.hi, y.hi)); }
FN half8 nextafter(half8 x, half8 y) { return (half8)(nextafter(x.lo, y.lo), nextafter(x.hi, y.hi)); }
FN half16 nextafter(half16 x, half16 y) { return (half16)(nextafter(x.lo, y.lo), nextafter(x.hi, y.hi)); }

#define EXACT(N)                                                                                           \
  FN half##N fma(half##N x, half##N y, half##N z) { return __builtin_elementwise_fma(x, y, z); }           \
  FN half##N mad(half##N x, half##N y, half##N z) { return __builtin_elementwise_fma(x, y, z); }           \
  FN half##N fdim(half##N x, half##N y) { return x <= y ? (half##N)0 : x - y; }                            \
  FN half##N fabs(half##N x) { return as_half##N((ushort##N)(as_ushort##N(x) & (ushort##N)0x7fff)); }        \
  FN half##N copysign(half##N x, half##N y) {                                                              \
    const ushort##N sign = as_ushort##N(y) & (ushort##N)0x8000;                                            \
    return as_half##N((ushort##N)((as_ushort##N(x) & (ushort##N)0x7fff) | sign));                          \
  }                                                                                                        \
  FN half##N nan(ushort##N code) { return as_half##N((ushort##N)(code | (ushort##N)0x7e00)); }             \
  FN int##N ilogb(half##N x) { return ilogb(widen(x)); }
#define LDEXP(N) \
  FN half##N ldexp(half##N x, int n) { return narrow(ldexp(widen(x), n)); }

// Relations: true is 1 for scalars, -1 in vectors.
#define RELATIONS(N, TRUTH)                                                                                \
  FN TRUTH isequal(half##N x, half##N y) { return x == y; }                                                \
  FN TRUTH isnotequal(half##N x, half##N y) { return x != y; }                                             \
  FN TRUTH isgreater(half##N x, half##N y) { return x > y; }                                               \
  FN TRUTH isgreaterequal(half##N x, half##N y) { return x >= y; }                                         \
  FN TRUTH isless(half##N x, half##N y) { return x < y; }                                                  \
  FN TRUTH islessequal(half##N x, half##N y) { return x <= y; }                                            \
  FN TRUTH islessgreater(half##N x, half##N y) { return (x < y) | (x > y); }                               \
  FN TRUTH isordered(half##N x, half##N y) { return (x == x) & (y == y); }                                 \
  FN TRUTH isunordered(half##N x, half##N y) { return (x != x) | (y != y); }                               \
  FN TRUTH isnan(half##N x) { return x != x; }                                                             \
  FN TRUTH isinf(half##N x) { return fabs(x) == (half##N)INFINITY; }                                       \
  FN TRUTH isfinite(half##N x) { return fabs(x) < (half##N)INFINITY; }                                     \
  FN TRUTH isnormal(half##N x) { return (fabs(x) < (half##N)INFINITY) & (fabs(x) >= (half##N)0x1p-14h); }  \
  FN TRUTH signbit(half##N x) { return as_short##N(x) < (short##N)0; }
#define VECTOR_RELATIONS(N) RELATIONS(N, short##N)
#define SELECTIONS(N)                                                                                      \
  FN half##N bitselect(half##N x, half##N y, half##N mask) {                                               \
    return as_half##N(bitselect(as_ushort##N(x), as_ushort##N(y), as_ushort##N(mask)));                    \
  }                                                                                                        \
  FN half##N select(half##N x, half##N y, short##N mask) {                                                 \
    return as_half##N(select(as_short##N(x), as_short##N(y), mask));                                       \
  }                                                                                                        \
  FN half##N select(half##N x, half##N y, ushort##N mask) {                                                \
    return as_half##N(select(as_short##N(x), as_short##N(y), mask));                                       \
  }
WIDTHS(SELECTIONS) WIDTHS(EXACT)
VECTORS(LDEXP)
RELATIONS(, int)
VECTORS(VECTOR_RELATIONS)

// Functions with a second result, of half or of int.
#define SECOND_HALF(NAME, SPACE, N)                     \
  FN half##N NAME(half##N x, SPACE half##N* second) {   \
    float##N other;                                     \
    const half##N result = narrow(NAME(widen(x), &other)); \
    *second = narrow(other);                            \
    return result;                                      \
  }
#define SECOND_INT(NAME, SPACE, N)                      \
  FN half##N NAME(half##N x, SPACE int##N* second) {    \
    int##N other;                                       \
    const half##N result = narrow(NAME(widen(x), &other)); \
    *second = other;                                    \
    return result;                                      \
  }
#define WITH_POINTERS(SPACE, N)                         \
  SECOND_HALF(modf, SPACE, N)                           \
  FN half##N sincos(half##N x, SPACE half##N* cosine) { \
    *cosine = cos(x);                                   \
    return sin(x);                                      \
  }                                                     \
  SECOND_INT(frexp, SPACE, N)                           \
  SECOND_INT(lgamma_r, SPACE, N)                        \
  FN half##N remquo(half##N x, half##N y, SPACE int##N* second) { \
    int##N other;                                       \
    const half##N result = narrow(remquo(widen(x), widen(y), &other)); \
    *second = other;                                    \
    return result;                                      \
  }                                                     \
  FN half##N fract(half##N x, SPACE half##N* second) {  \
    float##N other;                                     \
    const half##N result = narrow(fract(widen(x), &other)); \
    *second = narrow(other);                            \
    return result >= (half##N)1 ? (half##N)0x1.ffcp-1h : result; \
  }
WIDTHS_OF(WITH_POINTERS, private) WIDTHS_OF(WITH_POINTERS, global) WIDTHS_OF(WITH_POINTERS, local)

// Common and geometric functions.
#define COMMON(N)                                                                                          \
  ONE(degrees, N) ONE(radians, N) ONE(sign, N) TWO(max, N) TWO(min, N) TWO(step, N)                        \
  FN half##N clamp(half##N x, half##N low, half##N high) { return min(max(x, low), high); }                \
  FN half##N mix(half##N x, half##N y, half##N a) { return narrow(mix(widen(x), widen(y), widen(a))); }    \
  FN half##N smoothstep(half##N low, half##N high, half##N x) {                                            \
    return narrow(smoothstep(widen(low), widen(high), widen(x)));                                          \
  }
#define COMMON_WITH_SCALARS(N)                                                                             \
  SECOND_SCALAR(max, N) SECOND_SCALAR(min, N)                                                              \
  FN half##N clamp(half##N x, half low, half high) { return min(max(x, low), high); }                      \
  FN half##N mix(half##N x, half##N y, half a) { return narrow(mix(widen(x), widen(y), widen(a))); }       \
  FN half##N step(half edge, half##N x) { return narrow(step(widen(edge), widen(x))); }                    \
  FN half##N smoothstep(half low, half high, half##N x) {                                                  \
    return narrow(smoothstep(widen(low), widen(high), widen(x)));                                          \
  }
WIDTHS(COMMON)
VECTORS(COMMON_WITH_SCALARS)
#define GEOMETRIC(N)                                                                                       \
  FN half dot(half##N x, half##N y) { return narrow(dot(widen(x), widen(y))); }                            \
  FN half length(half##N x) { return narrow(length(widen(x))); }                                           \
  FN half distance(half##N x, half##N y) { return narrow(distance(widen(x), widen(y))); }                  \
  ONE(normalize, N)
GEOMETRIC() GEOMETRIC(2) GEOMETRIC(3) GEOMETRIC(4)
TWO(cross, 3) TWO(cross, 4)

// Loads, stores and copies move bits.
#define LOAD(SPACE, N) \
  FN half##N vload##N(size_t i, const SPACE half* p) { return as_half##N(vload##N(i, (const SPACE ushort*)p)); }
#define STORE(SPACE, N) \
  FN void vstore##N(half##N x, size_t i, SPACE half* p) { vstore##N(as_ushort##N(x), i, (SPACE ushort*)p); }
VECTORS_OF(LOAD, private) VECTORS_OF(LOAD, global) VECTORS_OF(LOAD, local) VECTORS_OF(LOAD, constant)
VECTORS_OF(STORE, private) VECTORS_OF(STORE, global) VECTORS_OF(STORE, local)

#define COPY(TO, FROM, N)                                                                                  \
  GROUP_FN event_t async_work_group_copy(TO half##N* to, const FROM half##N* from, size_t n, event_t event) { \
    return async_work_group_copy((TO ushort##N*)to, (const FROM ushort##N*)from, n, event);                \
  }                                                                                                        \
  GROUP_FN event_t async_work_group_strided_copy(TO half##N* to, const FROM half##N* from, size_t n, size_t stride, \
                                                 event_t event) {                                          \
    return async_work_group_strided_copy((TO ushort##N*)to, (const FROM ushort##N*)from, n, stride, event); \
  }
#define COPIES(N)           \
  COPY(local, global, N)    \
  COPY(global, local, N)    \
  FN void prefetch(const global half##N* p, size_t n) { prefetch((const global ushort##N*)p, n); }
WIDTHS(COPIES)

#define SHUFFLE(N, M)                                                                                      \
  FN half##N shuffle(half##M x, ushort##N mask) { return as_half##N(shuffle(as_ushort##M(x), mask)); }     \
  FN half##N shuffle2(half##M x, half##M y, ushort##N mask) {                                              \
    return as_half##N(shuffle2(as_ushort##M(x), as_ushort##M(y), mask));                                   \
  }
#define SHUFFLES(N) SHUFFLE(N, 2) SHUFFLE(N, 4) SHUFFLE(N, 8) SHUFFLE(N, 16)
SHUFFLES(2) SHUFFLES(4) SHUFFLES(8) SHUFFLES(16)
