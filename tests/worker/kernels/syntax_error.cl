// RUN: -t spirv64 -t nvptx:sm_90
// FAIL: ^syntax_error\.cl:7:10: error: use of undeclared identifier 'y'$
// STDERR: ^  o\[0\] = y;$
// STDERR: ^         \^$
// FILE unused.h: x
kernel void k(global int* o) {
  o[0] = y;
}
