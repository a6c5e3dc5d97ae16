// RUN: %clc compile %s -t spirv64:1.2 -t nvptx:sm_90 -cl-std=CLC++2021 -o - | %valid
// RUN: %clc compile %s -t spirv64:1.2 -t nvptx:sm_90 -cl-std=clc++ -o - | %valid
// RUN: %clc compile %s -t spirv64:1.2 -t nvptx:sm_90 -x clcpp -o - | %valid
// RUN: not %clc compile %s -t spirv64:1.2 -o %t.clcpack 2>&1 | FileCheck %s
// CHECK: error: {{.*}}template
#if defined(__OPENCL_CPP_VERSION__) && !defined(__cplusplus)
#error neither one nor the other
#endif
template <class T> T twice(T x) { return x + x; }
kernel void k(global int* o) { o[0] = twice(o[1]); }
