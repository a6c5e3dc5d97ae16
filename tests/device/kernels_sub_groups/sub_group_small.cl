// Functions that all items reach, of types smaller than int.
#include "sub_group_extensions.clh"
#define SMALL(T)                                                                                                \
  kernel void small_##T(global const T* in, global const int* is_here, global T* out, global uint* layout, int n) { \
    const int i = get_global_linear_id();                                                                       \
    report(layout, i, n);                                                                                       \
    const T x = in[i];                                                                                          \
    int j = 0;                                                                                                  \
    out[n * j++ + i] = sub_group_reduce_add(x);                                                                 \
    out[n * j++ + i] = sub_group_scan_inclusive_add(x);                                                         \
    out[n * j++ + i] = sub_group_scan_exclusive_add(x);                                                         \
    out[n * j++ + i] = sub_group_reduce_min(x);                                                                 \
    out[n * j++ + i] = sub_group_scan_inclusive_min(x);                                                         \
    out[n * j++ + i] = sub_group_scan_exclusive_min(x);                                                         \
    out[n * j++ + i] = sub_group_reduce_max(x);                                                                 \
    out[n * j++ + i] = sub_group_scan_inclusive_max(x);                                                         \
    out[n * j++ + i] = sub_group_scan_exclusive_max(x);                                                         \
    out[n * j++ + i] = sub_group_broadcast(x, 0);                                                               \
  }
SMALL(char)
SMALL(uchar)
SMALL(short)
SMALL(ushort)
