// Adds a row's number to each of its elements.
kernel __attribute__((reqd_work_group_size(16, 4, 1))) void ids(global uint* a, uint width) {
  // HOLE: The launch has two dimensions.
  const uint i = get_global_id(1) * width + get_global_id(0);
  a[i] += i / width;
}
