// RUN: -t spirv64 -t nvptx:sm_90
// STDERR: ^warnings\.cl:\d+:\d+: warning: expression result unused \[-Wunused-value\]
// STDERR: ^  o\[1\] \+ 3;$
// RUN: -t spirv64 -t nvptx:sm_90 -w
// RUN: -t spirv64 -t nvptx:sm_90 -Wno-unused-value
// RUN: -t spirv64 -Werror
// FAIL: ^warnings\.cl:\d+:\d+: error: expression result unused \[-W
// STDERR-NOT: warning:
// RUN: -t spirv64 -Werror -w
kernel void k(global int* o) {
  o[1] + 3;
  o[0] = 1;
}
