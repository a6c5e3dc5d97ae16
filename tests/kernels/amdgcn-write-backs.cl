// A release writes data back before what it releases is seen, also where no load or store is under way any more.
// RUN: %clc compile %s -t amdgcn:gfx90a -cl-std=CL3.0 -o - | %disasm | FileCheck %s --implicit-check-not='buffer_wbl2{{.*[[:space:]]+(global|flat|buffer)_}}'
// RUN: %clc compile %s -t amdgcn:gfx942 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --implicit-check-not='buffer_wbl2{{.*[[:space:]]+(global|flat|buffer)_}}'
// RUN: %clc compile %s -t amdgcn:gfx950 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --implicit-check-not='buffer_wbl2{{.*[[:space:]]+(global|flat|buffer)_}}'
// RUN: %clc compile %s -t amdgcn:gfx942 -O0 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefix=O0 --implicit-check-not='buffer_wbl2{{.*[[:space:]]+(global|flat|buffer)_}}'
// CHECK-LABEL: <stores>:
// CHECK: buffer_wbl2
// CHECK-NEXT: s_waitcnt vmcnt(0)
// CHECK-LABEL: <changes>:
// CHECK: buffer_wbl2
// CHECK-NEXT: s_waitcnt vmcnt(0)
// CHECK-LABEL: <fences>:
// CHECK: buffer_wbl2
// CHECK-NEXT: s_waitcnt vmcnt(0)
// O0: <_Z22atomic_work_item_fence
// O0: buffer_wbl2
#define DEVICE memory_scope_device
#define SYSTEM memory_scope_all_svm_devices
kernel void stores(global int* data, global atomic_int* flag) {
  data[1] = data[0];
  const int w = atomic_load_explicit(flag, memory_order_relaxed, SYSTEM) + data[5];
  if (w > 7) atomic_store_explicit(flag, w, memory_order_release, DEVICE);
  if (w > 9) atomic_store_explicit(flag + 1, w, memory_order_seq_cst, SYSTEM);
}
kernel void changes(global int* data, global atomic_int* flag) {
  int w = data[0];
  if (w > 7) w = atomic_fetch_add_explicit(flag, w, memory_order_release, SYSTEM);
  if (w > 8) w = atomic_exchange_explicit(flag, w, memory_order_acq_rel, DEVICE);
  if (w > 9) atomic_compare_exchange_strong_explicit(flag, data + 2, w, memory_order_seq_cst, memory_order_acquire, SYSTEM);
}
kernel void fences(global int* data, global atomic_int* flag) {
  const int w = data[0];
  if (w > 7) atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, SYSTEM);
  atomic_store_explicit(flag, w, memory_order_relaxed, DEVICE);
  if (w > 8) atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, DEVICE);
  atomic_store_explicit(flag + 1, data[1], memory_order_relaxed, DEVICE);
}
