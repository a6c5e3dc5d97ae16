// __FILE__ is relative to the source and names no folder of this machine.
// FILE inc/where.h: constant char header_name[] = __FILE__;\n
// FILE deep/er/x.h: constant char deep_name[] = __FILE__;\n
// RUN: -t nvptx:sm_90 -t spirv64 -I inc -I {dir}/deep
// CHECK-STRING spirv64: file_macro.cl
// CHECK-STRING spirv64: where.h
// CHECK-STRING spirv64: er/x.h
// RUN: -t spirv64 -I {dir}/inc -I {dir}/deep/er/.. -g
constant char own_name[] = __FILE__;
#include <where.h>
#include "er/x.h"
kernel void k(global char* o, int n) {
  printf(__FILE__ ":%d\n", __LINE__);
  for (int i = 0; i < sizeof(own_name); ++i) o[i] = own_name[n + i];
  for (int i = 0; i < sizeof(header_name); ++i) o[i] += header_name[n + i];
  for (int i = 0; i < sizeof(deep_name); ++i) o[i] += deep_name[n + i];
}
