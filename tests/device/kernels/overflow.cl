// Arithmetic that tells whether it overflowed, by the compiler's own functions and by comparing.
#define OVERFLOW(T)                                                                                       \
  kernel void overflow_##T(global const T* a, global const T* b, global T* results, global int* flags,   \
                           int n) {                                                                       \
    const int i = get_global_id(0);                                                                       \
    const T x = a[i], y = b[i];                                                                           \
    T sum, difference, product;                                                                           \
    flags[i] = __builtin_add_overflow(x, y, &sum);                                                        \
    flags[n + i] = __builtin_sub_overflow(x, y, &difference);                                             \
    flags[2 * n + i] = __builtin_mul_overflow(x, y, &product);                                            \
    const T plain = x + y;                                                                                \
    flags[3 * n + i] = plain < x;                                                                         \
    results[i] = sum;                                                                                     \
    results[n + i] = difference;                                                                          \
    results[2 * n + i] = product;                                                                         \
    results[3 * n + i] = plain;                                                                           \
  }

OVERFLOW(uchar)
OVERFLOW(ushort)
OVERFLOW(int)
OVERFLOW(uint)
OVERFLOW(long)
OVERFLOW(ulong)
