// NVIDIA's driver keeps launch parameters in environment registers.
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --implicit-check-not='%%nctaid' --implicit-check-not=call
// CHECK-LABEL: .entry all(
// CHECK: %envreg9
// CHECK: %envreg5
// CHECK: %envreg4
// CHECK: %envreg3
// CHECK: %envreg2
// CHECK: %envreg1
// CHECK: %envreg0
// CHECK: %envreg8
// CHECK: %envreg7
// CHECK: %envreg6
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
