// Allowed, but hardly meant.
// RUN: env CLC_OPTIONS_APPEND= %clc compile %s -t spirv64 -t nvptx:sm_90 -o %t.clcpack 2>&1 | FileCheck %s
// CHECK: no-kernels.cl:1:1: warning: no kernels
// RUN: %clc compile %s -t spirv64 -t nvptx:sm_90 -w -o - | %valid
int helper(int x) { return x + 1; }
