// A kernel that kills the compiler costs itself only.
// FILE good.cl: kernel void good(global int* o) { o[0] = 1; }\n
// RUN: crash.cl good.cl -t spirv64:1.2 -t nvptx:sm_90 --keep-going
// EXIT: 5
// STDERR: crash\.cl.*spirv64:1\.2.*signal \d+ \(
// STDERR: crash\.cl.*nvptx:sm_90.*signal \d+ \(
// VARIANTS: good/spirv64:1.2 good/nvptx:sm_90
// MANIFEST: "missing"
// RUN: crash.cl good.cl -t spirv64:1.2
// EXIT: 5
// STDERR: crash\.cl.*spirv64:1\.2
#pragma clang __debug crash
kernel void k(global int* o) { o[0] = 1; }
