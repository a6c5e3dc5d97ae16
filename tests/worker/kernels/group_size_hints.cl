// RUN: -t nvptx:sm_90 -t spirv64
// CHECK spirv64: OpExecutionMode %\S+ LocalSizeHint 16 2 1
// CHECK spirv64: VecTypeHint
// CHECK-NOT nvptx: reqntid
// MANIFEST: "work_group_size_hint": \[\s*16,\s*2,\s*1\s*\]
// MANIFEST: "vec_type_hint": "float4"
kernel __attribute__((work_group_size_hint(16, 2, 1), vec_type_hint(float4))) void k(global uint* o) {
  o[get_local_id(1)] = 1;
}
