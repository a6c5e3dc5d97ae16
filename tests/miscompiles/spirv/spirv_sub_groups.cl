// Built without the optimiser, sub-groups had one work-item each on Intel's driver for CPUs, and their functions no sense.
// report: none: found by hand-written kernels
// targets: spirv amdgcn
// options: -cl-std=CL3.0
// global: 96
// local: 48
// offset: 0
// argument: results 96
// argument: local 16384
// expected: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void entry(global ulong* results, local uint* values) {
  const uint own = get_local_id(0) * 7 % 48 + 1, index = get_sub_group_local_id(), size = get_sub_group_size();
  local uint* all = values + get_sub_group_id() * 64;
  all[index] = own;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = 0, before = 0, largest = 0;
  for (uint i = 0; i < size; ++i) {
    sum += all[i], largest = max(largest, all[i]);
    if (i < index) before += all[i];
  }
  results[get_global_id(0)] = (sub_group_reduce_add(own) != sum) + (sub_group_scan_exclusive_add(own) != before) * 2 +
                              (sub_group_reduce_max(own) != largest) * 4 + (sub_group_broadcast(own, 0) != all[0]) * 8 +
                              (sub_group_scan_inclusive_add(own) != before + own) * 16;
}
