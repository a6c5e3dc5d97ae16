// The checks know of accesses by units of matrices: lines that ldmatrix loads, tiles that wgmma multiplies,
// and matrices that a driver loads and stores.
// RUN: rm -rf %t.80 %t.90a %t.spirv
// RUN: %clc compile %s -t nvptx:sm_80 -cl-std=CL3.0 --sanitize=bounds,uninitialised,race -o %t.80
// RUN: FileCheck %s --check-prefix=LINES --input-file %t.80/manifest.clc.json
// RUN: %clc compile %s -DGROUP -t nvptx:sm_90a -cl-std=CL3.0 --sanitize=bounds,uninitialised,race -o %t.90a
// RUN: FileCheck %s --check-prefix=TILES --input-file %t.90a/manifest.clc.json
// RUN: %clc compile %s -DDRIVER -t spirv64:1.2,SPV_KHR_cooperative_matrix -cl-std=CL3.0 --sanitize=bounds -o %t.spirv
// RUN: FileCheck %s --check-prefix=WHOLE --input-file %t.spirv/manifest.clc.json
#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define MATRIX(type, scope, rows, columns, use) \
  type __attribute__((coop_mat(memory_scope_##scope, rows, columns, CLK_COOPERATIVE_MATRIX_##use)))
#define ROWS CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR

#ifdef GROUP
typedef MATRIX(half, work_group, 64, 32, A) half_a;
typedef MATRIX(half, work_group, 32, 64, B) half_b;
typedef MATRIX(float, work_group, 64, 64, ACCUMULATOR) sums;
// TILES: "bytes": 4096,
// TILES-NEXT: "check": "bounds",
// TILES: "object": "tile_b",
// TILES: "bytes": 4096,
// TILES-NEXT: "check": "bounds",
// TILES: "object": "tile_a",
// TILES: "bytes": 4096,
// TILES-NEXT: "check": "uninitialised",
// TILES: "object": "tile_b",
// TILES: "bytes": 4096,
// TILES-NEXT: "check": "race",
// TILES: "object": "tile_b",
// TILES: "bytes": 4096,
// TILES-NEXT: "check": "uninitialised",
// TILES: "object": "tile_a",
// TILES: "bytes": 4096,
// TILES-NEXT: "check": "race",
// TILES: "object": "tile_a",
kernel __attribute__((reqd_work_group_size(128, 1, 1))) void tiles(global const half* a, global const half* b,
                                                                   global float* c, uint k, uint at) {
  local half tile_a[2][64 * 32], tile_b[2][32 * 64];
  half_a x = clc_coop_mat_tile(tile_a[at], ROWS);
  half_b y = clc_coop_mat_tile(tile_b[at], ROWS);
  clc_coop_mat_fetch(x, a, k);
  clc_coop_mat_fetch(y, b, k);
  sums z = coop_mat_init(0.0f);
  z = coop_mat_mulAdd(x, y, z);
  clc_coop_mat_wait(0, 0);
  coop_mat_store(c, z, ROWS, 64);
}
#else
#ifdef DRIVER
typedef MATRIX(char, sub_group, 16, 64, A) half_a;
typedef MATRIX(char, sub_group, 64, 16, B) half_b;
typedef MATRIX(int, sub_group, 16, 16, ACCUMULATOR) sums;
// WHOLE: "bytes": 0,
// WHOLE-NEXT: "check": "bounds",
// WHOLE: "object": "a",
// WHOLE: "what": "load"
// WHOLE: "bytes": 1024,
// WHOLE-NEXT: "check": "bounds",
// WHOLE: "object": "c",
// WHOLE: "what": "store"
kernel void whole(global const char* a, global int* c, uint stride) {
  half_a x = coop_mat_load(a, ROWS, stride);
  half_b y = coop_mat_load(a, ROWS, 16);
  sums z = coop_mat_init(0);
  z = coop_mat_mulAdd(x, y, z);
  coop_mat_store(c, z, ROWS, 16);
}
#else
typedef MATRIX(half, sub_group, 16, 16, A) half_a;
// LINES: "bytes": 16,
// LINES-NEXT: "check": "bounds",
// LINES: "object": "a",
// LINES: "what": "load"
// LINES: "bytes": 16,
// LINES-NEXT: "check": "uninitialised",
// LINES: "bytes": 16,
// LINES-NEXT: "check": "race",
kernel void lines(global const half* in, global half* out, uint row) {
  local half a[32 * 40];
  for (uint i = get_local_id(0); i < 32 * 40; i += 64) a[i] = in[i];
  half_a x = coop_mat_load(a + row * 40, ROWS, 40);
  out[get_global_id(0)] = x[0];
}
#endif
#endif
