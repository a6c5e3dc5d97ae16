// Atomics with an order and a scope, which are of the host's whole system too. Cell 13 is a flag.
#define CHANGE_CELLS(NAME, SCOPE)                                                                              \
  kernel __attribute__((reqd_work_group_size(64, 1, 1))) void NAME(                                            \
      volatile global atomic_int* cells, volatile global atomic_uint* bounds, volatile global atomic_float* f) { \
    local atomic_int counted, other;                                                                           \
    const int i = get_global_id(0);                                                                            \
    if (get_local_id(0) == 0) {                                                                                \
      atomic_init(&counted, 0);                                                                                \
      atomic_init(&other, 0);                                                                                  \
    }                                                                                                          \
    work_group_barrier(CLK_LOCAL_MEM_FENCE);                                                                   \
    atomic_fetch_add_explicit(cells, 1, memory_order_relaxed, SCOPE);                                          \
    atomic_fetch_sub_explicit(cells + 1, 1, memory_order_acquire, SCOPE);                                      \
    atomic_fetch_or_explicit(cells + 2, 1 << (i % 31), memory_order_release, SCOPE);                           \
    atomic_fetch_xor_explicit(cells + 3, i, memory_order_acq_rel, SCOPE);                                      \
    atomic_fetch_and_explicit(cells + 4, ~(1 << (i % 31)), memory_order_seq_cst, SCOPE);                       \
    atomic_fetch_min_explicit(cells + 5, -i, memory_order_acq_rel, SCOPE);                                     \
    atomic_fetch_max_explicit(cells + 6, i, memory_order_acq_rel, SCOPE);                                      \
    atomic_fetch_min_explicit(bounds, 4000000000u - i, memory_order_acq_rel, SCOPE);                           \
    atomic_fetch_max_explicit(bounds + 1, 4000000000u + i, memory_order_acq_rel, SCOPE);                       \
    int seen = atomic_load_explicit(cells + 7, memory_order_acquire, SCOPE);                                   \
    while (!atomic_compare_exchange_weak_explicit(cells + 7, &seen, seen + 2, memory_order_acq_rel,            \
                                                  memory_order_acquire, SCOPE)) {                              \
    }                                                                                                          \
    const int before = atomic_exchange_explicit(cells + 8, i, memory_order_acq_rel, SCOPE);                    \
    atomic_fetch_add(cells + 9, before);                                                                       \
    float sum = atomic_load(f);                                                                                \
    while (!atomic_compare_exchange_strong(f, &sum, sum + 1)) {                                                \
    }                                                                                                          \
    atomic_fetch_add_explicit(&counted, 1, memory_order_relaxed, memory_scope_work_group);                     \
    if (i & 1) atomic_fetch_add_explicit(&other, 1, memory_order_acq_rel, SCOPE);                              \
    work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_scope_device);                       \
    if (get_local_id(0) == 0) {                                                                                \
      atomic_fetch_add(cells + 10, atomic_load(&counted));                                                     \
      atomic_fetch_add(cells + 11, atomic_load(&other));                                                       \
    }                                                                                                          \
    if (!atomic_flag_test_and_set((volatile global atomic_flag*)(cells + 13))) atomic_store(cells + 12, 77);   \
  }
CHANGE_CELLS(device_scope, memory_scope_device)
CHANGE_CELLS(system_scope, memory_scope_all_svm_devices)
