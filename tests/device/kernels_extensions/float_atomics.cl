// Atomics of floating point numbers, which SPIR-V has with extensions. Each item adds, takes away, and offers its value as the
// least and the largest, in a place of its own for each; results of local memory follow those of global memory.
#define FLOAT_ATOMICS(T)                                                                              \
  kernel void float_atomics_##T(global const T* in, global atomic_##T* out, int n) {                  \
    local atomic_##T group[4];                                                                        \
    if (get_local_id(0) < 4) atomic_store(&group[get_local_id(0)], (T)0);                             \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                     \
    const T x = in[get_global_id(0)];                                                                 \
    atomic_fetch_add(&out[0], x);                                                                     \
    atomic_fetch_sub_explicit(&out[1], x, memory_order_relaxed);                                      \
    atomic_fetch_min_explicit(&out[2], x, memory_order_acq_rel, memory_scope_device);                 \
    atomic_fetch_max(&out[3], x);                                                                     \
    atomic_fetch_add_explicit(&group[0], x, memory_order_relaxed, memory_scope_work_group);           \
    atomic_fetch_sub(&group[1], x);                                                                   \
    atomic_fetch_min(&group[2], x);                                                                   \
    atomic_fetch_max_explicit(&group[3], x, memory_order_relaxed, memory_scope_work_group);           \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                     \
    if (get_local_id(0) == 0) {                                                                       \
      atomic_fetch_add(&out[4], atomic_load(&group[0]));                                              \
      atomic_fetch_add(&out[5], atomic_load(&group[1]));                                              \
      atomic_fetch_min(&out[6], atomic_load(&group[2]));                                              \
      atomic_fetch_max(&out[7], atomic_load(&group[3]));                                              \
    }                                                                                                 \
  }
FLOAT_ATOMICS(float)
FLOAT_ATOMICS(double)
