// `kernel` before what is no function is an error for every target; Clang 22 crashes on it for NVIDIA.
// FILE global.cl: kernel int x;\n
// FILE pointer.cl: kernel void (*f)(int);\n
// FILE type.cl: typedef kernel int T;\n
// FILE member.cl: struct S { kernel int x; };\n
// FILE crash.cl: #pragma clang __debug crash\n
// RUN: global.cl -t nvptx:sm_50 -t nvptx:sm_90 -t spirv64:1.2 -t amdgcn:gfx90a
// FAIL: global\.cl:1:1: error: 'kernel' attribute only applies to functions
// STDERR-NOT: crashed
// RUN: pointer.cl -t nvptx:sm_90
// FAIL: pointer\.cl:1:1: error: 'kernel' attribute only applies to functions
// RUN: type.cl -t nvptx:sm_90
// FAIL: type\.cl:1:\d+: error:
// RUN: member.cl -t nvptx:sm_90
// FAIL: member\.cl:1:\d+: error:
// RUN: crash.cl -t nvptx:sm_90
// EXIT: 5
// STDERR: crash\.cl.*nvptx:sm_90.*signal \d+ \(
typedef int none;
