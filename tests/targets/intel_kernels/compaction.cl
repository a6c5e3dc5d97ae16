// Places of what is above a bound, in order, by a scan.
// options: -cl-std=CL2.0
// needs: cl_intel_subgroups
// global: 32
// local: 16
// argument: results 32
// argument: input 32
__attribute__((intel_reqd_sub_group_size(16)))

kernel void entry(global ulong* out, global const uchar* in) {
  const uchar x = in[get_global_id(0)];
  const int wanted = x > 100;
  const uint first = 16 * get_group_id(0);
  out[get_global_id(0)] = 1000;
  barrier(CLK_GLOBAL_MEM_FENCE);
  const int at = sub_group_scan_exclusive_add(wanted);
  if (wanted) out[first + at] = x;
}
