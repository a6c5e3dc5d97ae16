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

#define EXCHANGE(SPACE, T)                                                                               \
  __attribute__((overloadable)) T __spirv_AtomicExchange(volatile SPACE T* p, int scope, int order, T v); \
  OVERLOAD T atomic_xchg(volatile SPACE T* p, T v) { return __spirv_AtomicExchange(p, k_device, k_relaxed, v); }
#define ATOMICS(SPACE, T, SIGN, PREFIX)                                                                               \
  __attribute__((overloadable)) T __spirv_Atomic##SIGN##Min(volatile SPACE T* p, int scope, int order, T v);          \
  __attribute__((overloadable)) T __spirv_Atomic##SIGN##Max(volatile SPACE T* p, int scope, int order, T v);          \
  __attribute__((overloadable)) T __spirv_AtomicIAdd(volatile SPACE T* p, int scope, int order, T v);                 \
  OVERLOAD T PREFIX##_min(volatile SPACE T* p, T v) {                                                                 \
    return __spirv_Atomic##SIGN##Min(p, k_device, k_relaxed, v);                                                      \
  }                                                                                                                   \
  OVERLOAD T PREFIX##_max(volatile SPACE T* p, T v) {                                                                 \
    return __spirv_Atomic##SIGN##Max(p, k_device, k_relaxed, v);                                                      \
  }                                                                                                                   \
  OVERLOAD T PREFIX##_inc(volatile SPACE T* p) { return __spirv_AtomicIAdd(p, k_device, k_relaxed, (T)1); }           \
  OVERLOAD T PREFIX##_dec(volatile SPACE T* p) { return __spirv_AtomicIAdd(p, k_device, k_relaxed, (T)-1); }
#define ATOM_MORE(SPACE, T)                                                                                           \
  __attribute__((overloadable)) T __spirv_AtomicISub(volatile SPACE T* p, int scope, int order, T v);                 \
  __attribute__((overloadable)) T __spirv_AtomicAnd(volatile SPACE T* p, int scope, int order, T v);                  \
  __attribute__((overloadable)) T __spirv_AtomicOr(volatile SPACE T* p, int scope, int order, T v);                   \
  __attribute__((overloadable)) T __spirv_AtomicXor(volatile SPACE T* p, int scope, int order, T v);                  \
  __attribute__((overloadable)) T __spirv_AtomicCompareExchange(volatile SPACE T* p, int scope, int equal,            \
                                                                int unequal, T v, T expected);                       \
  OVERLOAD T atom_add(volatile SPACE T* p, T v) { return __spirv_AtomicIAdd(p, k_device, k_relaxed, v); }             \
  OVERLOAD T atom_sub(volatile SPACE T* p, T v) { return __spirv_AtomicISub(p, k_device, k_relaxed, v); }             \
  OVERLOAD T atom_and(volatile SPACE T* p, T v) { return __spirv_AtomicAnd(p, k_device, k_relaxed, v); }              \
  OVERLOAD T atom_or(volatile SPACE T* p, T v) { return __spirv_AtomicOr(p, k_device, k_relaxed, v); }                \
  OVERLOAD T atom_xor(volatile SPACE T* p, T v) { return __spirv_AtomicXor(p, k_device, k_relaxed, v); }              \
  OVERLOAD T atom_xchg(volatile SPACE T* p, T v) { return __spirv_AtomicExchange(p, k_device, k_relaxed, v); }        \
  OVERLOAD T atom_cmpxchg(volatile SPACE T* p, T expected, T v) {                                                     \
    return __spirv_AtomicCompareExchange(p, k_device, k_relaxed, k_relaxed, v, expected);                             \
  }

#define BOTH_SPACES(M, ...) M(global, __VA_ARGS__) M(local, __VA_ARGS__)
BOTH_SPACES(EXCHANGE, int)
BOTH_SPACES(EXCHANGE, uint)
BOTH_SPACES(EXCHANGE, float)
BOTH_SPACES(ATOMICS, int, S, atomic)
BOTH_SPACES(ATOMICS, uint, U, atomic)
BOTH_SPACES(ATOMICS, int, S, atom)
BOTH_SPACES(ATOMICS, uint, U, atom)
BOTH_SPACES(ATOM_MORE, int)
BOTH_SPACES(ATOM_MORE, uint)

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#define EXCHANGE_DECLARE(SPACE, T) \
  __attribute__((overloadable)) T __spirv_AtomicExchange(volatile SPACE T* p, int scope, int order, T v);
BOTH_SPACES(EXCHANGE_DECLARE, long)
BOTH_SPACES(EXCHANGE_DECLARE, ulong)
BOTH_SPACES(ATOMICS, long, S, atom)
BOTH_SPACES(ATOMICS, ulong, U, atom)
BOTH_SPACES(ATOM_MORE, long)
BOTH_SPACES(ATOM_MORE, ulong)
