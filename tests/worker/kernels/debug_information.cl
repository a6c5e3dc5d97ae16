// FILE inc/h.h: inline float twice(float x) {\n  return x + x;\n}\n
// RUN: -t spirv64 -t spirv32 -t nvptx:sm_50 -t nvptx:sm_90 -g -I {dir}/inc
// CHECK spirv: OpString "debug_information\.cl"
// CHECK spirv: OpString ".*h\.h"
// CHECK spirv: OpLine %\d+ 25 3
// CHECK-NOT spirv: __clc_line
// CHECK nvptx: \.loc
// CHECK nvptx: \.file.*debug_information\.cl
// CHECK nvptx:sm_50: \.version 4\.1
// CHECK-NOT nvptx: ^\.target.*debug
// RUN: -t spirv64 -t nvptx:sm_90 -g -O1 -I inc
// CHECK-NOT nvptx: ^\.target.*debug
// RUN: -t spirv64 -t nvptx:sm_90 -g -cl-opt-disable -I inc
// CHECK nvptx: ^\.target.*debug
// CHECK spirv: OpLine %\d+ 25 3
// RUN: -t spirv64 -g -s -I inc
// CHECK-NOT spirv: OpLine
// CHECK-NOT spirv: OpString
#include "h.h"
typedef struct { int n; float4 v; } S;
kernel void k(global float* o, S s, local float* l) {
  float sum = 0;
  for (int i = 0; i < s.n; ++i) sum += twice(o[i]);
  l[0] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] = l[0] + s.v.x;
}
