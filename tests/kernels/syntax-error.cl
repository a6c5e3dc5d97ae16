// RUN: not %clc compile %s -t spirv64 -t nvptx:sm_90 -o %t.clcpack 2>&1 | FileCheck %s --strict-whitespace
kernel void k(global int* o) {
//      CHECK:syntax-error.cl:[[@LINE+3]]:10: error: use of undeclared identifier 'y'
// CHECK-NEXT:{{^}}  o[0] = y;
// CHECK-NEXT:{{^}}         ^
  o[0] = y;
}
