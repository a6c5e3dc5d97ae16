// Atomics that libclc leaves out or leaves to LLVM's NVPTX backend, which forgets the order on chips before sm_70:
// those of 64 bits, and OpenCL 2.0's. Each is a relaxed operation between the fences that its order asks for.
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

#define FN __attribute__((overloadable, always_inline))
#define INNER static __attribute__((overloadable, always_inline))

void nvvm_membar_cta(void) __asm("llvm.nvvm.membar.cta");
void nvvm_membar_gl(void) __asm("llvm.nvvm.membar.gl");
void nvvm_membar_sys(void) __asm("llvm.nvvm.membar.sys");

INNER void fence(memory_scope scope) {
  if (scope == memory_scope_work_item) return;
  if (scope == memory_scope_work_group || scope == __OPENCL_MEMORY_SCOPE_SUB_GROUP) {
    nvvm_membar_cta();
  } else if (scope == memory_scope_device) {
    nvvm_membar_gl();
  } else {
    nvvm_membar_sys();
  }
}
INNER void fence_before(memory_order order, memory_scope scope) {
  if (order != memory_order_relaxed && order != memory_order_acquire) fence(scope);
}
INNER void fence_after(memory_order order, memory_scope scope) {
  if (order != memory_order_relaxed && order != memory_order_release) fence(scope);
}

FN void atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order, memory_scope scope) {
  if (order != memory_order_relaxed) fence(scope);
}

#define RELAXED memory_order_relaxed, memory_scope_device
#define DEFAULTS memory_order_seq_cst, memory_scope_device

#define LOAD_STORE(T)                                                                                           \
  FN void atomic_init(volatile atomic_##T* p, T v) { *(volatile T*)p = v; }                                     \
  FN T atomic_load_explicit(volatile atomic_##T* p, memory_order order, memory_scope scope) {                   \
    if (order == memory_order_seq_cst) fence(scope);                                                            \
    const T result = __opencl_atomic_load(p, RELAXED);                                                          \
    fence_after(order, scope);                                                                                  \
    return result;                                                                                              \
  }                                                                                                             \
  FN T atomic_load_explicit(volatile atomic_##T* p, memory_order order) {                                       \
    return atomic_load_explicit(p, order, memory_scope_device);                                                 \
  }                                                                                                             \
  FN T atomic_load(volatile atomic_##T* p) { return atomic_load_explicit(p, DEFAULTS); }                        \
  FN void atomic_store_explicit(volatile atomic_##T* p, T v, memory_order order, memory_scope scope) {          \
    fence_before(order, scope);                                                                                 \
    __opencl_atomic_store(p, v, RELAXED);                                                                       \
    if (order == memory_order_seq_cst) fence(scope);                                                            \
  }                                                                                                             \
  FN void atomic_store_explicit(volatile atomic_##T* p, T v, memory_order order) {                              \
    atomic_store_explicit(p, v, order, memory_scope_device);                                                    \
  }                                                                                                             \
  FN void atomic_store(volatile atomic_##T* p, T v) { atomic_store_explicit(p, v, DEFAULTS); }

// LLVM writes fetches and exchanges for the device, whatever their scope; compare-and-exchange reaches all devices.
#define FOR_SYSTEM(T, NAME, NEW)                                                                                \
  INNER T system_##NAME(volatile atomic_##T* p, T v) {                                                          \
    T old = __opencl_atomic_load(p, RELAXED);                                                                   \
    while (!__opencl_atomic_compare_exchange_strong(p, &old, NEW, memory_order_relaxed, RELAXED)) {             \
    }                                                                                                           \
    return old;                                                                                                 \
  }
#define MODIFY(T, NAME, NEW)                                                                                    \
  FOR_SYSTEM(T, NAME, NEW)                                                                                      \
  FN T atomic_##NAME##_explicit(volatile atomic_##T* p, T v, memory_order order, memory_scope scope) {          \
    fence_before(order, scope);                                                                                 \
    const T result = scope == memory_scope_all_svm_devices ? system_##NAME(p, v)                                \
                                                           : __opencl_atomic_##NAME(p, v, RELAXED);             \
    fence_after(order, scope);                                                                                  \
    return result;                                                                                              \
  }                                                                                                             \
  FN T atomic_##NAME##_explicit(volatile atomic_##T* p, T v, memory_order order) {                              \
    return atomic_##NAME##_explicit(p, v, order, memory_scope_device);                                          \
  }                                                                                                             \
  FN T atomic_##NAME(volatile atomic_##T* p, T v) { return atomic_##NAME##_explicit(p, v, DEFAULTS); }

#define COMPARE(T, NAME)                                                                                        \
  FN bool atomic_##NAME##_explicit(volatile atomic_##T* p, T* expected, T v, memory_order equal,                \
                                   memory_order unequal, memory_scope scope) {                                  \
    fence_before(equal, scope);                                                                                 \
    const bool is_equal =                                                                                       \
        __opencl_atomic_compare_exchange_strong(p, expected, v, memory_order_relaxed, RELAXED);                 \
    fence_after(is_equal ? equal : unequal, scope);                                                             \
    return is_equal;                                                                                            \
  }                                                                                                             \
  FN bool atomic_##NAME##_explicit(volatile atomic_##T* p, T* expected, T v, memory_order equal,                \
                                   memory_order unequal) {                                                      \
    return atomic_##NAME##_explicit(p, expected, v, equal, unequal, memory_scope_device);                       \
  }                                                                                                             \
  FN bool atomic_##NAME(volatile atomic_##T* p, T* expected, T v) {                                             \
    return atomic_##NAME##_explicit(p, expected, v, memory_order_seq_cst, DEFAULTS);                            \
  }

#define ANY_TYPE(T)                                                                                             \
  LOAD_STORE(T) MODIFY(T, exchange, v) COMPARE(T, compare_exchange_strong) COMPARE(T, compare_exchange_weak)
#define INTEGER_TYPE(T)                                                                                         \
  ANY_TYPE(T)                                                                                                   \
  MODIFY(T, fetch_add, (T)((ulong)old + (ulong)v))                                                              \
  MODIFY(T, fetch_sub, (T)((ulong)old - (ulong)v))                                                              \
  MODIFY(T, fetch_or, old | v)                                                                                  \
  MODIFY(T, fetch_xor, old ^ v)                                                                                 \
  MODIFY(T, fetch_and, old & v)                                                                                 \
  MODIFY(T, fetch_min, min(old, v))                                                                             \
  MODIFY(T, fetch_max, max(old, v))
INTEGER_TYPE(int) INTEGER_TYPE(uint) INTEGER_TYPE(long) INTEGER_TYPE(ulong)
ANY_TYPE(float) ANY_TYPE(double)

// Pointers as integers, moved by a difference.
#define DIFFERENCE(NAME)                                                                                        \
  FN ulong atomic_##NAME##_explicit(volatile atomic_ulong* p, long v, memory_order order, memory_scope scope) { \
    return atomic_##NAME##_explicit(p, (ulong)v, order, scope);                                                 \
  }                                                                                                             \
  FN ulong atomic_##NAME##_explicit(volatile atomic_ulong* p, long v, memory_order order) {                     \
    return atomic_##NAME##_explicit(p, (ulong)v, order);                                                        \
  }                                                                                                             \
  FN ulong atomic_##NAME(volatile atomic_ulong* p, long v) { return atomic_##NAME(p, (ulong)v); }
DIFFERENCE(fetch_add)
DIFFERENCE(fetch_sub)

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
// PTX adds such numbers, but has no minimum and maximum.
#define HAS_fetch_add true
#define HAS_fetch_min false
#define HAS_fetch_max false
#define FLOAT_MODIFY(SPACE, T, NAME, PLAIN, OPERAND, NEW)                                                       \
  FN T atomic_##NAME##_explicit(volatile SPACE atomic_##T* p, T v, memory_order order, memory_scope scope) {    \
    fence_before(order, scope);                                                                                 \
    T old;                                                                                                      \
    if (scope == memory_scope_all_svm_devices || !HAS_##PLAIN) {                                                \
      old = __opencl_atomic_load(p, RELAXED);                                                                   \
      while (!__opencl_atomic_compare_exchange_strong(p, &old, NEW, memory_order_relaxed, RELAXED)) {           \
      }                                                                                                         \
    } else {                                                                                                    \
      old = __opencl_atomic_##PLAIN(p, OPERAND, RELAXED);                                                       \
    }                                                                                                           \
    fence_after(order, scope);                                                                                  \
    return old;                                                                                                 \
  }
// LLVM exchanges 16 bits by a loop over the word that holds them, as it adds half before sm_70.
#define HAS_exchange true
#define HALF_EXCHANGE(SPACE) FLOAT_MODIFY(SPACE, half, exchange, exchange, v, v)
#define HALF_LOAD(SPACE)                                                                                        \
  FN half atomic_load_explicit(volatile SPACE atomic_half* p, memory_order order, memory_scope scope) {         \
    if (order == memory_order_seq_cst) fence(scope);                                                            \
    const half result = __opencl_atomic_load(p, RELAXED);                                                       \
    fence_after(order, scope);                                                                                  \
    return result;                                                                                              \
  }
#define HALF_STORE(SPACE)                                                                                       \
  FN void atomic_store_explicit(volatile SPACE atomic_half* p, half v, memory_order order, memory_scope scope) { \
    fence_before(order, scope);                                                                                 \
    __opencl_atomic_store(p, v, RELAXED);                                                                       \
    if (order == memory_order_seq_cst) fence(scope);                                                            \
  }
#include "float_atomics.clh"

FN bool atomic_flag_test_and_set_explicit(volatile atomic_flag* p, memory_order order, memory_scope scope) {
  return atomic_exchange_explicit((volatile atomic_int*)p, 1, order, scope) != 0;
}
FN bool atomic_flag_test_and_set_explicit(volatile atomic_flag* p, memory_order order) {
  return atomic_flag_test_and_set_explicit(p, order, memory_scope_device);
}
FN bool atomic_flag_test_and_set(volatile atomic_flag* p) { return atomic_flag_test_and_set_explicit(p, DEFAULTS); }
FN void atomic_flag_clear_explicit(volatile atomic_flag* p, memory_order order, memory_scope scope) {
  atomic_store_explicit((volatile atomic_int*)p, 0, order, scope);
}
FN void atomic_flag_clear_explicit(volatile atomic_flag* p, memory_order order) {
  atomic_flag_clear_explicit(p, order, memory_scope_device);
}
FN void atomic_flag_clear(volatile atomic_flag* p) { atomic_flag_clear_explicit(p, DEFAULTS); }

// cl_khr_int64_base_atomics and cl_khr_int64_extended_atomics.
#define WIDE(SPACE, T)                                                                                          \
  FN T atom_add(volatile SPACE T* p, T v) { return __scoped_atomic_fetch_add(p, v, WIDE_ORDER); }               \
  FN T atom_sub(volatile SPACE T* p, T v) { return __scoped_atomic_fetch_sub(p, v, WIDE_ORDER); }               \
  FN T atom_inc(volatile SPACE T* p) { return __scoped_atomic_fetch_add(p, (T)1, WIDE_ORDER); }                 \
  FN T atom_dec(volatile SPACE T* p) { return __scoped_atomic_fetch_sub(p, (T)1, WIDE_ORDER); }                 \
  FN T atom_and(volatile SPACE T* p, T v) { return __scoped_atomic_fetch_and(p, v, WIDE_ORDER); }               \
  FN T atom_or(volatile SPACE T* p, T v) { return __scoped_atomic_fetch_or(p, v, WIDE_ORDER); }                 \
  FN T atom_xor(volatile SPACE T* p, T v) { return __scoped_atomic_fetch_xor(p, v, WIDE_ORDER); }               \
  FN T atom_min(volatile SPACE T* p, T v) { return __scoped_atomic_fetch_min(p, v, WIDE_ORDER); }               \
  FN T atom_max(volatile SPACE T* p, T v) { return __scoped_atomic_fetch_max(p, v, WIDE_ORDER); }               \
  FN T atom_xchg(volatile SPACE T* p, T v) { return __scoped_atomic_exchange_n(p, v, WIDE_ORDER); }             \
  FN T atom_cmpxchg(volatile SPACE T* p, T expected, T v) {                                                     \
    __scoped_atomic_compare_exchange_n(p, &expected, v, 0, __ATOMIC_RELAXED, WIDE_ORDER);                       \
    return expected;                                                                                            \
  }
#define WIDE_ORDER __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE
WIDE(global, long) WIDE(global, ulong) WIDE(local, long) WIDE(local, ulong)
