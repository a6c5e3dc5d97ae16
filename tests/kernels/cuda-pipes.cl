// Pipes are memory whose form libclc-cuda.so knows; packets move in words of their alignment.
// RUN: %clc compile %s -cl-std=CL3.0 -t cuda:sm_70 -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -cl-std=CL2.0 -t cuda:sm_90 -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -cl-std=CL3.0 -t cuda:sm_90 -o - | %disasm | python3 %S/Inputs/clc_kernels.py | FileCheck %s --check-prefix=FACTS
// RUN: not %clc compile %s -cl-std=CL2.0 -t cuda:sm_61 -o - 2>&1 | FileCheck %s --check-prefix=OLD
// OLD: pipes need cuda:sm_70 or later
// FACTS: {"kind":"pipe","size":8,"name":"p","type_name":"int","address":"private","access":"write_only"}
// CHECK-LABEL: .entry put(
// CHECK: .param .u64 {{.*}}put_param_1
// CHECK-NOT: call
// CHECK: ld{{.*}}.global.b64 {{.*}}+64]
// CHECK-NEXT: membar.gl
// CHECK: atom{{.*}}.cas.b64
// CHECK: st.global.b32
// CHECK: membar.gl
// CHECK-NEXT: st{{.*}}.global.b64 [{{.*}}+64]
// CHECK-LABEL: .entry take(
// CHECK-NOT: call
// CHECK: bar.sync
kernel void put(global const int* from, write_only pipe int p) {
  int packet = from[get_global_id(0)];
  write_pipe(p, &packet);
}
kernel void take(global int* to, read_only pipe int p) {
  const reserve_id_t id = work_group_reserve_read_pipe(p, get_local_size(0));
  if (is_valid_reserve_id(id)) {
    read_pipe(p, id, get_local_id(0), to + get_global_id(0));
    work_group_commit_read_pipe(p, id);
  }
}
