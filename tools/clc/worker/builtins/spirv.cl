// OpenCL C builtins that LLVM 22's SPIR-V backend does not know, in terms of those that it does.

#define OVERLOAD __attribute__((overloadable, always_inline))

// Scope and semantics as the SPIR-V specification numbers them.
enum { k_device = 1, k_work_group = 2 };
enum { k_relaxed = 0, k_acquire_release = 0x8, k_work_group_memory = 0x100, k_cross_work_group_memory = 0x200 };

__attribute__((overloadable)) void __spirv_MemoryBarrier(int scope, int semantics);

OVERLOAD void mem_fence(cl_mem_fence_flags flags) {
  // Programs that let the last group finish the work rely on global fences across groups.
  if (flags & CLK_GLOBAL_MEM_FENCE) {
    __spirv_MemoryBarrier(k_device, k_acquire_release | k_cross_work_group_memory |
                                        ((flags & CLK_LOCAL_MEM_FENCE) ? k_work_group_memory : 0));
  } else {
    __spirv_MemoryBarrier(k_work_group, k_acquire_release | k_work_group_memory);
  }
}
OVERLOAD void read_mem_fence(cl_mem_fence_flags flags) { mem_fence(flags); }
OVERLOAD void write_mem_fence(cl_mem_fence_flags flags) { mem_fence(flags); }

// OpenCL 1.x's atomics: relaxed, visible to all that share the memory. LLVM would give some of them the scope of the
// work-group in global memory too.
#define ATOMIC(NAME, OPERATION, SPACE, SCOPE, T)                                                            \
  __attribute__((overloadable)) T __spirv_Atomic##OPERATION(volatile SPACE T* p, int scope, int order, T v); \
  OVERLOAD T NAME(volatile SPACE T* p, T v) { return __spirv_Atomic##OPERATION(p, SCOPE, k_relaxed, v); }
#define COUNT(NAME, STEP, SPACE, SCOPE, T) \
  OVERLOAD T NAME(volatile SPACE T* p) { return __spirv_AtomicIAdd(p, SCOPE, k_relaxed, (T)STEP); }
#define COMPARE_EXCHANGE(NAME, SPACE, SCOPE, T)                                                              \
  __attribute__((overloadable)) T __spirv_AtomicCompareExchange(volatile SPACE T* p, int scope, int equal,   \
                                                                int unequal, T v, T expected);               \
  OVERLOAD T NAME(volatile SPACE T* p, T expected, T v) {                                                    \
    return __spirv_AtomicCompareExchange(p, SCOPE, k_relaxed, k_relaxed, v, expected);                       \
  }
#define ATOMICS_IN(SPACE, SCOPE, T, SIGN, PREFIX)        \
  ATOMIC(PREFIX##_add, IAdd, SPACE, SCOPE, T)            \
  ATOMIC(PREFIX##_sub, ISub, SPACE, SCOPE, T)            \
  ATOMIC(PREFIX##_xchg, Exchange, SPACE, SCOPE, T)       \
  ATOMIC(PREFIX##_min, SIGN##Min, SPACE, SCOPE, T)       \
  ATOMIC(PREFIX##_max, SIGN##Max, SPACE, SCOPE, T)       \
  ATOMIC(PREFIX##_and, And, SPACE, SCOPE, T)             \
  ATOMIC(PREFIX##_or, Or, SPACE, SCOPE, T)               \
  ATOMIC(PREFIX##_xor, Xor, SPACE, SCOPE, T)             \
  COUNT(PREFIX##_inc, 1, SPACE, SCOPE, T)                \
  COUNT(PREFIX##_dec, -1, SPACE, SCOPE, T)               \
  COMPARE_EXCHANGE(PREFIX##_cmpxchg, SPACE, SCOPE, T)
#define ATOMICS(T, SIGN, PREFIX)                         \
  ATOMICS_IN(global, k_device, T, SIGN, PREFIX)          \
  ATOMICS_IN(local, k_work_group, T, SIGN, PREFIX)
ATOMICS(int, S, atomic)
ATOMICS(uint, U, atomic)
ATOMICS(int, S, atom)
ATOMICS(uint, U, atom)
ATOMIC(atomic_xchg, Exchange, global, k_device, float)
ATOMIC(atomic_xchg, Exchange, local, k_work_group, float)

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
ATOMICS(long, S, atom)
ATOMICS(ulong, U, atom)

// OpenCL 2.0's minimum and maximum. Orders and scopes are numbered differently there.
static __attribute__((always_inline)) int semantics_of(memory_order order) {
  return order == memory_order_relaxed   ? 0
         : order == memory_order_acquire ? 0x2
         : order == memory_order_release ? 0x4
         : order == memory_order_acq_rel ? k_acquire_release
                                         : 0x10;
}
static __attribute__((always_inline)) int scope_of(memory_scope scope) {
  return scope == memory_scope_work_item    ? 4
         : scope == memory_scope_sub_group  ? 3
         : scope == memory_scope_work_group ? k_work_group
         : scope == memory_scope_device     ? k_device
                                            : 0;
}
#define FETCH_IN(SPACE, T, NAME, OPERATION)                                                                           \
  __attribute__((overloadable)) T __spirv_Atomic##OPERATION(volatile SPACE T* p, int scope, int order, T v);          \
  OVERLOAD T atomic_fetch_##NAME##_explicit(volatile SPACE atomic_##T* p, T v, memory_order order, memory_scope scope) { \
    return __spirv_Atomic##OPERATION((volatile SPACE T*)p, scope_of(scope), semantics_of(order), v);                  \
  }                                                                                                                   \
  OVERLOAD T atomic_fetch_##NAME##_explicit(volatile SPACE atomic_##T* p, T v, memory_order order) {                  \
    return atomic_fetch_##NAME##_explicit(p, v, order, memory_scope_device);                                          \
  }                                                                                                                   \
  OVERLOAD T atomic_fetch_##NAME(volatile SPACE atomic_##T* p, T v) {                                                 \
    return atomic_fetch_##NAME##_explicit(p, v, memory_order_seq_cst, memory_scope_device);                           \
  }
#define FETCH(T, NAME, OPERATION)        \
  FETCH_IN(global, T, NAME, OPERATION)   \
  FETCH_IN(local, T, NAME, OPERATION)    \
  FETCH_IN(generic, T, NAME, OPERATION)
FETCH(int, min, SMin)
FETCH(int, max, SMax)
FETCH(uint, min, UMin)
FETCH(uint, max, UMax)
FETCH(long, min, SMin)
FETCH(long, max, SMax)
FETCH(ulong, min, UMin)
FETCH(ulong, max, UMax)

// OpAtomicCompareExchange takes integers only.
#define COMPARE_FLOATS_IN(SPACE, STRENGTH, T, BITS)                                                                   \
  __attribute__((overloadable)) bool atomic_compare_exchange_##STRENGTH(volatile SPACE atomic_##BITS* p, BITS*, BITS); \
  __attribute__((overloadable)) bool atomic_compare_exchange_##STRENGTH##_explicit(volatile SPACE atomic_##BITS* p, BITS*, \
                                                                                   BITS, memory_order, memory_order); \
  __attribute__((overloadable)) bool atomic_compare_exchange_##STRENGTH##_explicit(                                   \
      volatile SPACE atomic_##BITS* p, BITS*, BITS, memory_order, memory_order, memory_scope);                        \
  OVERLOAD bool atomic_compare_exchange_##STRENGTH##_explicit(volatile SPACE atomic_##T* p, T* expected, T v,         \
                                                              memory_order equal, memory_order unequal,               \
                                                              memory_scope scope) {                                   \
    return atomic_compare_exchange_##STRENGTH##_explicit((volatile SPACE atomic_##BITS*)p, (BITS*)expected, as_##BITS(v), \
                                                         equal, unequal, scope);                                      \
  }                                                                                                                   \
  OVERLOAD bool atomic_compare_exchange_##STRENGTH##_explicit(volatile SPACE atomic_##T* p, T* expected, T v,         \
                                                              memory_order equal, memory_order unequal) {             \
    return atomic_compare_exchange_##STRENGTH##_explicit((volatile SPACE atomic_##BITS*)p, (BITS*)expected, as_##BITS(v), \
                                                         equal, unequal, memory_scope_device);                        \
  }                                                                                                                   \
  OVERLOAD bool atomic_compare_exchange_##STRENGTH(volatile SPACE atomic_##T* p, T* expected, T v) {                  \
    return atomic_compare_exchange_##STRENGTH((volatile SPACE atomic_##BITS*)p, (BITS*)expected, as_##BITS(v));       \
  }
#define COMPARE_FLOATS(STRENGTH, T, BITS)                                                                             \
  COMPARE_FLOATS_IN(global, STRENGTH, T, BITS)                                                                        \
  COMPARE_FLOATS_IN(local, STRENGTH, T, BITS)                                                                         \
  COMPARE_FLOATS_IN(generic, STRENGTH, T, BITS)
COMPARE_FLOATS(strong, float, uint)
COMPARE_FLOATS(weak, float, uint)

// Which address space a generic pointer points into.
enum { k_local_storage = 4, k_global_storage = 5, k_private_storage = 7 };
global void* __spirv_GenericCastToPtrExplicit_ToGlobal(void*, int) __attribute__((overloadable));
local void* __spirv_GenericCastToPtrExplicit_ToLocal(void*, int) __attribute__((overloadable));
private void* __spirv_GenericCastToPtrExplicit_ToPrivate(void*, int) __attribute__((overloadable));
int __spirv_GenericPtrMemSemantics(void*) __attribute__((overloadable));
global void* to_global_cast(void* p) __asm("__to_global");
local void* to_local_cast(void* p) __asm("__to_local");
private void* to_private_cast(void* p) __asm("__to_private");
global void* to_global_cast(void* p) { return __spirv_GenericCastToPtrExplicit_ToGlobal(p, k_global_storage); }
local void* to_local_cast(void* p) { return __spirv_GenericCastToPtrExplicit_ToLocal(p, k_local_storage); }
private void* to_private_cast(void* p) { return __spirv_GenericCastToPtrExplicit_ToPrivate(p, k_private_storage); }
OVERLOAD cl_mem_fence_flags get_fence(void* p) {
  const int semantics = __spirv_GenericPtrMemSemantics(p);
  return ((semantics & k_work_group_memory) ? CLK_LOCAL_MEM_FENCE : 0) |
         ((semantics & k_cross_work_group_memory) ? CLK_GLOBAL_MEM_FENCE : 0);
}

// One exponent for all elements.
#define LDEXP(T, N)                                           \
  __attribute__((overloadable, const)) T##N ldexp(T##N, int##N); \
  OVERLOAD T##N ldexp(T##N x, int k) { return ldexp(x, (int##N)k); }
#define LDEXP_WIDTHS(T) LDEXP(T, 2) LDEXP(T, 3) LDEXP(T, 4) LDEXP(T, 8) LDEXP(T, 16)
LDEXP_WIDTHS(float)
LDEXP_WIDTHS(double)
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
LDEXP_WIDTHS(half)

// SPIR-V counts both enumerations from 0, OpenCL from their first names.
#define ORDER(ACCESS, TYPE)                                                      \
  int __spirv_ImageQueryOrder(ACCESS TYPE image) __attribute__((overloadable)); \
  OVERLOAD int get_image_channel_order(ACCESS TYPE image) { return __spirv_ImageQueryOrder(image) + CLK_R; }             \
  int __spirv_ImageQueryFormat(ACCESS TYPE image) __attribute__((overloadable));                                     \
  OVERLOAD int get_image_channel_data_type(ACCESS TYPE image) { return __spirv_ImageQueryFormat(image) + CLK_SNORM_INT8; }
#define ORDERS(ACCESS)            \
  ORDER(ACCESS, image1d_t)        \
  ORDER(ACCESS, image1d_buffer_t) \
  ORDER(ACCESS, image1d_array_t)  \
  ORDER(ACCESS, image2d_t)        \
  ORDER(ACCESS, image2d_array_t)  \
  ORDER(ACCESS, image3d_t)
ORDERS(read_only)
ORDERS(write_only)

__attribute__((overloadable, convergent)) void __spirv_ControlBarrier(int execution, int memory, int semantics);
__attribute__((overloadable, always_inline, convergent)) void sub_group_barrier(cl_mem_fence_flags flags) {
  __spirv_ControlBarrier(3, 3, 0x10 | ((flags & CLK_GLOBAL_MEM_FENCE) ? k_cross_work_group_memory : 0) |
                                   ((flags & CLK_LOCAL_MEM_FENCE) ? k_work_group_memory : 0));
}

// 64-bit integers to double, rounded by hand: the backend has no name for these conversions.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
static __attribute__((always_inline)) ulong bits_that_double_drops(ulong magnitude) {
  const int extra = 11 - (int)clz(magnitude);
  return extra > 0 ? magnitude & ((1ul << extra) - 1) : 0;
}
static __attribute__((always_inline)) double towards_zero(ulong magnitude) {
  return (double)(magnitude - bits_that_double_drops(magnitude));
}
static __attribute__((always_inline)) double away_from_zero(ulong magnitude) {
  const double low = towards_zero(magnitude);
  return bits_that_double_drops(magnitude) != 0 ? as_double(as_long(low) + 1) : low;
}
OVERLOAD double convert_double_rtz(ulong x) { return towards_zero(x); }
OVERLOAD double convert_double_rtp(ulong x) { return away_from_zero(x); }
OVERLOAD double convert_double_rtn(ulong x) { return towards_zero(x); }
OVERLOAD double convert_double_rtz(long x) { return x < 0 ? -towards_zero(-(ulong)x) : towards_zero(x); }
OVERLOAD double convert_double_rtp(long x) { return x < 0 ? -towards_zero(-(ulong)x) : away_from_zero(x); }
OVERLOAD double convert_double_rtn(long x) { return x < 0 ? -away_from_zero(-(ulong)x) : towards_zero(x); }
#define TO_DOUBLE(N, H, T, MODE)                                                                       \
  OVERLOAD double##N convert_double##N##_##MODE(T##N x) {                                              \
    return (double##N)(convert_double##H##_##MODE(x.lo), convert_double##H##_##MODE(x.hi));            \
  }
#define TO_DOUBLES(T, MODE)                                                                            \
  TO_DOUBLE(2, , T, MODE)                                                                              \
  OVERLOAD double3 convert_double3_##MODE(T##3 x) {                                                    \
    return (double3)(convert_double2_##MODE(x.xy), convert_double_##MODE(x.z));                        \
  }                                                                                                    \
  TO_DOUBLE(4, 2, T, MODE)                                                                             \
  TO_DOUBLE(8, 4, T, MODE)                                                                             \
  TO_DOUBLE(16, 8, T, MODE)
TO_DOUBLES(long, rtz)
TO_DOUBLES(long, rtp)
TO_DOUBLES(long, rtn)
TO_DOUBLES(ulong, rtz)
TO_DOUBLES(ulong, rtp)
TO_DOUBLES(ulong, rtn)

// Conversions to half that round towards zero, up or down: the backend has no name for these either. Integers that
// float rounds are beyond half's range.
#include "half_rounding.clh"
#define TO_HALF_BY_PARTS(N, H, T, MODE)                                                            \
  OVERLOAD half##N convert_half##N##_##MODE(T##N x) {                                              \
    return (half##N)(convert_half##H##_##MODE(x.lo), convert_half##H##_##MODE(x.hi));              \
  }
#define TO_HALF_MODE(T, CUT, MODE)                                                                 \
  OVERLOAD half convert_half_##MODE(T x) { return as_half(half_##MODE(CUT(x))); }                  \
  TO_HALF_BY_PARTS(2, , T, MODE)                                                                   \
  OVERLOAD half3 convert_half3_##MODE(T##3 x) {                                                    \
    return (half3)(convert_half2_##MODE(x.xy), convert_half_##MODE(x.z));                          \
  }                                                                                                \
  TO_HALF_BY_PARTS(4, 2, T, MODE) TO_HALF_BY_PARTS(8, 4, T, MODE) TO_HALF_BY_PARTS(16, 8, T, MODE)
#define TO_HALF(T, CUT) TO_HALF_MODE(T, CUT, rtz) TO_HALF_MODE(T, CUT, rtp) TO_HALF_MODE(T, CUT, rtn)
TO_HALF(short, (float))
TO_HALF(ushort, (float))
TO_HALF(int, (float))
TO_HALF(uint, (float))
TO_HALF(long, (float))
TO_HALF(ulong, (float))
TO_HALF(float, cut_to_float)
TO_HALF(double, cut_to_float)

// The backend has no such functions.
#define READ_HALF_PLAIN(IMAGE, INTS)                                      \
  OVERLOAD half4 read_imageh(read_only IMAGE i, INTS c) {                 \
    return __builtin_convertvector(read_imagef(i, c), half4);             \
  }
#define READ_HALF(IMAGE, INTS, FLOATS)                                    \
  READ_HALF_PLAIN(IMAGE, INTS)                                            \
  OVERLOAD half4 read_imageh(read_only IMAGE i, sampler_t s, INTS c) {    \
    return __builtin_convertvector(read_imagef(i, s, c), half4);          \
  }                                                                       \
  OVERLOAD half4 read_imageh(read_only IMAGE i, sampler_t s, FLOATS c) {  \
    return __builtin_convertvector(read_imagef(i, s, c), half4);          \
  }
READ_HALF(image1d_t, int, float)
READ_HALF(image1d_array_t, int2, float2)
READ_HALF(image2d_t, int2, float2)
READ_HALF(image2d_array_t, int4, float4)
READ_HALF(image3d_t, int4, float4)
READ_HALF_PLAIN(image1d_buffer_t, int)

// The backend takes this for vload_half3, which reads packed elements.
#define LOAD_HALF3(SPACE) \
  OVERLOAD float3 vloada_half3(size_t i, const SPACE half* p) { return vload_half3(0, p + 4 * i); }
LOAD_HALF3(global)
LOAD_HALF3(local)
LOAD_HALF3(constant)
LOAD_HALF3(private)
LOAD_HALF3(generic)

// The backend gives OpGroupAsyncCopy a stride of 32 bits here, and drivers find no function for it.
#define COPY(T)                                                                                                       \
  OVERLOAD __attribute__((convergent)) event_t async_work_group_copy(local T* to, const global T* from, size_t n,     \
                                                                     event_t e) {                                     \
    return async_work_group_strided_copy(to, from, n, (size_t)1, e);                                                  \
  }                                                                                                                   \
  OVERLOAD __attribute__((convergent)) event_t async_work_group_copy(global T* to, const local T* from, size_t n,     \
                                                                     event_t e) {                                     \
    return async_work_group_strided_copy(to, from, n, (size_t)1, e);                                                  \
  }
#define COPIES(T) COPY(T) COPY(T##2) COPY(T##3) COPY(T##4) COPY(T##8) COPY(T##16)
COPIES(char)
COPIES(uchar)
COPIES(short)
COPIES(ushort)
COPIES(int)
COPIES(uint)
COPIES(long)
COPIES(ulong)
COPIES(float)
COPIES(double)

// Drivers have no copies of half either: these are copies of the bits.
#define COPY_HALF(TO, FROM, N)                                                                                        \
  __attribute__((overloadable, convergent)) event_t async_work_group_strided_copy(                                    \
      TO ushort##N* to, const FROM ushort##N* from, size_t n, size_t stride, event_t e);                              \
  OVERLOAD __attribute__((convergent)) event_t async_work_group_strided_copy(                                         \
      TO half##N* to, const FROM half##N* from, size_t n, size_t stride, event_t e) {                                 \
    return async_work_group_strided_copy((TO ushort##N*)to, (const FROM ushort##N*)from, n, stride, e);               \
  }                                                                                                                   \
  OVERLOAD __attribute__((convergent)) event_t async_work_group_copy(TO half##N* to, const FROM half##N* from,        \
                                                                     size_t n, event_t e) {                           \
    return async_work_group_strided_copy((TO ushort##N*)to, (const FROM ushort##N*)from, n, (size_t)1, e);            \
  }
#define COPIES_HALF(N) COPY_HALF(local, global, N) COPY_HALF(global, local, N)
COPIES_HALF() COPIES_HALF(2) COPIES_HALF(3) COPIES_HALF(4) COPIES_HALF(8) COPIES_HALF(16)

// Instructions for these need an extension of SPIR-V.
#define FN OVERLOAD
#include "bit_operations.clh"

OVERLOAD cl_mem_fence_flags get_fence(const void* p) { return get_fence((void*)p); }
