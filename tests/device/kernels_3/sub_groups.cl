// Functions of sub-groups. Result j of the item with the linear id i is out[j * n + i].
kernel void layout(global uint* out, int n) {
  const int i = get_global_linear_id();
  out[i] = get_sub_group_id();
  out[n + i] = get_sub_group_local_id();
  out[2 * n + i] = get_sub_group_size();
  out[3 * n + i] = get_num_sub_groups();
  out[4 * n + i] = get_max_sub_group_size();
}

#define SUB_GROUPS(T)                                                       \
  kernel void sub_groups_##T(global const T* in, global T* out, int n) {    \
    const int i = get_global_linear_id();                                   \
    const T x = in[i];                                                      \
    int j = 0;                                                              \
    out[n * j++ + i] = sub_group_reduce_add(x);                             \
    out[n * j++ + i] = sub_group_reduce_min(x);                             \
    out[n * j++ + i] = sub_group_reduce_max(x);                             \
    out[n * j++ + i] = sub_group_scan_inclusive_add(x);                     \
    out[n * j++ + i] = sub_group_scan_inclusive_min(x);                     \
    out[n * j++ + i] = sub_group_scan_inclusive_max(x);                     \
    out[n * j++ + i] = sub_group_scan_exclusive_add(x);                     \
    out[n * j++ + i] = sub_group_scan_exclusive_min(x);                     \
    out[n * j++ + i] = sub_group_scan_exclusive_max(x);                     \
    out[n * j++ + i] = sub_group_broadcast(x, get_sub_group_size() - 1);    \
  }
SUB_GROUPS(int)
SUB_GROUPS(ulong)
SUB_GROUPS(float)

// Items tell one another values through local memory, with no more than a barrier of their sub-group.
kernel void votes(global const int* in, global int* out, int n) {
  local int memory[1024];
  const int i = get_global_linear_id(), l = get_local_linear_id();
  out[i] = sub_group_all(in[i]) != 0;
  out[n + i] = sub_group_any(in[i]) != 0;
  memory[l] = in[i];
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  const int first = l - (int)get_sub_group_local_id(), size = get_sub_group_size();
  out[2 * n + i] = memory[first + size - 1 - (l - first)];
}
