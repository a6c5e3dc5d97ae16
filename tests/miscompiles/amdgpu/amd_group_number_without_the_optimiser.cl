// Without the optimiser a work-group's size was 0 behind a branch that its number was compared in.
// report: llvm 61083
// options: -cl-std=CL1.2
// global: 32
// local: 8
// offset: 0
// argument: results 32
// argument: value 4 0
// expected: 8 8 8 8 8 8 8 8 108 8 8 8 8 8 8 8 208 8 8 8 8 8 8 8 308 8 8 8 8 8 8 8
kernel void entry(global ulong* results, uint unused) {
  const uint group = (uint)get_group_id(0), size = (uint)get_local_size(0);
  uint seen = size;
  if (group >= size) seen = 1000;
  if (get_local_id(0) == 0 && group < get_num_groups(0)) seen += group * 100;
  results[get_global_id(0)] = seen;
}
