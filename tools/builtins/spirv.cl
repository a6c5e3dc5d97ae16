// OpenCL C builtins that LLVM 22's SPIR-V backend does not know, in terms of those that it does.

#define OVERLOAD __attribute__((overloadable, always_inline))

// Scope and semantics as the SPIR-V specification numbers them.
enum { k_cross_device = 0, k_device = 1, k_work_group = 2, k_sub_group = 3, k_invocation = 4 };
enum { k_relaxed = 0, k_acquire = 0x2, k_release = 0x4, k_acquire_release = 0x8, k_sequentially_consistent = 0x10 };
enum { k_work_group_memory = 0x100, k_cross_work_group_memory = 0x200, k_image_memory = 0x800 };

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
ATOMICS(int, S, atomic) ATOMICS(uint, U, atomic) ATOMICS(int, S, atom) ATOMICS(uint, U, atom)
ATOMIC(atomic_xchg, Exchange, global, k_device, float) ATOMIC(atomic_xchg, Exchange, local, k_work_group, float)

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
ATOMICS(long, S, atom)
ATOMICS(ulong, U, atom)

// OpenCL 2.0's atomics and fences. Orders and scopes are numbered differently there. LLVM's backend would take the order
// of a load for its scope, forget those of a store, and fetch and fence within the work-group where no scope is given.
static __attribute__((always_inline)) int semantics_of(memory_order order, int memory) {
  return order == memory_order_relaxed   ? k_relaxed
         : order == memory_order_acquire ? k_acquire | memory
         : order == memory_order_release ? k_release | memory
         : order == memory_order_acq_rel ? k_acquire_release | memory
                                         : k_sequentially_consistent | memory;
}
static __attribute__((always_inline)) int scope_of(memory_scope scope) {
  return scope == memory_scope_work_item    ? k_invocation
         : scope == memory_scope_sub_group  ? k_sub_group
         : scope == memory_scope_work_group ? k_work_group
         : scope == memory_scope_device     ? k_device
                                            : k_cross_device;
}
static __attribute__((always_inline)) int memory_of(cl_mem_fence_flags flags) {
  return ((flags & CLK_LOCAL_MEM_FENCE) ? k_work_group_memory : 0) |
         ((flags & CLK_GLOBAL_MEM_FENCE) ? k_cross_work_group_memory : 0) |
         ((flags & CLK_IMAGE_MEM_FENCE) ? k_image_memory : 0);
}

OVERLOAD void atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order, memory_scope scope) {
  if (order != memory_order_relaxed) __spirv_MemoryBarrier(scope_of(scope), semantics_of(order, memory_of(flags)));
}

#define DEFAULTS memory_order_seq_cst, memory_scope_device

// Drivers have no atomics of double, and OpAtomicCompareExchange takes integers only: BITS is the integer that stands for
// T.
#define LOAD_STORE(SPACE, MEMORY, T, BITS)                                                                            \
  OVERLOAD T atomic_load_explicit(volatile SPACE atomic_##T* p, memory_order order, memory_scope scope) {             \
    return as_##T(__spirv_AtomicLoad((volatile SPACE BITS*)p, scope_of(scope), semantics_of(order, MEMORY)));         \
  }                                                                                                                   \
  OVERLOAD T atomic_load_explicit(volatile SPACE atomic_##T* p, memory_order order) {                                 \
    return atomic_load_explicit(p, order, memory_scope_device);                                                       \
  }                                                                                                                   \
  OVERLOAD T atomic_load(volatile SPACE atomic_##T* p) { return atomic_load_explicit(p, DEFAULTS); }                  \
  OVERLOAD void atomic_store_explicit(volatile SPACE atomic_##T* p, T v, memory_order order, memory_scope scope) {    \
    __spirv_AtomicStore((volatile SPACE BITS*)p, scope_of(scope), semantics_of(order, MEMORY), as_##BITS(v));         \
  }                                                                                                                   \
  OVERLOAD void atomic_store_explicit(volatile SPACE atomic_##T* p, T v, memory_order order) {                        \
    atomic_store_explicit(p, v, order, memory_scope_device);                                                          \
  }                                                                                                                   \
  OVERLOAD void atomic_store(volatile SPACE atomic_##T* p, T v) { atomic_store_explicit(p, v, DEFAULTS); }

#define MODIFY_BY(SPACE, MEMORY, T, V, BITS, NAME, OPERATION)                                                         \
  OVERLOAD T atomic_##NAME##_explicit(volatile SPACE atomic_##T* p, V v, memory_order order, memory_scope scope) {    \
    return as_##T(__spirv_Atomic##OPERATION((volatile SPACE BITS*)p, scope_of(scope), semantics_of(order, MEMORY),    \
                                            as_##BITS((T)v)));                                                        \
  }                                                                                                                   \
  OVERLOAD T atomic_##NAME##_explicit(volatile SPACE atomic_##T* p, V v, memory_order order) {                        \
    return atomic_##NAME##_explicit(p, v, order, memory_scope_device);                                                \
  }                                                                                                                   \
  OVERLOAD T atomic_##NAME(volatile SPACE atomic_##T* p, V v) { return atomic_##NAME##_explicit(p, v, DEFAULTS); }
#define MODIFY(SPACE, MEMORY, T, NAME, OPERATION)                                                                     \
  __attribute__((overloadable)) T __spirv_Atomic##OPERATION(volatile SPACE T* p, int scope, int order, T v);          \
  MODIFY_BY(SPACE, MEMORY, T, T, T, NAME, OPERATION)

// A weak exchange may fail without a reason, and need not.
#define COMPARE(SPACE, EXPECTED, MEMORY, T, BITS, STRENGTH)                                                           \
  OVERLOAD bool atomic_compare_exchange_##STRENGTH##_explicit(volatile SPACE atomic_##T* p, EXPECTED T* expected, T v, \
                                                              memory_order equal, memory_order unequal,               \
                                                              memory_scope scope) {                                   \
    const BITS wanted = as_##BITS(*expected);                                                                         \
    const BITS found = __spirv_AtomicCompareExchange((volatile SPACE BITS*)p, scope_of(scope),                        \
                                                     semantics_of(equal, MEMORY), semantics_of(unequal, MEMORY),      \
                                                     as_##BITS(v), wanted);                                           \
    if (found != wanted) *expected = as_##T(found);                                                                   \
    return found == wanted;                                                                                           \
  }                                                                                                                   \
  OVERLOAD bool atomic_compare_exchange_##STRENGTH##_explicit(volatile SPACE atomic_##T* p, EXPECTED T* expected, T v, \
                                                              memory_order equal, memory_order unequal) {             \
    return atomic_compare_exchange_##STRENGTH##_explicit(p, expected, v, equal, unequal, memory_scope_device);        \
  }                                                                                                                   \
  OVERLOAD bool atomic_compare_exchange_##STRENGTH(volatile SPACE atomic_##T* p, EXPECTED T* expected, T v) {         \
    return atomic_compare_exchange_##STRENGTH##_explicit(p, expected, v, memory_order_seq_cst, DEFAULTS);             \
  }
#define COMPARE_IN(SPACE, MEMORY, T, BITS, EXPECTED)                                                                  \
  COMPARE(SPACE, EXPECTED, MEMORY, T, BITS, strong)                                                                   \
  COMPARE(SPACE, EXPECTED, MEMORY, T, BITS, weak)
#define COMPARES(SPACE, MEMORY, T, BITS)                                                                              \
  COMPARE_IN(SPACE, MEMORY, T, BITS, generic)                                                                         \
  COMPARE_IN(SPACE, MEMORY, T, BITS, private)                                                                         \
  COMPARE_IN(SPACE, MEMORY, T, BITS, local)                                                                           \
  COMPARE_IN(SPACE, MEMORY, T, BITS, global)
#define INSTRUCTIONS(SPACE, T)                                                                                        \
  __attribute__((overloadable)) T __spirv_AtomicLoad(volatile SPACE T* p, int scope, int order);                      \
  __attribute__((overloadable)) void __spirv_AtomicStore(volatile SPACE T* p, int scope, int order, T v);             \
  __attribute__((overloadable)) T __spirv_AtomicCompareExchange(volatile SPACE T* p, int scope, int equal,            \
                                                                int unequal, T v, T expected);

#define ATOMIC_TYPE(SPACE, MEMORY, T, BITS)                                                                           \
  LOAD_STORE(SPACE, MEMORY, T, BITS)                                                                                  \
  COMPARES(SPACE, MEMORY, T, BITS)
#define ATOMIC_INTEGER(SPACE, MEMORY, T, SIGN)                                                                        \
  INSTRUCTIONS(SPACE, T)                                                                                              \
  ATOMIC_TYPE(SPACE, MEMORY, T, T)                                                                                    \
  MODIFY(SPACE, MEMORY, T, exchange, Exchange)                                                                        \
  MODIFY(SPACE, MEMORY, T, fetch_add, IAdd)                                                                           \
  MODIFY(SPACE, MEMORY, T, fetch_sub, ISub)                                                                           \
  MODIFY(SPACE, MEMORY, T, fetch_or, Or)                                                                              \
  MODIFY(SPACE, MEMORY, T, fetch_xor, Xor)                                                                            \
  MODIFY(SPACE, MEMORY, T, fetch_and, And)                                                                            \
  MODIFY(SPACE, MEMORY, T, fetch_min, SIGN##Min)                                                                      \
  MODIFY(SPACE, MEMORY, T, fetch_max, SIGN##Max)
// cl_ext_float_atomics: instructions of SPIR-V's extensions.
#define MODIFY_FLOAT(SPACE, MEMORY, T, NAME, OPERATION, SIGN)                                                         \
  __attribute__((overloadable)) T __spirv_Atomic##OPERATION(volatile SPACE T* p, int scope, int order, T v);          \
  OVERLOAD T atomic_##NAME##_explicit(volatile SPACE atomic_##T* p, T v, memory_order order, memory_scope scope) {    \
    return __spirv_Atomic##OPERATION((volatile SPACE T*)p, scope_of(scope), semantics_of(order, MEMORY), SIGN v);     \
  }                                                                                                                   \
  OVERLOAD T atomic_##NAME##_explicit(volatile SPACE atomic_##T* p, T v, memory_order order) {                        \
    return atomic_##NAME##_explicit(p, v, order, memory_scope_device);                                                \
  }                                                                                                                   \
  OVERLOAD T atomic_##NAME(volatile SPACE atomic_##T* p, T v) { return atomic_##NAME##_explicit(p, v, DEFAULTS); }
#define ATOMIC_SUM(SPACE, MEMORY, T)                                                                                  \
  MODIFY_FLOAT(SPACE, MEMORY, T, fetch_add, FAddEXT, )                                                                \
  MODIFY_FLOAT(SPACE, MEMORY, T, fetch_sub, FAddEXT, -)
#define ATOMIC_FLOAT(SPACE, MEMORY, T, BITS)                                                                          \
  ATOMIC_TYPE(SPACE, MEMORY, T, BITS)                                                                                 \
  MODIFY_BY(SPACE, MEMORY, T, T, BITS, exchange, Exchange)                                                            \
  ATOMIC_SUM(SPACE, MEMORY, T)                                                                                        \
  MODIFY_FLOAT(SPACE, MEMORY, T, fetch_min, FMinEXT, )                                                                \
  MODIFY_FLOAT(SPACE, MEMORY, T, fetch_max, FMaxEXT, )
// Pointers as integers are moved by a difference.
#define ATOMIC_POINTER(SPACE, MEMORY, T, DIFFERENCE)                                                                  \
  MODIFY_BY(SPACE, MEMORY, T, DIFFERENCE, T, fetch_add, IAdd)                                                         \
  MODIFY_BY(SPACE, MEMORY, T, DIFFERENCE, T, fetch_sub, ISub)
#define ATOMIC_FLAG(SPACE, MEMORY)                                                                                    \
  __attribute__((overloadable)) bool __spirv_AtomicFlagTestAndSet(volatile SPACE int* p, int scope, int order);       \
  __attribute__((overloadable)) void __spirv_AtomicFlagClear(volatile SPACE int* p, int scope, int order);            \
  OVERLOAD bool atomic_flag_test_and_set_explicit(volatile SPACE atomic_flag* p, memory_order order,                  \
                                                  memory_scope scope) {                                               \
    return __spirv_AtomicFlagTestAndSet((volatile SPACE int*)p, scope_of(scope), semantics_of(order, MEMORY));        \
  }                                                                                                                   \
  OVERLOAD bool atomic_flag_test_and_set_explicit(volatile SPACE atomic_flag* p, memory_order order) {                \
    return atomic_flag_test_and_set_explicit(p, order, memory_scope_device);                                          \
  }                                                                                                                   \
  OVERLOAD bool atomic_flag_test_and_set(volatile SPACE atomic_flag* p) {                                             \
    return atomic_flag_test_and_set_explicit(p, DEFAULTS);                                                            \
  }                                                                                                                   \
  OVERLOAD void atomic_flag_clear_explicit(volatile SPACE atomic_flag* p, memory_order order, memory_scope scope) {   \
    __spirv_AtomicFlagClear((volatile SPACE int*)p, scope_of(scope), semantics_of(order, MEMORY));                    \
  }                                                                                                                   \
  OVERLOAD void atomic_flag_clear_explicit(volatile SPACE atomic_flag* p, memory_order order) {                       \
    atomic_flag_clear_explicit(p, order, memory_scope_device);                                                        \
  }                                                                                                                   \
  OVERLOAD void atomic_flag_clear(volatile SPACE atomic_flag* p) { atomic_flag_clear_explicit(p, DEFAULTS); }

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define ATOMICS_2(SPACE, MEMORY)               \
  ATOMIC_INTEGER(SPACE, MEMORY, int, S)        \
  ATOMIC_INTEGER(SPACE, MEMORY, uint, U)       \
  ATOMIC_INTEGER(SPACE, MEMORY, long, S)       \
  ATOMIC_INTEGER(SPACE, MEMORY, ulong, U)      \
  ATOMIC_FLOAT(SPACE, MEMORY, float, uint)     \
  ATOMIC_FLOAT(SPACE, MEMORY, double, ulong)   \
  ATOMIC_SUM(SPACE, MEMORY, half)              \
  ATOMIC_POINTER(SPACE, MEMORY, uint, int)     \
  ATOMIC_POINTER(SPACE, MEMORY, ulong, long)   \
  ATOMIC_FLAG(SPACE, MEMORY)
ATOMICS_2(global, k_cross_work_group_memory) ATOMICS_2(local, k_work_group_memory)
ATOMICS_2(generic, k_work_group_memory | k_cross_work_group_memory)

// Which address space a generic pointer points into.
enum { k_local_storage = 4, k_global_storage = 5, k_private_storage = 7 };
global void* __spirv_GenericCastToPtrExplicit_ToGlobal(void*, int) __attribute__((overloadable));
local void* __spirv_GenericCastToPtrExplicit_ToLocal(void*, int) __attribute__((overloadable));
private void* __spirv_GenericCastToPtrExplicit_ToPrivate(void*, int) __attribute__((overloadable));
int __spirv_GenericPtrMemSemantics(void*) __attribute__((overloadable));
__attribute__((always_inline)) global void* to_global_cast(void* p) __asm("__to_global");
__attribute__((always_inline)) local void* to_local_cast(void* p) __asm("__to_local");
__attribute__((always_inline)) private void* to_private_cast(void* p) __asm("__to_private");
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
LDEXP_WIDTHS(float) LDEXP_WIDTHS(double) LDEXP_WIDTHS(half)

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
ORDERS(read_only) ORDERS(write_only) ORDERS(read_write)

// The backend would let a work-group's barrier wait for the whole scope of the memory, and knows no scope of a sub-group's.
__attribute__((overloadable, convergent)) void __spirv_ControlBarrier(int execution, int memory, int semantics);
#define BARRIER(NAME, GROUP)                                                                                \
  OVERLOAD __attribute__((convergent)) void NAME##_barrier(cl_mem_fence_flags flags, memory_scope scope) {  \
    __spirv_ControlBarrier(GROUP, scope_of(scope), k_sequentially_consistent | memory_of(flags));           \
  }                                                                                                         \
  OVERLOAD __attribute__((convergent)) void NAME##_barrier(cl_mem_fence_flags flags) {                      \
    NAME##_barrier(flags, memory_scope_##NAME);                                                             \
  }
BARRIER(work_group, k_work_group)
BARRIER(sub_group, k_sub_group)

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
TO_DOUBLES(long, rtz) TO_DOUBLES(long, rtp) TO_DOUBLES(long, rtn) TO_DOUBLES(ulong, rtz) TO_DOUBLES(ulong, rtp)
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
TO_HALF(short, (float)) TO_HALF(ushort, (float)) TO_HALF(int, (float)) TO_HALF(uint, (float)) TO_HALF(long, (float))
TO_HALF(ulong, (float)) TO_HALF(float, cut_to_float) TO_HALF(double, cut_to_float)

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
READ_HALF(image1d_t, int, float) READ_HALF(image1d_array_t, int2, float2) READ_HALF(image2d_t, int2, float2)
READ_HALF(image2d_array_t, int4, float4) READ_HALF(image3d_t, int4, float4)
READ_HALF_PLAIN(image1d_buffer_t, int)

// The backend takes this for vload_half3, which reads packed elements.
#define LOAD_HALF3(SPACE) \
  OVERLOAD float3 vloada_half3(size_t i, const SPACE half* p) { return vload_half3(0, p + 4 * i); }
LOAD_HALF3(global) LOAD_HALF3(local) LOAD_HALF3(constant) LOAD_HALF3(private) LOAD_HALF3(generic)

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
COPIES(char) COPIES(uchar) COPIES(short) COPIES(ushort) COPIES(int) COPIES(uint) COPIES(long) COPIES(ulong)
COPIES(float) COPIES(double)

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

// Intel's driver for CPUs saturates some numbers that are in range, and lets others wrap around.
#include "saturated_products.clh"
OVERLOAD int mad_sat(int x, int y, int z) {
  const long sum = (long)x * y + z;
  return sum > INT_MAX ? INT_MAX : sum < INT_MIN ? INT_MIN : (int)sum;
}
OVERLOAD uint mad_sat(uint x, uint y, uint z) {
  const ulong sum = (ulong)x * y + z;
  return sum > UINT_MAX ? UINT_MAX : (uint)sum;
}
SATURATED_SUMS(int)
SATURATED_SUMS(uint)

// Instructions for these need an extension of SPIR-V.
#define FN OVERLOAD
#include "bit_operations.clh"

OVERLOAD cl_mem_fence_flags get_fence(const void* p) { return get_fence((void*)p); }

// Each line is a copy, and all share the event of the first.
#undef FN
#define FN OVERLOAD __attribute__((convergent))
#define COPY_LINES(TO, FROM, T)                                                                                       \
  __attribute__((overloadable, convergent)) event_t async_work_group_strided_copy(TO T* to, const FROM T* from,       \
                                                                                  size_t n, size_t stride, event_t e); \
  static FN event_t copy_lines(TO T* to, const FROM T* from, size_t line, size_t lines, size_t planes,                \
                               size_t from_line, size_t from_plane, size_t to_line, size_t to_plane, event_t e) {     \
    const size_t first = lines != 0 && planes != 0 ? line : 0;                                                        \
    const event_t event = async_work_group_strided_copy(to, from, first, (size_t)1, e);                               \
    for (size_t i = 1; i < lines * planes; ++i) {                                                                     \
      const size_t plane = i / lines, row = i % lines;                                                                \
      async_work_group_strided_copy(to + (plane * to_plane + row * to_line),                                          \
                                    from + (plane * from_plane + row * from_line), line, (size_t)1, event);           \
    }                                                                                                                 \
    return event;                                                                                                     \
  }
#include "extended_copies.clh"

// Intel's names of these for narrow integers, which the backend lacks.
#define INTEL_BROADCAST(T) \
  OVERLOAD __attribute__((convergent)) T intel_sub_group_broadcast(T x, uint i) { return sub_group_broadcast(x, i); }
#define INTEL_BROADCASTS(T) \
  INTEL_BROADCAST(T) INTEL_BROADCAST(T##2) INTEL_BROADCAST(T##3) INTEL_BROADCAST(T##4) INTEL_BROADCAST(T##8)
#define INTEL_COLLECTIVE(NAME, T) \
  OVERLOAD __attribute__((convergent)) T intel_sub_group_##NAME(T x) { return sub_group_##NAME(x); }
#define INTEL_COLLECTIVES(NAME, T) \
  INTEL_COLLECTIVE(NAME##_add, T) INTEL_COLLECTIVE(NAME##_min, T) INTEL_COLLECTIVE(NAME##_max, T)
#define INTEL_NARROW(T)                 \
  INTEL_BROADCASTS(T)                   \
  INTEL_COLLECTIVES(reduce, T)          \
  INTEL_COLLECTIVES(scan_exclusive, T)  \
  INTEL_COLLECTIVES(scan_inclusive, T)
INTEL_NARROW(char) INTEL_NARROW(uchar) INTEL_NARROW(short) INTEL_NARROW(ushort)

#undef FN
#define FN OVERLOAD
#include "arm_dot_product.clh"
