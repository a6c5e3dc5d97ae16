// Functions of sub-groups and work-groups, for sm_70 and later. A sub-group is a warp: 32 work-items that follow one
// another in get_local_linear_id(); the last one of a work-group may have fewer.

#define FN __attribute__((overloadable, always_inline, convergent))
#define INNER static __attribute__((overloadable, always_inline, convergent))

uint laneid(void) __asm("llvm.nvvm.read.ptx.sreg.laneid");
uint nvvm_shfl_up(uint members, uint x, uint by, uint clamp) __asm("llvm.nvvm.shfl.sync.up.i32");
uint nvvm_shfl_idx(uint members, uint x, uint lane, uint clamp) __asm("llvm.nvvm.shfl.sync.idx.i32");
uint nvvm_ballot(uint members, bool predicate) __asm("llvm.nvvm.vote.ballot.sync");
uint nvvm_activemask(void) __asm("llvm.nvvm.activemask");
void nvvm_bar_warp(uint members) __asm("llvm.nvvm.bar.warp.sync");

INNER uint group_size(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }

FN uint get_max_sub_group_size(void) { return min(group_size(), 32u); }
FN uint get_num_sub_groups(void) { return (group_size() + 31) / 32; }
FN uint get_enqueued_num_sub_groups(void) { return get_num_sub_groups(); }
FN uint get_sub_group_id(void) { return (uint)get_local_linear_id() / 32; }
FN uint get_sub_group_local_id(void) { return laneid(); }
FN uint get_sub_group_size(void) { return min(group_size() - get_sub_group_id() * 32, 32u); }

INNER uint members(void) { return 0xffffffffu >> (32 - get_sub_group_size()); }

FN void sub_group_barrier(cl_mem_fence_flags flags) { nvvm_bar_warp(members()); }
FN void sub_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
  if (scope != memory_scope_work_item && scope != memory_scope_sub_group) {
    atomic_work_item_fence(flags, memory_order_acq_rel, scope);
  }
  nvvm_bar_warp(members());
}

FN int sub_group_all(int predicate) { return nvvm_ballot(members(), predicate != 0) == members(); }
FN int sub_group_any(int predicate) { return nvvm_ballot(members(), predicate != 0) != 0; }

typedef uint Items;
#define K_MOST_ITEMS 32
INNER Items active_items(void) { return nvvm_activemask(); }
INNER Items all_items(void) { return members(); }
INNER Items items_with(Items items, bool predicate) { return nvvm_ballot(items, predicate); }
INNER uint from_item(Items items, uint x, uint item) { return nvvm_shfl_idx(items, x, item, 31); }
INNER uint4 ballot_of(Items items) { return (uint4)(items, 0, 0, 0); }
INNER Items items_of(uint4 ballot) { return ballot.x; }
#include "sub_groups.clh"

INNER uint shuffle_up(uint x, uint by) { return nvvm_shfl_up(members(), x, by, 0); }
#define SHUFFLE_UP_32(T) INNER T shuffle_up(T x, uint by) { return as_##T(shuffle_up(as_uint(x), by)); }
#define SHUFFLE_UP_64(T)                                                                 \
  INNER T shuffle_up(T x, uint by) {                                                     \
    const uint2 parts = as_uint2(x);                                                     \
    return as_##T((uint2)(shuffle_up(parts.x, by), shuffle_up(parts.y, by)));            \
  }
INNER half shuffle_up(half x, uint by) { return as_half((ushort)shuffle_up((uint)as_ushort(x), by)); }
SHUFFLE_UP_32(int)
SHUFFLE_UP_32(float)
SHUFFLE_UP_64(long)
SHUFFLE_UP_64(ulong)
SHUFFLE_UP_64(double)

// Where sub-groups leave something for the others of their work-group, between barriers: 32 values (nvptx_groups.ll).
local void* clc_group_values(void);

INNER uint linear_id(size_t x, size_t y, size_t z) {
  return (uint)((z * get_local_size(1) + y) * get_local_size(0) + x);
}

#define BROADCASTS(T)                                                                    \
  FN T sub_group_broadcast(T x, uint lane) { return from_item(members(), x, lane); }                \
  FN T work_group_broadcast(T value, size_t x, size_t y, size_t z) {                     \
    local T* shared = (local T*)clc_group_values();                                         \
    if (get_local_linear_id() == linear_id(x, y, z)) *shared = value;                    \
    work_group_barrier(CLK_LOCAL_MEM_FENCE);                                             \
    const T result = *shared;                                                            \
    work_group_barrier(CLK_LOCAL_MEM_FENCE);                                             \
    return result;                                                                       \
  }                                                                                      \
  FN T work_group_broadcast(T value, size_t x, size_t y) { return work_group_broadcast(value, x, y, 0); } \
  FN T work_group_broadcast(T value, size_t x) { return work_group_broadcast(value, x, 0, 0); }

// combine: joins the value `own` of each sub-group. *before gets that of the sub-groups before it; returns that of all.
#define REDUCTION(T, NAME, OPERATION, IDENTITY)                                          \
  FN T sub_group_scan_inclusive_##NAME(T x) {                                            \
    for (uint by = 1; by < 32; by *= 2) {                                                \
      const T other = shuffle_up(x, by);                                                 \
      if (laneid() >= by) x = OPERATION(other, x);                                       \
    }                                                                                    \
    return x;                                                                            \
  }                                                                                      \
  FN T sub_group_scan_exclusive_##NAME(T x) {                                            \
    const T other = shuffle_up(sub_group_scan_inclusive_##NAME(x), 1);                   \
    return laneid() == 0 ? IDENTITY : other;                                             \
  }                                                                                      \
  FN T sub_group_reduce_##NAME(T x) {                                                    \
    return from_item(members(), sub_group_scan_inclusive_##NAME(x), get_sub_group_size() - 1);      \
  }                                                                                      \
  INNER T combine_##NAME(T own, T* before) {                                             \
    local T* shared = (local T*)clc_group_values();                                         \
    if (laneid() == 0) shared[get_sub_group_id()] = own;                                 \
    work_group_barrier(CLK_LOCAL_MEM_FENCE);                                             \
    T result = IDENTITY;                                                                 \
    for (uint i = 0; i < get_num_sub_groups(); ++i) {                                    \
      if (i == get_sub_group_id()) *before = result;                                     \
      result = OPERATION(result, shared[i]);                                             \
    }                                                                                    \
    work_group_barrier(CLK_LOCAL_MEM_FENCE);                                             \
    return result;                                                                       \
  }                                                                                      \
  FN T work_group_reduce_##NAME(T x) {                                                   \
    T before;                                                                            \
    return combine_##NAME(sub_group_reduce_##NAME(x), &before);                          \
  }                                                                                      \
  FN T work_group_scan_inclusive_##NAME(T x) {                                           \
    T before;                                                                            \
    x = sub_group_scan_inclusive_##NAME(x);                                              \
    combine_##NAME(from_item(members(), x, get_sub_group_size() - 1), &before);                     \
    return OPERATION(before, x);                                                         \
  }                                                                                      \
  FN T work_group_scan_exclusive_##NAME(T x) {                                           \
    T before;                                                                            \
    x = sub_group_scan_inclusive_##NAME(x);                                              \
    combine_##NAME(from_item(members(), x, get_sub_group_size() - 1), &before);                     \
    const T other = shuffle_up(x, 1);                                                    \
    return laneid() == 0 ? before : OPERATION(before, other);                            \
  }

#define ADD(x, y) ((x) + (y))
#define OF_TYPE(T, MIN, MAX)             \
  BROADCASTS(T)                          \
  REDUCTION(T, add, ADD, (T)0)           \
  REDUCTION(T, min, min, MAX)            \
  REDUCTION(T, max, max, MIN)
OF_TYPE(int, INT_MIN, INT_MAX)
OF_TYPE(uint, 0u, UINT_MAX)
OF_TYPE(long, LONG_MIN, LONG_MAX)
OF_TYPE(ulong, 0ul, ULONG_MAX)
OF_TYPE(float, -INFINITY, INFINITY)
OF_TYPE(half, -INFINITY, INFINITY)
OF_TYPE(double, -(double)INFINITY, (double)INFINITY)

FN int work_group_all(int predicate) { return work_group_reduce_min((int)(predicate != 0)); }
FN int work_group_any(int predicate) { return work_group_reduce_max((int)(predicate != 0)); }
