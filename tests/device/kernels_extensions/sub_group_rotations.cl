#include "../kernels_sub_groups/sub_group_extensions.clh"
#define ROTATIONS(T)                                                                                                \
  kernel void rotations_##T(global const T* in, global const int* is_here, global T* out, global uint* layout, int n) { \
    const int i = get_global_linear_id();                                                                           \
    report(layout, i, n);                                                                                           \
    if (is_here[i]) {                                                                                               \
      out[i] = sub_group_rotate(in[i], 1);                                                                          \
      out[n + i] = sub_group_rotate(in[i], 3);                                                                      \
      out[2 * n + i] = sub_group_clustered_rotate(in[i], 1, 4);                                                     \
      out[3 * n + i] = sub_group_clustered_rotate(in[i], 3, 2);                                                     \
    }                                                                                                               \
  }
ROTATIONS(char)
ROTATIONS(ushort)
ROTATIONS(int)
ROTATIONS(float)
ROTATIONS(ulong)
