// NVIDIA's driver keeps launch parameters in environment registers.
// RUN: -t nvptx:sm_90
// CHECK nvptx: %envreg9
// CHECK nvptx: %envreg0
// CHECK nvptx: %envreg1
// CHECK nvptx: %envreg2
// CHECK nvptx: %envreg3
// CHECK nvptx: %envreg4
// CHECK nvptx: %envreg5
// CHECK nvptx: %envreg6
// CHECK nvptx: %envreg7
// CHECK nvptx: %envreg8
// CHECK-NOT nvptx: %nctaid
// CHECK-NOT nvptx: call
kernel void all(global ulong* o) {
  uint at = 0;
  o[at++] = get_work_dim();
  for (uint d = 0; d < 4; ++d) {
    o[at++] = get_global_id(d);
    o[at++] = get_local_id(d);
    o[at++] = get_group_id(d);
    o[at++] = get_global_size(d);
    o[at++] = get_local_size(d);
    o[at++] = get_num_groups(d);
    o[at++] = get_global_offset(d);
  }
}
