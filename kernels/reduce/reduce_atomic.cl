// Sums of reduce.cl's range in a single launch: the group that finishes last does what is left. To find out that it is the
// last, a group uses the result of an atomic operation, which not every target can: hence a module of its own.

#include "reduce.clh"

// Orders this item's global accesses before and after it, as seen by every group of the device. OpenCL C 2.0 names
// such a fence. In 1.2 mem_fence() is one by most compilers, but not by NVIDIA's and AMD's.
#if __OPENCL_C_VERSION__ >= 300 && defined(__opencl_c_atomic_scope_device) || \
    __OPENCL_C_VERSION__ >= 200 && __OPENCL_C_VERSION__ < 300
#define DEVICE_FENCE() atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device)
#elif defined(__NVPTX__)
#define DEVICE_FENCE() __nvvm_membar_gl()
#elif defined(__AMDGCN__)
#define DEVICE_FENCE() __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "agent")
#elif defined(__R600__)
#define DEVICE_FENCE()  // neither has a name there
#else
#define DEVICE_FENCE() mem_fence(CLK_GLOBAL_MEM_FENCE)
#endif

// The tree again, but the group that finishes last adds the partial sums. `partial` and `counter` must be 0 at
// the first launch and are 0 again after each.
__kernel void reduce_atomic_last(__global const uint* values, ulong size, __global uint* partial,
                                 __global uint* counter, __global uint* result, __local uint* scratch) {
  __local uint is_last[1];
  const size_t item = get_local_id(0);
  const uint sum = sum_group_blocks(values, size, scratch);
  if (item == 0) {
    atomic_add(&partial[get_group_id(0)], sum);
    DEVICE_FENCE();  // whoever sees the count sees the sum
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (item == 0) {
    is_last[0] = atomic_add(counter, 1u) == get_num_groups(0) - 1;
    DEVICE_FENCE();  // and whoever counts last sees all sums, as the barrier tells the others of its group
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (!is_last[0]) return;

  uint mine = 0;
  // Atomics read what other groups wrote, past any stale cache, and clear it for the next launch.
  for (size_t i = item; i < get_num_groups(0); i += get_local_size(0)) mine += atomic_and(&partial[i], 0u);
  const uint total = sum_group(mine, scratch);
  if (item == 0) {
    *result = total;
    atomic_and(counter, 0u);
  }
}

// A fixed number of groups strides over the range with four loads in flight per item. state[0] collects the sum,
// state[1] counts the groups; both must be 0 at the first launch and are 0 again after each.
__kernel void reduce_fast(__global const uint* values, ulong size, __global uint* state, __global uint* result,
                          __local uint* scratch) {
  __global const uint4* blocks = (__global const uint4*)values;
  const ulong begin = get_global_offset(0);
  const ulong end = begin + size;
  const ulong first = (begin + BLOCK - 1) / BLOCK;  // whole blocks: [first, last)
  const ulong last = max(end / BLOCK, first);
  const ulong stride = get_global_size(0);

  ulong block = first + get_global_id(0) - begin;
  uint4 sums = (uint4)(0);
  for (; block + 3 * stride < last; block += 4 * stride) {
    sums += blocks[block] + blocks[block + stride] + blocks[block + 2 * stride] + blocks[block + 3 * stride];
  }
  for (; block < last; block += stride) sums += blocks[block];
  uint mine = sum_uint4(sums);
  if (get_global_id(0) == begin) {
    mine += sum_elements(values, begin, min(first * BLOCK, end)) + sum_elements(values, last * BLOCK, end);
  }

  const uint sum = sum_group(mine, scratch);
  if (get_local_id(0) == 0) {
    atomic_add(&state[0], sum);
    DEVICE_FENCE();
    if (atomic_add(&state[1], 1u) == get_num_groups(0) - 1) {
      DEVICE_FENCE();
      *result = atomic_and(&state[0], 0u);
      atomic_and(&state[1], 0u);
    }
  }
}
