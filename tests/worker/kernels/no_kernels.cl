// Allowed, but hardly meant.
// RUN: -t spirv64 -t nvptx:sm_90
// STDERR: ^no_kernels\.cl:1:1: warning: no kernels
// RUN: -t spirv64 -t nvptx:sm_90 -w
int helper(int x) { return x + 1; }
