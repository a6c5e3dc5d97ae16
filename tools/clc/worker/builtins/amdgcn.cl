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

// Sub-groups: from gfx800 on, which brought ds_bpermute. It reaches all items of a wave64 up to gfx9, and those of a
// wave32, which is what is compiled for later chips.
#define INNER static __attribute__((overloadable, always_inline))
ulong amdgcn_ballot(bool predicate) __asm("llvm.amdgcn.ballot.i64");

typedef ulong Items;
#define K_MOST_ITEMS 64
INNER Items active_items(void) { return amdgcn_ballot(true); }
INNER Items all_items(void) { return active_items(); }
INNER Items items_with(Items items, bool predicate) { return amdgcn_ballot(predicate); }
INNER uint from_item(Items items, uint x, uint item) { return (uint)__builtin_amdgcn_ds_bpermute((int)(item * 4), (int)x); }
INNER uint4 ballot_of(Items items) { return (uint4)((uint)items, (uint)(items >> 32), 0, 0); }
INNER Items items_of(uint4 ballot) { return as_ulong(ballot.xy); }
#include "sub_groups.clh"
