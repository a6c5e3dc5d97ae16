// RUN: -t nvptx:sm_90 -t spirv64
// CHECK nvptx: \.reqntid 8, 4, 2
// CHECK spirv64: OpExecutionMode %\S+ LocalSize 8 4 2
// MANIFEST: "required_work_group_size": \[\s*8,\s*4,\s*2\s*\]
kernel __attribute__((reqd_work_group_size(8, 4, 2))) void k(global uint* o) { o[get_local_id(1)] = 1; }
