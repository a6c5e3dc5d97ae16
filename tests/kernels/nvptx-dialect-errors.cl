// A declaration that Clang refuses for another reason is not taken for NVIDIA's dialect.
// RUN: not %clc compile %s -t nvptx:sm_90 -o %t.p 2>&1 | FileCheck %s --implicit-check-not=warning:
// CHECK: [[#@LINE+2]]:20: error: use of undeclared identifier 'unheard_of'
kernel void sizes(global float* f) {
  local float tile[unheard_of];
  tile[0] = f[0];
}
// CHECK: [[#@LINE+3]]:22: error: use of undeclared identifier 'unheard_of'
kernel void inner_sizes(global float* f) {
  for (int i = 0; i < 2; ++i) {
    local float tile[unheard_of];
    tile[0] = f[i];
  }
}
