// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --check-prefix=NVPTX
// NVPTX-LABEL: .entry k(
// NVPTX: .reqntid 8, 4, 2
// RUN: %clc compile %s -t spirv64 -o - | %disasm | FileCheck %s --check-prefix=SPIRV
// SPIRV: OpExecutionMode %{{[^ ]+}} LocalSize 8 4 2
// RUN: %clc compile %s -t nvptx:sm_90 -t spirv64 -o %t.pack && tr -d '\n' < %t.pack/manifest.clc.json | FileCheck %s --check-prefix=MANIFEST
// MANIFEST-DAG: "required_work_group_size": [ 8, 4, 2 ]
kernel __attribute__((reqd_work_group_size(8, 4, 2))) void k(global uint* o) { o[get_local_id(1)] = 1; }
