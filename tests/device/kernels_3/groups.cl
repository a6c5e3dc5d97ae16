#include "groups.clh"
GROUPS(int)
GROUPS(uint)
GROUPS(long)
GROUPS(ulong)
GROUPS(float)

kernel void votes(global const int* in, global int* out, int n) {
  const int i = get_global_linear_id();
  out[i] = work_group_all(in[i]) != 0;
  out[n + i] = work_group_any(in[i]) != 0;
}
