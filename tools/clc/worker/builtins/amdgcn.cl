// What AMD's libraries and libclc leave out.
#define FN __attribute__((overloadable, always_inline))

FN cl_mem_fence_flags get_fence(void* p) { return to_local(p) ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE; }
FN cl_mem_fence_flags get_fence(const void* p) { return get_fence((void*)p); }

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
FENCE(mem_fence, __ATOMIC_ACQ_REL)
FENCE(read_mem_fence, __ATOMIC_ACQUIRE)
FENCE(write_mem_fence, __ATOMIC_RELEASE)

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

#include "bit_operations.clh"
#include "dot_product.clh"
#include "extended_copies.clh"

// AMD's own subtracts signed numbers, whose difference may overflow.
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
