// RUN: %clc compile %s -t spirv64:1.2 -cl-std=CL1.2 -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t spirv32:1.2 -cl-std=CL1.2 -o - | %disasm | FileCheck %s
// CHECK-LABEL: %from_constant = OpFunction
// CHECK: vload_half
// CHECK-LABEL: %loaded = OpFunction
// CHECK: = OpBitcast %_ptr_Workgroup_half
// CHECK-LABEL: %stored = OpFunction
// CHECK: vstore_half
// CHECK-LABEL: %vectors = OpFunction
// CHECK: vloadn
// CHECK: vstoren
// RUN: %clc compile %s -t spirv64:1.2 -cl-std=CL3.0 -o - | %valid
constant ushort ones[4] = {0x3c00, 0x4000, 0x4200, 0};
kernel void from_constant(global float* f, int i) { f[0] = vload_half(i, (constant half*)ones); }
kernel void loaded(global float* f) {
  local ushort d[64];
  d[get_local_id(0)] = 0x3c00;
  f[0] = vload_half(get_local_id(0), (local half*)d);
}
kernel void stored(global float* f) {
  local ushort d[64];
  vstore_half(f[0], get_local_id(0), (local half*)d);
  barrier(1);
  f[1] = d[0];
}
kernel void vectors(global float* f, int i) {
  local uchar d[4096] __attribute__((aligned(128)));
  d[i] = i;
  barrier(1);
  f[0] = vload3(d[get_local_id(0)], (local float*)d).y;
  vstore3(*(global float3*)f, d[get_local_id(0)], (local float*)d);
  barrier(1);
  f[1] = d[i + 16];
}
