// Copies of half by a work-group are copies of 16-bit integers, which drivers have, with a stride as wide as size_t.
// RUN: %clc compile %s -t spirv64:1.2 -o - | %disasm | FileCheck %s --implicit-check-not='OpGroupAsyncCopy {{.*}} %%ulong_16 %%uint_'
// CHECK: OpTypePointer Workgroup %ushort
// CHECK-LABEL: %k = OpFunction
// CHECK: OpGroupAsyncCopy {{.*}} %ulong_1
// CHECK: OpGroupAsyncCopy {{.*}} %ulong_3
// RUN: %clc compile %s -t spirv32:1.2 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefix=SPIRV32
// SPIRV32-LABEL: %k = OpFunction
// SPIRV32: OpGroupAsyncCopy {{.*}} %uint_1
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void k(global half* o, local half* l, global half4* o4, local half4* l4) {
  event_t e = async_work_group_copy(l, o, (size_t)16, (event_t)0);
  e = async_work_group_strided_copy(o4, l4, (size_t)16, (size_t)3, e);
  wait_group_events(1, &e);
}
