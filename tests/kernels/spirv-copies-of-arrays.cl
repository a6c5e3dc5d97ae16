// Copies by a work-group between buffers and local arrays count elements, not arrays, and the arrays keep their size. So
// do other functions that take pointers.
// RUN: %clc compile %s -t spirv64:1.2 -o - | %disasm | FileCheck %s --implicit-check-not='{{OpGroupAsyncCopy .*_tile|OpBitcast %%_ptr_CrossWorkgroup_(_arr_|half)|(OpExtInst|OpAtomic).*_(tile|numbers)}}'
// CHECK: %loads_tile = OpVariable %_ptr_Workgroup__arr_float_uint_64
// CHECK-LABEL: %loads = OpFunction
// CHECK: OpBitcast %_ptr_Workgroup_float
// CHECK: OpGroupAsyncCopy {{.*}} %ulong_64 %ulong_1 %
// CHECK-LABEL: %halves = OpFunction
// CHECK: OpBitcast %_ptr_Workgroup_ushort
// CHECK-LABEL: %structures = OpFunction
// CHECK: OpBitcast %_ptr_Workgroup_ulong
// CHECK-LABEL: %others = OpFunction
// CHECK: OpExtInst %float {{%[0-9]+}} fract
// CHECK: OpAtomicIAdd %uint
// RUN: %clc compile %s -t spirv32:1.2 -O0 -o - | %disasm | FileCheck %s --check-prefix=O0 --implicit-check-not='{{OpGroupAsyncCopy .*_tile|OpBitcast %%_ptr_CrossWorkgroup__arr_}}'
// O0-LABEL: %loads = OpFunction
// O0: OpGroupAsyncCopy
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void loads(global const float* in) {
  local float tile[64];
  event_t e = async_work_group_copy(tile, in, (size_t)64, (event_t)0);
  wait_group_events(1, &e);
}
kernel void stores(global float* out) {
  local float tile[4][16];
  tile[get_local_id(0)][3] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_strided_copy(out, tile[0], (size_t)32, (size_t)2, (event_t)0);
  wait_group_events(1, &e);
}
kernel void halves(global half* out) {
  local half tile[64];
  tile[get_local_id(0)] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(out, tile, (size_t)64, (event_t)0);
  wait_group_events(1, &e);
}
struct s {
  float4 a;
  int b;
};
kernel void structures(global ulong* out) {
  local struct s tile[4];
  tile[get_local_id(0)].b = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(out, (local ulong*)tile, (size_t)16, (event_t)0);
  wait_group_events(1, &e);
}
kernel void others(global float* out) {
  local float tile[64];
  local int numbers[64];
  local uchar bytes_tile[64];
  out[0] = fract(out[1], tile);
  out[2] = frexp(out[3], numbers);
  out[4] = sincos(out[5], (local float*)bytes_tile);
  out[6] = atomic_inc(numbers);
}
