// Functions that AMD's libraries and libclc leave out.
#define FN __attribute__((overloadable, always_inline))

#define OVERLOAD FN
#include "long_products.clh"

FN cl_mem_fence_flags get_fence(void* p) { return to_local(p) ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE; }
FN cl_mem_fence_flags get_fence(const void* p) { return get_fence((void*)p); }

// AMD's own takes the size of a full group for that of the last ones, which may be smaller (ROCm 5.2). It asks for this
// one wherever it needs the number.
size_t __ockl_get_local_linear_id(void) {
  return (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
}
FN size_t get_local_linear_id(void) { return __ockl_get_local_linear_id(); }

// AMD's own order within the work-group only. Programs that let the last group finish the work rely on global fences
// across groups.
#define FENCE(NAME, ORDER)                          \
  FN void NAME(cl_mem_fence_flags flags) {          \
    if (flags & CLK_GLOBAL_MEM_FENCE) {             \
      __builtin_amdgcn_fence(ORDER, "agent");       \
    } else {                                        \
      __builtin_amdgcn_fence(ORDER, "workgroup");   \
    }                                               \
  }
FENCE(mem_fence, __ATOMIC_ACQ_REL) FENCE(read_mem_fence, __ATOMIC_ACQUIRE) FENCE(write_mem_fence, __ATOMIC_RELEASE)

// Pointers as integers, moved by a difference.
#define DIFFERENCE(NAME)                                                                                           \
  __attribute__((overloadable)) ulong atomic_fetch_##NAME##_explicit(volatile atomic_ulong* p, ulong v, memory_order, \
                                                                     memory_scope);                                \
  FN ulong atomic_fetch_##NAME##_explicit(volatile atomic_ulong* p, long v, memory_order order, memory_scope scope) { \
    return atomic_fetch_##NAME##_explicit(p, (ulong)v, order, scope);                                              \
  }                                                                                                                \
  FN ulong atomic_fetch_##NAME##_explicit(volatile atomic_ulong* p, long v, memory_order order) {                  \
    return atomic_fetch_##NAME##_explicit(p, (ulong)v, order, memory_scope_device);                                \
  }                                                                                                                \
  FN ulong atomic_fetch_##NAME(volatile atomic_ulong* p, long v) {                                                 \
    return atomic_fetch_##NAME##_explicit(p, (ulong)v, memory_order_seq_cst, memory_scope_device);                 \
  }
DIFFERENCE(add)
DIFFERENCE(sub)

// As AMD's own atomics, these order local and global memory. Clang's for OpenCL order that of the pointer.
#define IN_SCOPE(SPACE, T, PLAIN, OPERAND, SCOPE) \
  __scoped_atomic_##PLAIN((volatile SPACE T*)p, OPERAND, order, __MEMORY_SCOPE_##SCOPE)
#define FLOAT_MODIFY(SPACE, T, NAME, PLAIN, OPERAND, NEW)                                                           \
  FN T atomic_##NAME##_explicit(volatile SPACE atomic_##T* p, T v, memory_order order, memory_scope scope) {        \
    switch (scope) {                                                                                                \
      case memory_scope_sub_group: return IN_SCOPE(SPACE, T, PLAIN, OPERAND, WVFRNT);                               \
      case memory_scope_work_group: return IN_SCOPE(SPACE, T, PLAIN, OPERAND, WRKGRP);                              \
      case memory_scope_device: return IN_SCOPE(SPACE, T, PLAIN, OPERAND, DEVICE);                                  \
      default: return IN_SCOPE(SPACE, T, PLAIN, OPERAND, SYSTEM);                                                   \
    }                                                                                                               \
  }
#define IN_SCOPES(CALL)                                         \
  switch (scope) {                                              \
    case memory_scope_sub_group: return CALL(WVFRNT);           \
    case memory_scope_work_group: return CALL(WRKGRP);          \
    case memory_scope_device: return CALL(DEVICE);              \
    default: return CALL(SYSTEM);                               \
  }
#define BITS_LOADED(SCOPE) as_half(__scoped_atomic_load_n(bits, order, __MEMORY_SCOPE_##SCOPE))
#define BITS_STORED(SCOPE) __scoped_atomic_store_n(bits, as_ushort(v), order, __MEMORY_SCOPE_##SCOPE)
#define BITS_EXCHANGED(SCOPE) as_half(__scoped_atomic_exchange_n(bits, as_ushort(v), order, __MEMORY_SCOPE_##SCOPE))
#define HALF_LOAD(SPACE)                                                                                            \
  FN half atomic_load_explicit(volatile SPACE atomic_half* p, memory_order order, memory_scope scope) {             \
    volatile SPACE ushort* const bits = (volatile SPACE ushort*)p;                                                  \
    IN_SCOPES(BITS_LOADED)                                                                                          \
  }
#define HALF_STORE(SPACE)                                                                                           \
  FN void atomic_store_explicit(volatile SPACE atomic_half* p, half v, memory_order order, memory_scope scope) {    \
    volatile SPACE ushort* const bits = (volatile SPACE ushort*)p;                                                  \
    IN_SCOPES(BITS_STORED)                                                                                          \
  }
#define HALF_EXCHANGE(SPACE)                                                                                        \
  FN half atomic_exchange_explicit(volatile SPACE atomic_half* p, half v, memory_order order, memory_scope scope) { \
    volatile SPACE ushort* const bits = (volatile SPACE ushort*)p;                                                  \
    IN_SCOPES(BITS_EXCHANGED)                                                                                       \
  }
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#include "float_atomics.clh"

ulong device_clock(void) __asm("llvm.readsteadycounter");
// A counter of cycles has 20 bits on gfx11.
#define sub_group_clock device_clock
#include "kernel_clock.clh"

#include "bit_operations.clh"
#include "dot_product.clh"

// amdgcn_copies.cl has the rest of them. Programs' events have 32 bits.
uint clc_age_of_group(uint group);
void clc_wait_by_age(uint age);
FN void wait_group_events(int n, generic event_t* list) {
  uint age = clc_age_of_group(0);
  for (int i = 0; i < n; ++i) age = min(age, clc_age_of_group(((generic uint*)list)[i]));
  clc_wait_by_age(age);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

// Sub-groups: from gfx800 on, which brought ds_bpermute. It reaches all items of a wave64 up to gfx9, and of a wave32. In
// a wave64 of later chips it reaches half of them: there each value goes to all items, one after the other.
extern constant uchar __oclc_wavefrontsize64;
extern constant int __oclc_ISA_version;
#define HAS_HALVES (__oclc_wavefrontsize64 != 0 && __oclc_ISA_version >= 10000)
uint amdgcn_readlane(uint x, uint item) __asm("llvm.amdgcn.readlane.i32");
#define INNER static __attribute__((overloadable, always_inline))
ulong amdgcn_ballot(bool predicate) __asm("llvm.amdgcn.ballot.i64");

typedef ulong Items;
#define K_MOST_ITEMS 64
INNER Items active_items(void) { return amdgcn_ballot(true); }
INNER Items all_items(void) { return active_items(); }
INNER Items items_with(Items items, bool predicate) { return amdgcn_ballot(predicate); }
INNER uint from_item(Items items, uint x, uint item) {
  if (!HAS_HALVES) return (uint)__builtin_amdgcn_ds_bpermute((int)(item * 4), (int)x);
  uint result = 0;
  for (Items rest = items; rest != 0; rest &= rest - 1) {
    const uint next = (uint)ctz(rest), value = amdgcn_readlane(x, next);
    result = item == next ? value : result;
  }
  return result;
}
INNER uint4 ballot_of(Items items) { return (uint4)((uint)items, (uint)(items >> 32), 0, 0); }
INNER Items items_of(uint4 ballot) { return as_ulong(ballot.xy); }
#include "sub_groups.clh"
// AMD's own leave it undefined that signed numbers overflow.
FN uint abs(int x) { return (uint)__builtin_elementwise_abs(x); }
FN ulong abs(long x) { return (ulong)__builtin_elementwise_abs(x); }
FN int mad_hi(int x, int y, int z) { return (int)((long)x * y >> 32) + z; }
#define PRODUCTS_OF_24_BITS(T)                                                      \
  FN T mul24(T x, T y) { return (x << 8 >> 8) * (y << 8 >> 8); }                    \
  FN T mad24(T x, T y, T z) { return mul24(x, y) + z; }
PRODUCTS_OF_24_BITS(int) PRODUCTS_OF_24_BITS(int2) PRODUCTS_OF_24_BITS(int3) PRODUCTS_OF_24_BITS(int4)
PRODUCTS_OF_24_BITS(int8) PRODUCTS_OF_24_BITS(int16)
#define ABS_DIFF(T, U) \
  FN U abs_diff(T x, T y) { return as_##U(max(x, y)) - as_##U(min(x, y)); }
#define ABS_DIFFS(T, U)                                                                                        \
  ABS_DIFF(T, U) ABS_DIFF(T##2, U##2) ABS_DIFF(T##3, U##3) ABS_DIFF(T##4, U##4) ABS_DIFF(T##8, U##8) \
  ABS_DIFF(T##16, U##16)
ABS_DIFFS(int, uint)
ABS_DIFFS(long, ulong)

// AMD's own divides its argument by 2 pi twice.
#define NATIVE_TAN(T) \
  FN T native_tan(T x) { return native_divide(native_sin(x), native_cos(x)); }
NATIVE_TAN(float) NATIVE_TAN(float2) NATIVE_TAN(float3) NATIVE_TAN(float4) NATIVE_TAN(float8) NATIVE_TAN(float16)

// Zeros and denormal numbers that AMD's own get wrong: the sign of cospi(0.5) and sinpi(1), expm1(-0), log1p of the
// smallest numbers, nextafter(x, 0) of the smallest negative one, and sinh(-0) and tanh(-0) of half.
#define WIDTHS_OF_ONE(NAME, T)                                                                     \
  FN T##2 NAME(T##2 x) { return (T##2)(NAME(x.x), NAME(x.y)); }                                    \
  FN T##3 NAME(T##3 x) { return (T##3)(NAME(x.xy), NAME(x.z)); }                                   \
  FN T##4 NAME(T##4 x) { return (T##4)(NAME(x.lo), NAME(x.hi)); }                                  \
  FN T##8 NAME(T##8 x) { return (T##8)(NAME(x.lo), NAME(x.hi)); }                                  \
  FN T##16 NAME(T##16 x) { return (T##16)(NAME(x.lo), NAME(x.hi)); }
#define WIDTHS_OF_TWO(NAME, T)                                                                     \
  FN T##2 NAME(T##2 x, T##2 y) { return (T##2)(NAME(x.x, y.x), NAME(x.y, y.y)); }                  \
  FN T##3 NAME(T##3 x, T##3 y) { return (T##3)(NAME(x.xy, y.xy), NAME(x.z, y.z)); }                \
  FN T##4 NAME(T##4 x, T##4 y) { return (T##4)(NAME(x.lo, y.lo), NAME(x.hi, y.hi)); }              \
  FN T##8 NAME(T##8 x, T##8 y) { return (T##8)(NAME(x.lo, y.lo), NAME(x.hi, y.hi)); }              \
  FN T##16 NAME(T##16 x, T##16 y) { return (T##16)(NAME(x.lo, y.lo), NAME(x.hi, y.hi)); }
#define EDGES(T, SUFFIX)                                                                           \
  T __ocml_cospi_##SUFFIX(T);                                                                      \
  T __ocml_sinpi_##SUFFIX(T);                                                                      \
  T __ocml_expm1_##SUFFIX(T);                                                                      \
  T __ocml_nextafter_##SUFFIX(T, T);                                                               \
  FN T cospi(T x) { return __ocml_cospi_##SUFFIX(x) + 0; }                                         \
  FN T sinpi(T x) {                                                                                \
    const T result = __ocml_sinpi_##SUFFIX(x);                                                     \
    return result == 0 ? copysign((T)0, x) : result;                                               \
  }                                                                                                \
  FN T expm1(T x) { return x == 0 ? x : __ocml_expm1_##SUFFIX(x); }                                \
  FN T nextafter(T x, T y) {                                                                       \
    const T result = __ocml_nextafter_##SUFFIX(x, y);                                              \
    return result == 0 && x != y ? copysign((T)0, x) : result;                                     \
  }                                                                                                \
  WIDTHS_OF_ONE(cospi, T) WIDTHS_OF_ONE(sinpi, T) WIDTHS_OF_ONE(expm1, T)                        \
  WIDTHS_OF_TWO(nextafter, T)
EDGES(float, f32)
EDGES(double, f64)
double __ocml_log1p_f64(double);
FN double log1p(double x) { return fabs(x) < 0x1p-60 ? x : __ocml_log1p_f64(x); }
WIDTHS_OF_ONE(log1p, double)

// The vectors of functions that store a second result: T and O are the types of both results.
#define BY_PARTS(NAME, T, O, SPACE, FIRST_T, FIRST_O, FIRST, SECOND_T, SECOND_O, SECOND)        \
  FN T NAME(T x, SPACE O* other) {                                                              \
    private FIRST_O first;                                                                      \
    private SECOND_O second;                                                                    \
    const T result = (T)(NAME(x.FIRST, &first), NAME(x.SECOND, &second));                       \
    *other = (O)(first, second);                                                                \
    return result;                                                                              \
  }
#define WIDTHS_WITH_POINTER(NAME, T, O, SPACE)                              \
  BY_PARTS(NAME, T##2, O##2, SPACE, T, O, x, T, O, y)                       \
  BY_PARTS(NAME, T##3, O##3, SPACE, T##2, O##2, xy, T, O, z)                \
  BY_PARTS(NAME, T##4, O##4, SPACE, T##2, O##2, lo, T##2, O##2, hi)         \
  BY_PARTS(NAME, T##8, O##8, SPACE, T##4, O##4, lo, T##4, O##4, hi)         \
  BY_PARTS(NAME, T##16, O##16, SPACE, T##8, O##8, lo, T##8, O##8, hi)
#define SPACES(M) M(private) M(global) M(local) M(generic)

// fract of -0 and of infinities has the sign of its argument.
#define FRACT(T, SPACE, BELOW_ONE)                              \
  FN T fract(T x, SPACE T* whole) {                             \
    *whole = floor(x);                                          \
    if (isinf(x) || x == 0) return copysign((T)0, x);           \
    return isnan(x) ? x : min(x - floor(x), BELOW_ONE);         \
  }                                                             \
  WIDTHS_WITH_POINTER(fract, T, T, SPACE)
#define FRACTS(SPACE) FRACT(float, SPACE, 0x1.fffffep-1f) FRACT(double, SPACE, 0x1.fffffffffffffp-1)
SPACES(FRACTS)

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
EDGES(half, f16)
half __ocml_sinh_f16(half);
half __ocml_tanh_f16(half);
FN half sinh(half x) { return x == 0 ? x : __ocml_sinh_f16(x); }
FN half tanh(half x) { return x == 0 ? x : __ocml_tanh_f16(x); }
WIDTHS_OF_ONE(sinh, half)
WIDTHS_OF_ONE(tanh, half)

// Where pointers are generic, libclc's functions serve, because AMD's have another name. Of these lgamma_r is wrong for
// half's -infinity, remquo for denormal numbers, sincos for -0, and stores of half for the smallest numbers.
#define LGAMMA_R(T, SUFFIX, SPACE)                                     \
  FN T lgamma_r(T x, SPACE int* sign) {                                \
    private int value;                                                 \
    const T result = __ocml_lgamma_r_##SUFFIX(x, &value);              \
    *sign = value;                                                     \
    return isinf(x) ? fabs(x) : result;                                \
  }                                                                    \
  WIDTHS_WITH_POINTER(lgamma_r, T, int, SPACE)
#define REMQUO(T, SUFFIX)                                              \
  FN T remquo(T x, T y, generic int* quotient) {                       \
    private int value;                                                 \
    const T result = __ocml_remquo_##SUFFIX(x, y, &value);             \
    *quotient = value;                                                 \
    return result;                                                     \
  }                                                                    \
  REMQUO_BY_PARTS(T##2, int2, T, int, x, T, int, y)                    \
  REMQUO_BY_PARTS(T##3, int3, T##2, int2, xy, T, int, z)               \
  REMQUO_BY_PARTS(T##4, int4, T##2, int2, lo, T##2, int2, hi)          \
  REMQUO_BY_PARTS(T##8, int8, T##4, int4, lo, T##4, int4, hi)          \
  REMQUO_BY_PARTS(T##16, int16, T##8, int8, lo, T##8, int8, hi)
#define REMQUO_BY_PARTS(T, O, FIRST_T, FIRST_O, FIRST, SECOND_T, SECOND_O, SECOND)                    \
  FN T remquo(T x, T y, generic O* other) {                                                           \
    private FIRST_O first;                                                                            \
    private SECOND_O second;                                                                          \
    const T result = (T)(remquo(x.FIRST, y.FIRST, &first), remquo(x.SECOND, y.SECOND, &second));      \
    *other = (O)(first, second);                                                                      \
    return result;                                                                                    \
  }
#define SINCOS(T, SPACE, RESULT)                                       \
  FN T sincos(T x, SPACE T* cosine) {                                  \
    private T value;                                                   \
    const T result = RESULT;                                           \
    *cosine = value;                                                   \
    return result;                                                     \
  }                                                                    \
  WIDTHS_WITH_POINTER(sincos, T, T, SPACE)
#define WITH_SECOND_RESULT(T, SUFFIX)                                                     \
  T __ocml_lgamma_r_##SUFFIX(T, private int*);                                            \
  T __ocml_remquo_##SUFFIX(T, T, private int*);                                           \
  T __ocml_sincos_##SUFFIX(T, private T*);                                                \
  LGAMMA_R(T, SUFFIX, private) LGAMMA_R(T, SUFFIX, global) LGAMMA_R(T, SUFFIX, local)     \
  LGAMMA_R(T, SUFFIX, generic) REMQUO(T, SUFFIX)
WITH_SECOND_RESULT(float, f32) WITH_SECOND_RESULT(double, f64) WITH_SECOND_RESULT(half, f16)
SINCOS(double, generic, __ocml_sincos_f64(x, &value)) SINCOS(half, generic, __ocml_sincos_f16(x, &value))
#include "amdgcn_relaxed.clh"
#define SINCOS_OF_FLOAT(SPACE) SINCOS(float, SPACE, sine_and_cosine(x, &value))
SPACES(SINCOS_OF_FLOAT)
#include "half_stores.clh"
STORE_HALF_MODES(float, generic)
STORE_HALF_MODES(double, generic)

// AMD's own sin of half is NaN for every number (ROCm 5.2), and tan, atan2 and atan2pi miss their 2 ulp.
float __ocml_atan2_f32(float, float);
float __ocml_atan2pi_f32(float, float);
FN half sin(half x) { return (half)__ocml_sin_f32((float)x); }
FN half tan(half x) { return (half)__ocml_tan_f32((float)x); }
FN half atan2(half y, half x) { return (half)__ocml_atan2_f32((float)y, (float)x); }
FN half atan2pi(half y, half x) { return (half)__ocml_atan2pi_f32((float)y, (float)x); }
WIDTHS_OF_ONE(sin, half) WIDTHS_OF_ONE(tan, half)
WIDTHS_OF_TWO(atan2, half) WIDTHS_OF_TWO(atan2pi, half)

// AMD's own tgamma of float is up to 48 ulp away.
double __ocml_tgamma_f64(double);
FN float tgamma(float x) { return (float)__ocml_tgamma_f64(x); }
WIDTHS_OF_ONE(tgamma, float)

#include "normal_vectors.clh"
NORMALIZE_SCALAR(float) NORMALIZE_FLOAT(float2) NORMALIZE_FLOAT(float3) NORMALIZE_FLOAT(float4)
SQUARES(double) NORMALIZE_SCALAR(double) NORMALIZE_DOUBLE(double2) NORMALIZE_DOUBLE(double3) NORMALIZE_DOUBLE(double4)

// AMD's own lengths of half are infinite for small vectors: its factor for them is too large. Float has all squares.
#define LENGTHS_OF_HALF(N)                                                           \
  FN half length(half##N v) {                                                        \
    const float##N wide = __builtin_convertvector(v, float##N);                      \
    return (half)sqrt(square_of(wide));                                              \
  }                                                                                  \
  FN half distance(half##N a, half##N b) { return length(a - b); }                   \
  FN half##N normalize(half##N v) {                                                  \
    float##N wide = __builtin_convertvector(v, float##N);                            \
    const float square = square_of(wide);                                            \
    if (square == 0) return v;                                                       \
    if (square == INFINITY) wide = isinf(wide) ? copysign((float##N)1, wide) : 0 * wide; \
    return __builtin_convertvector(wide * rsqrt(square_of(wide)), half##N);          \
  }
NORMALIZE_SCALAR(half) LENGTHS_OF_HALF(2) LENGTHS_OF_HALF(3) LENGTHS_OF_HALF(4)

#include "amdgcn_conversions.clh"

// A text for `%s` of printf, up to its end or `limit`: how many bytes it takes, none when it is empty. The compiler calls
// these (worker/passes/amdgpu_record_printf.cpp).
#define PRINT_FROM(NUMBER, SPACE)                                                                        \
  __attribute__((always_inline)) uint clc_print_from_##NUMBER(global char* to, SPACE const char* from, \
                                                              uint limit) {                             \
    uint length = 0;                                                                                     \
    for (; length < limit && from[length]; ++length) to[length] = from[length];                          \
    if (length == 0) return 0;                                                                           \
    to[length] = 0;                                                                                      \
    return (length + 4) & ~3u;                                                                           \
  }
PRINT_FROM(0, generic) PRINT_FROM(1, global) PRINT_FROM(3, local) PRINT_FROM(4, constant) PRINT_FROM(5, private)

// Samplers that a program writes as constants. AMD's own of gfx10 and later say in their last word that opaque black is
// beyond an image; OpenCL wants the transparent black that AMD's driver gives to samplers which programs make.
#define PAIR(ADDRESSING, MORE) {0x1000b000 | ADDRESSING, 0xfff000, MORE, 0}, {0x10003000 | ADDRESSING, 0xfff000, MORE, 0}
#define SAMPLERS(MORE) {PAIR(0x1b6, MORE), PAIR(0x92, MORE), PAIR(0x1b6, MORE), PAIR(0, MORE), PAIR(0x49, MORE)}
#define FILTERS(MORE) {SAMPLERS(MORE), SAMPLERS(MORE | 0x500000)}
static constant uint4 k_samplers[3][2][10] = {FILTERS(0), FILTERS(0x80000000), FILTERS(0x20000000)};
constant void* __translate_sampler_initializer(int bits) {
  const int generation = __oclc_ISA_version < 9000 ? 0 : __oclc_ISA_version < 10000 ? 1 : 2;
  return &k_samplers[generation][(bits & CLK_FILTER_LINEAR) != 0][bits & 15];
}
