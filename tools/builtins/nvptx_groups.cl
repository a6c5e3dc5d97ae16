// Functions of sub-groups and work-groups, for sm_70 and later. A sub-group is a warp: 32 work-items that follow one
// another in get_local_linear_id(); the last one of a work-group may have fewer.

#include "nvptx_chip.clh"

#define FN __attribute__((overloadable, always_inline, convergent))
#define INNER static __attribute__((overloadable, always_inline, convergent))

uint laneid(void) __asm("llvm.nvvm.read.ptx.sreg.laneid");
uint nvvm_shfl_up(uint members, uint x, uint by, uint clamp) __asm("llvm.nvvm.shfl.sync.up.i32");
uint nvvm_shfl_down(uint members, uint x, uint by, uint clamp) __asm("llvm.nvvm.shfl.sync.down.i32");
uint nvvm_shfl_idx(uint members, uint x, uint lane, uint clamp) __asm("llvm.nvvm.shfl.sync.idx.i32");
uint nvvm_ballot(uint members, bool predicate) __asm("llvm.nvvm.vote.ballot.sync");
bool nvvm_all(uint members, bool predicate) __asm("llvm.nvvm.vote.all.sync");
bool nvvm_any(uint members, bool predicate) __asm("llvm.nvvm.vote.any.sync");
bool nvvm_group_all(uint barrier, bool predicate) __asm("llvm.nvvm.barrier.cta.red.and.aligned.all");
bool nvvm_group_any(uint barrier, bool predicate) __asm("llvm.nvvm.barrier.cta.red.or.aligned.all");
uint nvvm_activemask(void) __asm("llvm.nvvm.activemask");
void nvvm_bar_warp(uint members) __asm("llvm.nvvm.bar.warp.sync");

INNER uint group_size(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }

FN uint get_max_sub_group_size(void) { return min(group_size(), 32u); }
FN uint get_num_sub_groups(void) { return (group_size() + 31) / 32; }
FN uint get_enqueued_num_sub_groups(void) { return get_num_sub_groups(); }
FN uint get_sub_group_id(void) { return (uint)get_local_linear_id() / 32; }
FN uint get_sub_group_local_id(void) { return laneid(); }
FN uint get_sub_group_size(void) { return min(group_size() - get_sub_group_id() * 32, 32u); }

// The lanes that are waited for. Those that a work-group's last warp lacks count as having left, and nobody waits for
// them; a constant of all lanes spares the instructions that gather a warp by a mask.
#define LANES 0xffffffffu

FN void sub_group_barrier(cl_mem_fence_flags flags) { nvvm_bar_warp(LANES); }
FN void sub_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
  if (scope != memory_scope_work_item && scope != memory_scope_sub_group) {
    atomic_work_item_fence(flags, memory_order_acq_rel, scope);
  }
  nvvm_bar_warp(LANES);
}

FN int sub_group_all(int predicate) { return nvvm_all(LANES, predicate != 0); }
FN int sub_group_any(int predicate) { return nvvm_any(LANES, predicate != 0); }

typedef uint Items;
#define K_MOST_ITEMS 32
INNER Items active_items(void) { return nvvm_activemask(); }
INNER Items all_items(void) { return nvvm_ballot(LANES, true); }
INNER Items items_with(Items items, bool predicate) { return nvvm_ballot(items, predicate); }
INNER uint from_item(Items items, uint x, uint item) { return nvvm_shfl_idx(items, x, item, 31); }
INNER uint4 ballot_of(Items items) { return (uint4)(items, 0, 0, 0); }
INNER Items items_of(uint4 ballot) { return ballot.x; }
#include "sub_groups.clh"

INNER uint last_lane(void) { return last_of(all_items()); }
INNER uint shuffle_up(uint x, uint by) { return nvvm_shfl_up(LANES, x, by, 0); }
INNER uint shuffle_down(uint x, uint by) { return nvvm_shfl_down(LANES, x, by, 31); }
#define SHUFFLE_32(NAME, T) INNER T NAME(T x, uint by) { return as_##T(NAME(as_uint(x), by)); }
#define SHUFFLE_64(NAME, T)                                                              \
  INNER T NAME(T x, uint by) {                                                           \
    const uint2 parts = as_uint2(x);                                                     \
    return as_##T((uint2)(NAME(parts.x, by), NAME(parts.y, by)));                        \
  }
#define SHUFFLES(NAME)                                                                   \
  SHUFFLE_32(NAME, int) SHUFFLE_32(NAME, float) SHUFFLE_64(NAME, long) SHUFFLE_64(NAME, ulong) SHUFFLE_64(NAME, double) \
  INNER half NAME(half x, uint by) { return as_half((ushort)NAME((uint)as_ushort(x), by)); }
SHUFFLES(shuffle_up)
SHUFFLES(shuffle_down)

// From sm_80 on, one instruction reduces 32-bit integers.
#define HAS_REDUX IS_CHIP_FROM(80)
#define REDUX(T, NAME, INSTRUCTION)                                                      \
  __attribute__((overloadable, convergent)) T nvvm_redux_##NAME(T x, uint members) __asm("llvm.nvvm.redux.sync." #INSTRUCTION);
REDUX(int, add, add) REDUX(int, min, min) REDUX(int, max, max) REDUX(uint, add, add) REDUX(uint, min, umin)
REDUX(uint, max, umax)

// Where sub-groups leave something for the others of their work-group, between barriers: 32 values (nvptx_groups.ll).
local void* clc_group_values(void);

INNER uint linear_id(size_t x, size_t y, size_t z) {
  return (uint)((z * get_local_size(1) + y) * get_local_size(0) + x);
}

#define BROADCASTS(T)                                                                    \
  FN T sub_group_broadcast(T x, uint lane) { return from_item(LANES, x, lane); }                    \
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
#define REDUCTION(T, NAME, OPERATION, IDENTITY, REDUCE)                                   \
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
  INNER T tree_##NAME(T x) {                                                             \
    const uint last = last_lane();                                                       \
    for (uint by = 16; by > 0; by /= 2) {                                                \
      const T other = shuffle_down(x, by);                                               \
      if (laneid() + by <= last) x = OPERATION(x, other);                                \
    }                                                                                    \
    return from_item(LANES, x, 0);                                                       \
  }                                                                                      \
  FN T sub_group_reduce_##NAME(T x) { return REDUCE(T, NAME, x); }                       \
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
    combine_##NAME(from_item(LANES, x, last_lane()), &before);                     \
    return OPERATION(before, x);                                                         \
  }                                                                                      \
  FN T work_group_scan_exclusive_##NAME(T x) {                                           \
    T before;                                                                            \
    x = sub_group_scan_inclusive_##NAME(x);                                              \
    combine_##NAME(from_item(LANES, x, last_lane()), &before);                     \
    const T other = shuffle_up(x, 1);                                                    \
    return laneid() == 0 ? before : OPERATION(before, other);                            \
  }

#define BY_TREE(T, NAME, x) tree_##NAME(x)
#define BY_INSTRUCTION(T, NAME, x) (HAS_REDUX ? nvvm_redux_##NAME(x, LANES) : tree_##NAME(x))
#define ADD(x, y) ((x) + (y))
#define OF_TYPE(T, MIN, MAX, REDUCE)     \
  BROADCASTS(T)                          \
  REDUCTION(T, add, ADD, (T)0, REDUCE)   \
  REDUCTION(T, min, min, MAX, REDUCE)    \
  REDUCTION(T, max, max, MIN, REDUCE)
OF_TYPE(int, INT_MIN, INT_MAX, BY_INSTRUCTION) OF_TYPE(uint, 0u, UINT_MAX, BY_INSTRUCTION)
OF_TYPE(long, LONG_MIN, LONG_MAX, BY_TREE) OF_TYPE(ulong, 0ul, ULONG_MAX, BY_TREE)
OF_TYPE(float, -INFINITY, INFINITY, BY_TREE) OF_TYPE(half, -INFINITY, INFINITY, BY_TREE)
OF_TYPE(double, -(double)INFINITY, (double)INFINITY, BY_TREE)

FN int work_group_all(int predicate) { return nvvm_group_all(0, predicate != 0); }
FN int work_group_any(int predicate) { return nvvm_group_any(0, predicate != 0); }
