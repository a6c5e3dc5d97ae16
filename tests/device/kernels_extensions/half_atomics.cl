// Atomics of half, of which two lie in one word. Each item adds, takes away, and offers its value as the least and the
// largest, in a place of its own for each; results of local memory follow those of global memory. Last, each item
// exchanges its number for the one that is there.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

kernel void half_atomics(global const half* in, global atomic_half* out, global half* tickets) {
  local atomic_half group[4];
  if (get_local_id(0) < 4) atomic_store(&group[get_local_id(0)], 0.0h);
  barrier(CLK_LOCAL_MEM_FENCE);
  const half x = in[get_global_id(0)];
  atomic_fetch_add(&out[0], x);
  atomic_fetch_sub_explicit(&out[1], x, memory_order_relaxed);
  atomic_fetch_min_explicit(&out[2], x, memory_order_acq_rel, memory_scope_device);
  atomic_fetch_max(&out[3], x);
  atomic_fetch_add_explicit(&group[0], x, memory_order_relaxed, memory_scope_work_group);
  atomic_fetch_sub(&group[1], x);
  atomic_fetch_min(&group[2], x);
  atomic_fetch_max_explicit(&group[3], x, memory_order_relaxed, memory_scope_work_group);
  tickets[get_global_id(0)] = atomic_exchange(&out[8], (half)get_global_id(0));
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    atomic_fetch_add(&out[4], atomic_load(&group[0]));
    atomic_fetch_add(&out[5], atomic_load_explicit(&group[1], memory_order_relaxed));
    atomic_fetch_min(&out[6], atomic_load(&group[2]));
    atomic_fetch_max(&out[7], atomic_load_explicit(&group[3], memory_order_acquire, memory_scope_work_group));
  }
}

// Through pointers that may point into either memory.
kernel void generic_half_atomics(global atomic_half* out) {
  local atomic_half group[2];
  atomic_half* const p = get_local_id(0) == 0 ? (atomic_half*)out : (atomic_half*)&group[1];
  atomic_store_explicit(p, 5.0h, memory_order_relaxed);
  atomic_store_explicit(p + 1 - get_local_id(0), 4.0h, memory_order_release, memory_scope_device);
  atomic_fetch_add(p, 0.5h);
  atomic_fetch_max(p, atomic_exchange(p, 3.0h));
  if (get_local_id(0) == 1) atomic_store(&out[2], atomic_load(p));
}
