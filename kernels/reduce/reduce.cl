// Sum of `size` uint values, modulo 2^32. The range begins at element get_global_offset(0) of `values`.
//
// Kernels that load uint4 cut memory into aligned blocks (block b holds the elements 4b … 4b+3), so that the
// range may begin and end anywhere; of a block that sticks out only the elements inside are read.
//
// Group sizes are powers of two, with one uint of `scratch` per item.

#define BLOCK 4u

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

static uint sum_elements(__global const uint* values, ulong begin, ulong end) {
  uint sum = 0;
  for (ulong i = begin; i < end; ++i) sum += values[i];
  return sum;
}

static uint sum_uint4(uint4 v) { return v.x + v.y + v.z + v.w; }

// What block `block` contributes to the sum of [begin, end).
static uint sum_block(__global const uint* values, ulong block, ulong begin, ulong end) {
  const ulong first = block * BLOCK;
  if (first >= begin && first + BLOCK <= end) return sum_uint4(((__global const uint4*)values)[block]);
  return sum_elements(values, max(first, begin), min(first + BLOCK, end));
}

// The sum of `mine` over the group, for item 0. `scratch` may be used again after a barrier.
static uint sum_group(uint mine, __local uint* scratch) {
  const size_t item = get_local_id(0);
  scratch[item] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t stride = get_local_size(0) / 2; stride > 0; stride /= 2) {
    if (item < stride) scratch[item] += scratch[item + stride];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return scratch[0];
}

// Each item adds two uint4: neighbours in the group load neighbouring blocks.
static uint sum_group_blocks(__global const uint* values, ulong size, __local uint* scratch) {
  const ulong begin = get_global_offset(0);
  const ulong end = begin + size;
  const ulong block = begin / BLOCK + (ulong)get_group_id(0) * get_local_size(0) * 2 + get_local_id(0);
  const uint mine = sum_block(values, block, begin, end) + sum_block(values, block + get_local_size(0), begin, end);
  return sum_group(mine, scratch);
}

// partial[group] = the group's sum; the host adds those.
__kernel void reduce_tree_uint4(__global const uint* values, ulong size, __global uint* partial,
                                __local uint* scratch) {
  const uint sum = sum_group_blocks(values, size, scratch);
  if (get_local_id(0) == 0) partial[get_group_id(0)] = sum;
}

// All of the group's scratch, added by one item.
static uint sum_scratch(__local const uint* scratch) {
  uint sum = 0;
  for (size_t i = 0; i < get_local_size(0); ++i) sum += scratch[i];
  return sum;
}

// One element per item, all added by item 0.
__kernel void reduce_serial(__global const uint* values, ulong size, __global uint* partial, __local uint* scratch) {
  const ulong i = get_global_id(0);
  scratch[get_local_id(0)] = i < get_global_offset(0) + size ? values[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) partial[get_group_id(0)] = sum_scratch(scratch);
}

// The second pass: one group adds the `count` sums of the first.
__kernel void reduce_serial_finish(__global const uint* partial, ulong count, __global uint* result,
                                   __local uint* scratch) {
  uint mine = 0;
  for (ulong i = get_local_id(0); i < count; i += get_local_size(0)) mine += partial[i];
  scratch[get_local_id(0)] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) *result = sum_scratch(scratch);
}

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
