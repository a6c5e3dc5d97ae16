#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

#define KERNELS(T)                                                                                     \
  kernel void global_##T(volatile global T* p) {                                                       \
    const T i = get_global_id(0);                                                                      \
    atom_add(&p[0], i << 32 | i);                                                                      \
    atom_sub(&p[1], i << 33);                                                                          \
    atom_inc(&p[2]);                                                                                   \
    atom_dec(&p[3]);                                                                                   \
    for (T seen = p[4], old; (old = atom_cmpxchg(&p[4], seen, seen + ((T)5 << 31))) != seen;) seen = old; \
    atom_xchg(&p[5], i | (T)1 << 40);                                                                  \
  }
KERNELS(long)
KERNELS(ulong)
