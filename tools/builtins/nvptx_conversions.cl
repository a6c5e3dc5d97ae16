// Conversions that saturate or round as their names say, by the chip's own conversions: libclc's take many instructions,
// and its saturating ones give the least number, or none of the type, for NaN instead of 0.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define FN __attribute__((overloadable, always_inline))

// M(argument…, OpenCL's name of a rounding, PTX's name for it, the same to integers): towards the nearest, zero, up, down.
#define DIRECTED(M, ...) M(__VA_ARGS__, _rtz, rz, rzi) M(__VA_ARGS__, _rtp, rp, rpi) M(__VA_ARGS__, _rtn, rm, rmi)
#define ROUNDINGS(M, ...) M(__VA_ARGS__, _rte, rn, rni) DIRECTED(M, __VA_ARGS__)

#define VECTOR(NAME, T, S, N, A, B) \
  FN T##N convert_##T##N##NAME(S##N x) { return (T##N)(convert_##T##A##NAME(x.lo), convert_##T##B##NAME(x.hi)); }
#define VECTORS(NAME, T, S)                                                                                          \
  VECTOR(NAME, T, S, 2, , )                                                                                          \
  FN T##3 convert_##T##3##NAME(S##3 x) { return (T##3)(convert_##T##2##NAME(x.xy), convert_##T##NAME(x.z)); }        \
  VECTOR(NAME, T, S, 4, 2, 2) VECTOR(NAME, T, S, 8, 4, 4) VECTOR(NAME, T, S, 16, 8, 8)

// To integers, PTX's conversions saturate. Those of floats to at most 32 bits give 0 for NaN.
#define DECLARE(T, S, NAME, MODE, PTX, TO_INTEGER) T NAME##MODE(S) __asm("llvm.nvvm." #NAME "." #PTX);
#define DECLARATIONS(T, FROM_FLOAT, FROM_DOUBLE) \
  ROUNDINGS(DECLARE, T, float, FROM_FLOAT) ROUNDINGS(DECLARE, T, double, FROM_DOUBLE)
DECLARATIONS(int, f2i, d2i) DECLARATIONS(uint, f2ui, d2ui) DECLARATIONS(long, f2ll, d2ll)
DECLARATIONS(ulong, f2ull, d2ull)

#define SATURATED(T, S, NAN, NAME, MODE, PTX, TO_INTEGER)                                \
  FN T convert_##T##_sat##MODE(S x) { return NAN(x) ? (T)0 : NAME##MODE(x); }            \
  FN T convert_##T##MODE(S x) { return NAME##MODE(x); }                                  \
  VECTORS(_sat##MODE, T, S) VECTORS(MODE, T, S)
#define GIVES_ZERO(x) 0
#define WIDE(T, FROM_FLOAT, NAN, FROM_DOUBLE) \
  ROUNDINGS(SATURATED, T, float, NAN, FROM_FLOAT) ROUNDINGS(SATURATED, T, double, isnan, FROM_DOUBLE)
WIDE(int, f2i, GIVES_ZERO, d2i) WIDE(uint, f2ui, GIVES_ZERO, d2ui) WIDE(long, f2ll, isnan, d2ll)
WIDE(ulong, f2ull, isnan, d2ull)

// LLVM has no intrinsics for fewer than 32 bits.
#define SMALL_SATURATED(T, PTX_T, S, PTX_S, REGISTER, NAN, WIDER, MODE, PTX, TO_INTEGER) \
  FN T convert_##T##_sat##MODE(S x) {                                                    \
    int result;                                                                          \
    __asm("cvt." #TO_INTEGER "." #PTX_T "." #PTX_S " %0, %1;" : "=r"(result) : REGISTER(x)); \
    return NAN(x) ? (T)0 : (T)result;                                                    \
  }                                                                                      \
  FN T convert_##T##MODE(S x) { return (T)WIDER##MODE(x); }                              \
  VECTORS(_sat##MODE, T, S) VECTORS(MODE, T, S)
#define SMALL(T, PTX_T)                                                                  \
  ROUNDINGS(SMALL_SATURATED, T, PTX_T, float, f32, "f", GIVES_ZERO, f2i)                 \
  ROUNDINGS(SMALL_SATURATED, T, PTX_T, double, f64, "d", isnan, d2i)
SMALL(char, s8) SMALL(uchar, u8) SMALL(short, s16) SMALL(ushort, u16)

// Without a rounding, conversions to integers round towards zero.
#define DEFAULT(T, S) \
  FN T convert_##T##_sat(S x) { return convert_##T##_sat_rtz(x); } \
  VECTORS(_sat, T, S)
#define DEFAULTS(T) DEFAULT(T, float) DEFAULT(T, double)
DEFAULTS(char) DEFAULTS(uchar) DEFAULTS(short) DEFAULTS(ushort)
DEFAULTS(int) DEFAULTS(uint) DEFAULTS(long) DEFAULTS(ulong)

// To floating point numbers. Those to the nearest are left to LLVM, which knows them.
#define ROUNDED(T, S, NAME, MODE, PTX, TO_INTEGER)             \
  T NAME##MODE(S) __asm("llvm.nvvm." #NAME "." #PTX);          \
  FN T convert_##T##MODE(S x) { return NAME##MODE(x); }        \
  VECTORS(MODE, T, S)
DIRECTED(ROUNDED, float, int, i2f) DIRECTED(ROUNDED, float, uint, ui2f) DIRECTED(ROUNDED, float, long, ll2f)
DIRECTED(ROUNDED, float, ulong, ull2f) DIRECTED(ROUNDED, float, double, d2f) DIRECTED(ROUNDED, double, long, ll2d)
DIRECTED(ROUNDED, double, ulong, ull2d)
