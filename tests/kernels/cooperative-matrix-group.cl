// Matrices whose scope is the work-group: wgmma on sm_90a, which runs while the loop goes on; mma.sync from sm_75 on;
// MFMA and WMMA; arithmetic elsewhere.
// RUN: %clc compile %s -t cuda:sm_90a -cl-std=CL3.0 -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t nvptx:sm_90a -cl-std=CL3.0 -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t nvptx:sm_80 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefix=SM80
// RUN: %clc compile %s -t nvptx:sm_70 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefix=SM70
// RUN: %clc compile %s -t amdgcn:gfx942 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefix=MFMA
// RUN: %clc compile %s -t amdgcn:gfx1100 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefix=WMMA
// RUN: %clc compile %s -t amdgcn:gfx90a -t amdgcn:gfx950 -t amdgcn:gfx1201 -cl-std=CL3.0 -o - | %valid
// RUN: %clc compile %s -t spirv64:1.2 -cl-std=CL3.0 -o - | %valid
// RUN: %clc compile %s -t cuda:sm_90a -cl-std=CL3.0 -cl-opt-disable -o - | %disasm | FileCheck %s --check-prefix=O0
#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define MATRIX(type, rows, columns, ...) \
  type __attribute__((coop_mat(memory_scope_work_group, rows, columns, __VA_ARGS__)))
#define ROWS CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR
#define COLUMNS CLK_COOPERATIVE_MATRIX_LAYOUT_COLUMN_MAJOR
typedef MATRIX(half, 128, 32, CLK_COOPERATIVE_MATRIX_A) half_a;
typedef MATRIX(half, 32, 128, CLK_COOPERATIVE_MATRIX_B) half_b;
typedef MATRIX(char, 64, 64, CLK_COOPERATIVE_MATRIX_A) char_a;
typedef MATRIX(char, 64, 16, CLK_COOPERATIVE_MATRIX_B) char_b;
typedef MATRIX(int, 64, 16, CLK_COOPERATIVE_MATRIX_ACCUMULATOR) int_c;
typedef MATRIX(float, 128, 128, CLK_COOPERATIVE_MATRIX_ACCUMULATOR) sums;
typedef MATRIX(half, 128, 128, CLK_COOPERATIVE_MATRIX_ACCUMULATOR) half_sums;

// Copies, in pieces where lines are aligned; the product is not waited for in the loop, but behind it.
// CHECK-LABEL: .entry matmul(
// CHECK: cp.async.cg.shared.global
// CHECK: cp.async.commit_group
// CHECK: cp.async.wait_group 0
// CHECK: fence.proxy.async.shared::cta
// CHECK: wgmma.wait_group.sync.aligned 1;
// CHECK: bar.sync 0
// CHECK: wgmma.fence.sync.aligned
// CHECK: wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {{.*}} p, 1, 1, 0, 1;
// CHECK: wgmma.mma_async
// CHECK-NOT: wgmma.mma_async
// CHECK: wgmma.commit_group.sync.aligned
// CHECK-NOT: wgmma.wait_group.sync.aligned 0;
// CHECK: cp.async.cg.shared.global
// CHECK: wgmma.wait_group.sync.aligned 0;
// CHECK-NOT: wgmma
// CHECK: st.global
// SM80-LABEL: .entry matmul(
// SM80: cp.async.cg.shared.global
// SM80-NOT: wgmma
// SM80-NOT: fence.proxy
// SM80: bar.sync 0
// SM80: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
// SM80-NOT: ld.shared
// SM80: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// SM80: ret;
// Pieces of 16 bytes come to local memory; a wave of 64 loads four halves of A at once, and one of 32 loads eight.
// MFMA-LABEL: <matmul>:
// MFMA: global_load_dwordx4
// MFMA: ds_write_b128
// MFMA: s_barrier
// MFMA: ds_read_b64
// MFMA: v_mfma_f32_16x16x16_f16
// WMMA-LABEL: <matmul>:
// WMMA: global_load_b128
// WMMA: ds_store_b128
// WMMA: s_barrier
// WMMA: ds_load_b128
// WMMA: v_wmma_f32_16x16x16_f16
// SM70-LABEL: .entry matmul(
// SM70-NOT: cp.async
// O0: wgmma.mma_async
// O0: wgmma.wait_group.sync.aligned 0;
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void matmul(global const half* a, global const half* b,
                                                                    global float* c, uint n, uint k) {
  local half tiles_a[3][128 * 32], tiles_b[3][32 * 128];
  half_a x = clc_coop_mat_tile(tiles_a[0], ROWS);
  half_b y = clc_coop_mat_tile(tiles_b[0], ROWS);
  clc_coop_mat_fetch(x, a, k);
  clc_coop_mat_fetch(y, b, n);
  sums sum = coop_mat_init(0.0f);
  for (uint step = 0; step < k / 32; ++step) {
    clc_coop_mat_wait(0, 1);
    x = clc_coop_mat_tile(tiles_a[step % 3], ROWS);
    y = clc_coop_mat_tile(tiles_b[step % 3], ROWS);
    sum = coop_mat_mulAdd(x, y, sum);
    const uint next = step + 1;
    if (next == k / 32) break;
    x = clc_coop_mat_tile(tiles_a[next % 3], ROWS);
    y = clc_coop_mat_tile(tiles_b[next % 3], ROWS);
    clc_coop_mat_fetch(x, a + next * 32, k);
    clc_coop_mat_fetch(y, b + next * 32 * n, n);
  }
  coop_mat_store(c, sum, ROWS, n);
}

// Bytes must lie along what is added up, and so change places on their way. Sums that the loop reads are waited for in it.
// CHECK-LABEL: .entry scaled(
// CHECK: ld.global{{.*}}8
// CHECK: wgmma.mma_async.sync.aligned.m64n16k32.s32.s8.s8 {{.*}} p;
// CHECK: wgmma.wait_group.sync.aligned 0;
// CHECK: mul.lo.s32
kernel __attribute__((reqd_work_group_size(32, 4, 1))) void scaled(global const char* a, global const char* b,
                                                                   global int* c, uint turns, int factor) {
  local char tile_a[64 * 64], tile_b[64 * 16];
  char_a x = clc_coop_mat_tile(tile_a, COLUMNS);
  char_b y = clc_coop_mat_tile(tile_b, ROWS);
  clc_coop_mat_fetch(x, a, 64);
  clc_coop_mat_fetch(y, b, 16);
  clc_coop_mat_wait(0, 1);
  int_c sum = coop_mat_init(0);
  for (uint turn = 0; turn < turns; ++turn) {
    sum = coop_mat_mulAdd(x, y, sum);
    sum *= factor;
  }
  coop_mat_store(c, sum, ROWS, 16);
}

// A function that is no kernel is inlined, and only the kernel tells the work-items. Its tiles begin where wgmma takes
// them, although pointers lie in variables; a small array stays where it was.
int_c product(char_a x, char_b y, int_c z) { return coop_mat_mulAdd(x, y, z); }
void compute(global const int* in, global const char* factors, global int* out, local char* a, local char* b) {
  int_c z = coop_mat_load(in, ROWS, 16);
  char_a x = clc_coop_mat_tile(a, ROWS);
  char_b y = clc_coop_mat_tile(b, COLUMNS);
  clc_coop_mat_fetch(x, factors, 64);
  clc_coop_mat_fetch(y, factors, 64);
  clc_coop_mat_wait(0, 1);
  z = product(x, y, z);
  coop_mat_store(out, z, COLUMNS, 64);
}
// CHECK-LABEL: .entry by_function(
// CHECK-DAG: .shared .align 1024 .b8 by_function_$_a[4096];
// CHECK-DAG: .shared .align 1024 .b8 by_function_$_b[1024];
// CHECK-DAG: .shared .align 16 .b8 by_function_$_places[64];
// CHECK: wgmma.mma_async.sync.aligned.m64n16k32
// SM80-LABEL: .entry by_function(
// SM80: mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32
kernel __attribute__((reqd_work_group_size(128, 1, 1))) void by_function(global const int* in, global const char* factors, global int* out) {
  local char a[64 * 64], b[64 * 16];
  local int places[16];
  if (get_local_id(0) < 16) places[get_local_id(0)] = in[get_local_id(0)];
  compute(in, factors, out + places[in[16] & 15], a, b);
}

// Waits count a product that wgmma does not take, too.
// CHECK-LABEL: .entry of_both(
// CHECK: wgmma.mma_async.sync.aligned.m64n128k16
// CHECK: wgmma.commit_group.sync.aligned
// CHECK-NOT: wgmma
// CHECK: mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16
// CHECK-NOT: wgmma.wait_group
// CHECK: wgmma.commit_group.sync.aligned
// CHECK: wgmma.wait_group.sync.aligned 1;
// SM80-LABEL: .entry of_both(
// SM80-NOT: wgmma
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void of_both(global const half* a, global const half* b,
                                                                     global float* c, global half* d, uint k) {
  local half tile_a[128 * 32], tile_b[32 * 128];
  half_a x = clc_coop_mat_tile(tile_a, ROWS);
  half_b y = clc_coop_mat_tile(tile_b, ROWS);
  clc_coop_mat_fetch(x, a, k);
  clc_coop_mat_fetch(y, b, 128);
  clc_coop_mat_wait(0, 0);
  sums sum = coop_mat_init(0.0f);
  half_sums other = coop_mat_init(0.0h);
  for (uint step = 0; step < k; ++step) {
    sum = coop_mat_mulAdd(x, y, sum);
    other = coop_mat_mulAdd(x, y, other);
    clc_coop_mat_wait(0, 1);
  }
  coop_mat_store(c, sum, ROWS, 128);
  coop_mat_store(d, other, ROWS, 128);
}

// Two warps may not commit.
// CHECK-LABEL: .entry of_two_warps(
// CHECK-NOT: wgmma.commit_group
// CHECK: ret;
// SM80-LABEL: .entry of_two_warps(
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void of_two_warps(global const char* a, global const char* b,
                                                                         global int* c) {
  local char tile_a[64 * 64], tile_b[64 * 16];
  char_a x = clc_coop_mat_tile(tile_a, ROWS);
  char_b y = clc_coop_mat_tile(tile_b, COLUMNS);
  clc_coop_mat_fetch(x, a, 64);
  clc_coop_mat_fetch(y, b, 64);
  clc_coop_mat_wait(0, 0);
  int_c sum = coop_mat_init(0);
  sum = coop_mat_mulAdd(x, y, sum);
  clc_coop_mat_wait(0, 0);
  coop_mat_store(c, sum, ROWS, 16);
}
