// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --check-prefix=NVPTX --implicit-check-not=reqntid
// NVPTX-LABEL: .entry k(
// NVPTX: st.global.b32
// RUN: %clc compile %s -t spirv64 -o - | %disasm | FileCheck %s --check-prefix=SPIRV
// SPIRV: OpExecutionMode %{{[^ ]+}} LocalSizeHint 16 2 1
// SPIRV: VecTypeHint
// RUN: %clc compile %s -t nvptx:sm_90 -t spirv64 -o %t.pack && tr -d '\n' < %t.pack/manifest.clc.json | FileCheck %s --check-prefix=MANIFEST
// MANIFEST-DAG: "vec_type_hint": "float4"
// MANIFEST-DAG: "work_group_size_hint": [ 16, 2, 1 ]
kernel __attribute__((work_group_size_hint(16, 2, 1), vec_type_hint(float4))) void k(global uint* o) {
  o[get_local_id(1)] = 1;
}
