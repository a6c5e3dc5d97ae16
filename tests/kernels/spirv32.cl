// RUN: %clc compile %s -t spirv32 -o - | %disasm | FileCheck %s --check-prefix=SPIRV32 --implicit-check-not='OpCapability Int64'
// RUN: %clc compile %s -t spirv64 -o - | %disasm | FileCheck %s --check-prefix=SPIRV64
// SPIRV32: OpMemoryModel Physical32 OpenCL
// SPIRV64: OpCapability Int64
// SPIRV64: OpMemoryModel Physical64 OpenCL
// RUN: %clc compile %s -t spirv32 -t spirv64 -o %t.pack && tr -d '\n' < %t.pack/manifest.clc.json | FileCheck %s
// CHECK-DAG: "size": 4, "type": "float*"
// CHECK-DAG: "size": 8, "type": "float*"
kernel void k(global float* o, local float* l) { o[get_global_id(0)] = l[get_local_id(0)] + sizeof(o); }
