// Groups pass messages through global memory, and wait for each other: what shows whether fences, waits and scopes
// reach from one compute unit to another.

// Pairs of groups. The first of each writes a box for each round and raises a flag; the other one has the lines of the
// box in its caches before, waits for the flag, and copies the box. `boxes` has two numbers for each item: the second
// is never written.
kernel void messages(global uint* boxes, global atomic_uint* flags, global uint* out, uint rounds) {
  const uint item = get_local_id(0), size = get_local_size(0), pair = get_group_id(0) / 2;
  for (uint round = 0; round < rounds; ++round) {
    const uint slot = pair * rounds + round;
    global uint* box = boxes + slot * size * 2;
    if (get_group_id(0) % 2 == 0) {
      box[2 * item] = slot * size + item + 1;
      barrier(CLK_GLOBAL_MEM_FENCE);
      if (item == 0) atomic_store_explicit(&flags[slot], 1, memory_order_release, memory_scope_device);
    } else {
      const uint before = box[2 * item + 1];
      barrier(CLK_GLOBAL_MEM_FENCE);
      if (item == 0) {
        while (atomic_load_explicit(&flags[slot], memory_order_acquire, memory_scope_device) == 0) {
        }
      }
      barrier(CLK_GLOBAL_MEM_FENCE);
      out[slot * size + item] = box[2 * item] + before;
    }
  }
}

// Every item counts once, under a lock that another group may hold.
kernel void locked(global atomic_uint* lock, global uint* count, global uint* history) {
  if (get_local_id(0) != 0) return;
  for (;;) {
    uint expected = 0;
    if (atomic_compare_exchange_strong_explicit(lock, &expected, 1, memory_order_acquire, memory_order_relaxed,
                                                memory_scope_device)) {
      break;
    }
  }
  history[*count] = get_group_id(0) + 1;
  *count += 1;
  atomic_store_explicit(lock, 0, memory_order_release, memory_scope_device);
}

// Neighbours within a group, through local memory and a barrier.
kernel void rotated(global const uint* in, global uint* out, local uint* box) {
  const uint item = get_local_id(0), size = get_local_size(0);
  box[item] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = box[(item + 33) % size];
}

// The same through global memory.
kernel void rotated_globally(global const uint* in, global uint* box, global uint* out) {
  const uint item = get_local_id(0), size = get_local_size(0), first = get_group_id(0) * size;
  const uint before = box[first + (item + 33) % size];
  barrier(CLK_GLOBAL_MEM_FENCE);
  box[first + item] = in[get_global_id(0)];
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(0)] = box[first + (item + 33) % size] + before;
}

// Values of hidden arguments.
kernel void asks(global ulong* out) {
  const size_t at = ((get_global_id(2) - get_global_offset(2)) * get_global_size(1) + get_global_id(1) -
                     get_global_offset(1)) * get_global_size(0) + get_global_id(0) - get_global_offset(0);
  out[at] = get_global_size(0) + 100 * get_local_size(1) + 10000 * get_num_groups(2) + 1000000 * get_global_offset(1) +
            100000000 * get_work_dim();
}

// Work for the counters: all lanes meet in one bank, each has a line of its own, and a branch divides waves.
kernel void strided(global ulong* out, local uint* box) {
  const uint item = get_local_id(0), size = get_local_size(0);
  box[item * 32] = item;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0) * 8] = box[(size - 1 - item) * 32];
  if (item < 40) out[get_global_id(0) * 8 + 1] = item;
}

// Groups that read or replace what they have changed by operations whose results nobody wants.
kernel void added(global atomic_uint* sums, global uint* out) {
  global const uint* sum = (global const uint*)&sums[get_group_id(0)];
  atomic_fetch_add_explicit(&sums[get_group_id(0)], 1, memory_order_relaxed, memory_scope_device);
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(0)] = *sum;
}

kernel void replaced(global atomic_uint* sums) {
  global uint* sum = (global uint*)&sums[get_group_id(0)];
  atomic_fetch_add_explicit(&sums[get_group_id(0)], 1, memory_order_relaxed, memory_scope_device);
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == 0) *sum = 5;
}

// Local memory that nobody has set: it follows from the seed alone.
kernel void unset(global uint* out, local uint* box) {
  out[get_global_id(0)] = box[get_local_id(0)];
}

// Two halves at once, in global and in local memory: what is there before (odd items) and the sums.
#if defined __gfx942__ || defined __gfx1200__
typedef _Float16 __attribute__((ext_vector_type(2))) Halves;
typedef short __attribute__((ext_vector_type(2))) BrainHalves;
kernel void halves(global uint* sums, global uint* seen) {
  local uint box;
  if (get_local_id(0) == 0) box = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const Halves one = {1, 0.5f16};
  __builtin_amdgcn_global_atomic_fadd_v2f16((global Halves*)sums, one);
  __builtin_amdgcn_global_atomic_fadd_v2bf16((global BrainHalves*)(sums + 1), (BrainHalves)(0x3f80, 0x4000));
  if (get_local_id(0) % 2 == 1) {
    const Halves before = __builtin_amdgcn_ds_atomic_fadd_v2f16((local Halves*)&box, one);
    seen[get_global_id(0)] = (uint)(float)before.x;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) seen[get_global_id(0)] = box;
}
#endif
