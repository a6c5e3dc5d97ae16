// Softmax as OpenVINO's: maximum and sum over a sub-group, then over the group.
// options: -cl-std=CL2.0
// needs: cl_intel_subgroups
// global: 64
// local: 64
// argument: near 1 8
// argument: input 64
// argument: local 64
__attribute__((intel_reqd_sub_group_size(16)))

kernel void entry(global float* out, global const char* in, local float* partial) {
  const uint i = get_local_id(0);
  const float x = in[i] / 32.0f;
  const float top_of_sub_group = sub_group_reduce_max(x);
  if (get_sub_group_local_id() == 0) partial[get_sub_group_id()] = top_of_sub_group;
  barrier(CLK_LOCAL_MEM_FENCE);
  const float top = fmax(fmax(partial[0], partial[1]), fmax(partial[2], partial[3]));
  barrier(CLK_LOCAL_MEM_FENCE);
  const float e = exp(x - top), sum_of_sub_group = sub_group_reduce_add(e);
  if (get_sub_group_local_id() == 0) partial[get_sub_group_id()] = sum_of_sub_group;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = e / (partial[0] + partial[1] + partial[2] + partial[3]);
}
