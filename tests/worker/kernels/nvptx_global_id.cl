// get_global_id(0) = tid + ntid * ctaid + envreg3: with a global offset, and in a split launch, too.
// RUN: -t nvptx:sm_50 -t nvptx:sm_90
// CHECK nvptx: mov\.b32\s+%r\d+, %envreg3;
// CHECK nvptx: %ctaid\.x
// CHECK nvptx: %ntid\.x
// CHECK nvptx: %tid\.x
// CHECK-NOT nvptx: %envreg0
kernel void k(global uint* o) { o[get_global_id(0)] = 1; }
