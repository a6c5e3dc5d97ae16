// Tiles of matrices that are fetched by cp.async are written by it: items that read them read nothing before it is there.
// Where it is not known which variable a fetch writes, no read of local memory is checked for that.
// RUN: rm -rf %t.d
// RUN: %clc compile %s -t nvptx:sm_80 -cl-std=CL3.0 --sanitize=uninitialised -o %t.d
// RUN: FileCheck %s --check-prefix=TABLE --input-file %t.d/manifest.clc.json
// RUN: %clc compile %s -t nvptx:sm_80 -cl-std=CL3.0 --sanitize=uninitialised -o - | %disasm | FileCheck %s
#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define ROWS CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR
typedef half __attribute__((coop_mat(memory_scope_work_group, 128, 32, CLK_COOPERATIVE_MATRIX_A))) half_a;

// CHECK-LABEL: .entry known(
// CHECK: cp.async.cg.shared.global
// CHECK: st.global.b32 [{{.*}}], 1;
// CHECK: cp.async.cg.shared.global
// CHECK: st.global.b32 [{{.*}}], 1;
// CHECK: cp.async.commit_group
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void known(global const half* a, global float* c, uint k) {
  local half tile[128 * 32];
  half_a x = clc_coop_mat_tile(tile, ROWS);
  clc_coop_mat_fetch(x, a, k);
  clc_coop_mat_wait(0, 0);
  c[get_local_id(0)] = tile[get_local_id(0)];
}

// TABLE: "sanitize": {
// TABLE: "name": "known"
// TABLE-NEXT: "not_checked": []
// TABLE: "name": "unknown"
// TABLE-NEXT: "not_checked": [
// TABLE-NEXT: "whether the group has written local 'tiles' in line [[#@LINE + 10]]"
// TABLE-NEXT: ]
// TABLE-NEXT: "places": []
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void unknown(global const half* a, global float* c, uint k,
                                                                     uint n) {
  local half tiles[2][128 * 32];
  half_a x = clc_coop_mat_tile(tiles[0], ROWS);
  for (uint i = 0; i < n; ++i) {
    clc_coop_mat_fetch(x, a, k);
    clc_coop_mat_wait(0, 0);
    c[get_local_id(0)] += tiles[i % 2][get_local_id(0)];
    x = clc_coop_mat_tile(tiles[i % 2], ROWS);
  }
}
