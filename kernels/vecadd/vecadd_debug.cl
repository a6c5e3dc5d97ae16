// vecadd_2d, and the work-item (1,1) counted from the offset tells how it was launched. It prints, which not every target
// can: hence a module of its own.
kernel void vecadd_2d_debug(global const float* restrict a, global const float* restrict b, global float* restrict c,
                            ulong pitch, ulong x_end, ulong y_end) {
  const size_t x = get_global_id(0);
  const size_t y = get_global_id(1);
  if (x - get_global_offset(0) == 1 && y - get_global_offset(1) == 1) {
    printf("vecadd_2d_debug: global size %u x %u, local size %u x %u, groups %u x %u\n", (uint)get_global_size(0),
           (uint)get_global_size(1), (uint)get_local_size(0), (uint)get_local_size(1), (uint)get_num_groups(0),
           (uint)get_num_groups(1));
    printf("vecadd_2d_debug: item (1,1) has global id (%u,%u), local id (%u,%u), group (%u,%u)\n", (uint)x, (uint)y,
           (uint)get_local_id(0), (uint)get_local_id(1), (uint)get_group_id(0), (uint)get_group_id(1));
  }
  if (x >= x_end || y >= y_end) return;
  const ulong i = y * pitch + x;
  c[i] = a[i] + b[i];
}
