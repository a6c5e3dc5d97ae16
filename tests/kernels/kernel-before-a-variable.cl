// RUN: rm -rf %t && split-file %s %t
// `kernel` before what is no function is an error for every target; Clang 22 crashes on it for NVIDIA.
// RUN: not %clc compile %t/global.cl -t nvptx:sm_50 -t nvptx:sm_90 -t spirv64:1.2 -t amdgcn:gfx90a -o %t.clcpack 2>&1 | FileCheck %s --implicit-check-not=crashed
// CHECK: global.cl:1:1: error: 'kernel' attribute only applies to functions
// RUN: not %clc compile %t/pointer.cl -t nvptx:sm_90 -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=POINTER
// POINTER: pointer.cl:1:1: error: 'kernel' attribute only applies to functions
// RUN: not %clc compile %t/type.cl -t nvptx:sm_90 -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: type.cl:1:{{[0-9]+}}: error:
// RUN: not %clc compile %t/member.cl -t nvptx:sm_90 -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=MEMBER
// MEMBER: member.cl:1:{{[0-9]+}}: error:
// RUN: not %clc compile %t/crash.cl -t nvptx:sm_90 -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=CRASH
// CRASH: crash.cl{{.*}}nvptx:sm_90{{.*}}signal {{[0-9]+}} (

//--- global.cl
kernel int x;
//--- pointer.cl
kernel void (*f)(int);
//--- type.cl
typedef kernel int T;
//--- member.cl
struct S { kernel int x; };
//--- crash.cl
#pragma clang __debug crash
