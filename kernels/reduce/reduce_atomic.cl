// Sums of reduce.cl's range in a single launch: the group that finishes last does what is left. To find out that it is the
// last, a group uses the result of an atomic operation, which not every target can: hence a module of its own.

#include "reduce.clh"
#include "device_fence.clh"

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

// One item adds for each group, and the group that counts last adds the groups' sums, as a text has it. The text's fence stands
// after the count, where it does not order the sum before the count, and may be left out, it says; here it is. So the last group
// may read sums that are not there yet, unless FENCE_BEFORE_COUNT is defined. `partial` must be 0 before, so that what was
// missed is known. `counter` must be 0 at the first launch and is 0 again after each.
__kernel void reduce_tutorial_no_fence(__global const uint* values, ulong size, __global uint* partial,
                                       __global uint* counter, __global uint* result, __local uint* scratch) {
  const ulong i = get_global_id(0);
  scratch[get_local_id(0)] = i < get_global_offset(0) + size ? values[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) != 0) return;
  uint sum = 0;
  for (size_t k = 0; k < get_local_size(0); ++k) sum += scratch[k];
  partial[get_group_id(0)] = sum;
#ifdef FENCE_BEFORE_COUNT
  mem_fence(CLK_GLOBAL_MEM_FENCE);
#endif
  if (atomic_inc(counter) != get_num_groups(0) - 1) return;
  uint total = 0;
  for (size_t group = 0; group < get_num_groups(0); ++group) total += partial[group];
  *result = total;
  *counter = 0;
}

// The sum of this item's elements: a fixed number of groups strides over the range with four loads in flight per item.
static uint sum_strides(__global const uint* values, ulong size) {
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
  return mine;
}

// state[0] collects the sum, state[1] counts the groups; both must be 0 at the first launch and are 0 again after each.
__kernel void reduce_fast(__global const uint* values, ulong size, __global uint* state, __global uint* result,
                          __local uint* scratch) {
  const uint sum = sum_group(sum_strides(values, size), scratch);
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

#if defined(cl_khr_int64_base_atomics) && (defined(__NVPTX__) || defined(__AMDGCN__))
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

// As sum_group; a wave adds up what its items have without local memory, where the chip can.
#if defined(__NVPTX__) && __CUDA_ARCH__ >= 700
static uint sum_wave(uint mine) {
#if __CUDA_ARCH__ >= 800
  return __nvvm_redux_sync_add(mine, ~0u);
#else
  for (uint distance = 16; distance > 0; distance /= 2) mine += __nvvm_shfl_sync_down_i32(~0u, mine, distance, 31);
  return mine;
#endif
}

static uint sum_group_by_waves(uint mine, __local uint* scratch) {
  const uint item = get_local_id(0), waves = get_local_size(0) / 32;
  mine = sum_wave(mine);
  if (item % 32 == 0) scratch[item / 32] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item < 32) mine = sum_wave(item < waves ? scratch[item] : 0);
  return mine;
}
#else
static uint sum_group_by_waves(uint mine, __local uint* scratch) { return sum_group(mine, scratch); }
#endif

// As reduce_fast. `state` collects the sum in its upper half and counts the groups in its lower half, with one atomic
// operation a group; it must be 0 at the first launch and is 0 again after each. A group is whole waves.
__kernel void reduce_packed(__global const uint* values, ulong size, __global ulong* state, __global uint* result,
                            __local uint* scratch) {
  const uint sum = sum_group_by_waves(sum_strides(values, size), scratch);
  if (get_local_id(0) != 0) return;
  if (get_num_groups(0) == 1) {
    *result = sum;
    return;
  }
  const ulong before = atom_add(state, (ulong)sum << 32 | 1);
  if ((uint)before == get_num_groups(0) - 1) {
    *result = sum + (uint)(before >> 32);
    *state = 0;
  }
}
#endif

#if !defined(__NVPTX__) && !defined(__AMDGCN__) && !defined(__R600__)
// CPUs: item i adds `chunk` elements in a row, in vectors of the machine, and shares nothing. partial[i] = its sum; the host
// adds those.
kernel void reduce_chunks(global const uint* values, ulong size, ulong chunk, global uint* partial) {
  const ulong item = get_global_id(0) - get_global_offset(0);
  const ulong end = get_global_offset(0) + min((item + 1) * chunk, size);
  ulong i = get_global_offset(0) + item * chunk;
  uint16 a = 0, b = 0, c = 0, d = 0;
  for (; i + 64 <= end; i += 64) {
    a += vload16(0, values + i);
    b += vload16(1, values + i);
    c += vload16(2, values + i);
    d += vload16(3, values + i);
  }
  const uint16 sums = a + b + (c + d);
  const uint8 eight = sums.lo + sums.hi;
  partial[item] = sum_uint4(eight.lo + eight.hi) + sum_elements(values, i, end);
}
#endif
