// The functions of sub-groups in OpenCL C 1.2, which the extension brings along.
// options: -cl-std=CL1.2
// needs: cl_intel_subgroups
// global: 32
// local: 16
// argument: results 32
// argument: input 128
__attribute__((intel_reqd_sub_group_size(16)))

kernel void entry(global ulong* out, global const uint* in) {
  const uint x = in[get_global_id(0)];
  out[get_global_id(0)] = sub_group_reduce_max(x) + (ulong)get_sub_group_size() * get_num_sub_groups() +
                          3ul * sub_group_broadcast(x, 2) + (ulong)sub_group_all((int)(x > 7)) + get_max_sub_group_size();
}
