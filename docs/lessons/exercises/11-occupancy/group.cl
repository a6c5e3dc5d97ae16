// HOLE: Choose a size at which eight groups fill the unit, and none is too large for the chip.
#define GROUP 32
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void group(global uint* a) {
  a[get_global_id(0)] += get_local_size(0) >= 64;
}
