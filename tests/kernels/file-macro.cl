// __FILE__ is relative to the source and names no folder of this machine, which debug information does not either.
// RUN: rm -rf %t && split-file %s %t
// RUN: %clc compile %t/main.cl -t amdgcn:gfx942 -I %t/inc -I %t/deep -o %t.hsaco && FileCheck %s --input-file=%t.hsaco --implicit-check-not=%t
// RUN: %clc compile %t/main.cl -t amdgcn:gfx942 -I %t/inc -I %t/deep/er/.. -g -o %t.hsaco && FileCheck %s --input-file=%t.hsaco --implicit-check-not=%t
// RUN: %clc compile %t/main.cl -t nvptx:sm_90 -t spirv64 -I %t/inc -I %t/deep -g -o - | %disasm | FileCheck %s --check-prefix=KERNEL --implicit-check-not=%t
// CHECK-DAG: ./main.cl\72%d\n
// CHECK-DAG: MAIN:./main.cl.
// CHECK-DAG: WHERE:include-1/where.h.
// CHECK-DAG: DEEP:include-2/er/x.h.
// KERNEL: .entry k(
// KERNEL: OpEntryPoint

//--- main.cl
constant char own_name[] = "MAIN:" __FILE__ ".";
#include <where.h>
#include "er/x.h"
kernel void k(global char* o, int n) {
  printf(__FILE__ ":%d\n", __LINE__);
  for (int i = 0; i < sizeof(own_name); ++i) o[i] = own_name[n + i];
  for (int i = 0; i < sizeof(header_name); ++i) o[i] += header_name[n + i];
  for (int i = 0; i < sizeof(deep_name); ++i) o[i] += deep_name[n + i];
}
//--- inc/where.h
constant char header_name[] = "WHERE:" __FILE__ ".";
//--- deep/er/x.h
constant char deep_name[] = "DEEP:" __FILE__ ".";
