// RUN: -t spirv32 -t spirv64
// CHECK spirv32: OpMemoryModel Physical32 OpenCL
// CHECK-NOT spirv32: OpCapability Int64
// CHECK spirv64: OpMemoryModel Physical64 OpenCL
// MANIFEST: "size": 4,\s+"type": "float\*"
// MANIFEST: "size": 8,\s+"type": "float\*"
kernel void k(global float* o, local float* l) { o[get_global_id(0)] = l[get_local_id(0)] + sizeof(o); }
