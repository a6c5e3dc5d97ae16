// Local memory beyond 48 KB is in the dynamic shared memory, whose bytes clc_kernels tells.
// RUN: %clc compile %s -t cuda:sm_90 -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t cuda:sm_90 -o - | %disasm | python3 %S/Inputs/clc_kernels.py | FileCheck %s --check-prefix=FACTS
// RUN: %clc compile %s -t cuda:sm_90 --strip=arguments -o - | %disasm | python3 %S/Inputs/clc_kernels.py | FileCheck %s --check-prefix=STRIPPED
// STRIPPED: "arguments":[{"kind":"buffer","size":8,"name":"a0","type_name":"float*","address":"global"},
// CHECK: .extern .shared .align 128 .b8 clc_dynamic_local[];
// CHECK-LABEL: .entry large(
// CHECK-LABEL: .entry small(
// CHECK: .shared .align 16 .b8 {{.*}}[4096];
// FACTS: {"version":1,"kernels":[{"name":"large","attributes":"reqd_work_group_size(256,1,1)","required_group_size":[256,1,1],"dynamic_bytes":102416,
// FACTS-SAME: "arguments":[{"kind":"buffer","size":8,"name":"o","type_name":"float*","address":"global"},
// FACTS-SAME: {"kind":"buffer","size":8,"name":"c","type_name":"float*","address":"constant","qualifiers":["const"]},
// FACTS-SAME: {"kind":"local","size":8,"name":"l","type_name":"float*","address":"local"},
// FACTS-SAME: {"kind":"value","size":4,"name":"n","type_name":"int","address":"private"}]},
// FACTS-SAME: {"name":"small","attributes":"",
// FACTS-NOT: dynamic_bytes
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void large(global float* o, constant float* c, local float* l, int n) {
  local float few[4];
  local float many[25600];
  many[n * get_local_id(0)] = c[n];
  few[n & 3] = l[n];
  barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] = many[get_local_id(0)] + few[0];
}
kernel void small(global float* o) {
  local float few[1024];
  few[get_local_id(0)] = o[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] = few[1023 - get_local_id(0)];
}
