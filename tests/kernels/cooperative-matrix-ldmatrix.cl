// A and B in local memory: ldmatrix for whole atoms whose lines are aligned, and not where that is not so.
// RUN: %clc compile %s -t nvptx:sm_80 -cl-std=CL3.0 -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t nvptx:sm_75 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefix=SM75
// RUN: %clc compile %s -t nvptx:sm_70 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefix=SM70
#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
#define MATRIX(type, rows, columns, ...) type __attribute__((coop_mat(memory_scope_sub_group, rows, columns, __VA_ARGS__)))
#define ROWS CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR
#define COLUMNS CLK_COOPERATIVE_MATRIX_LAYOUT_COLUMN_MAJOR
typedef MATRIX(half, 16, 16, CLK_COOPERATIVE_MATRIX_A) half_a;
typedef MATRIX(half, 16, 16, CLK_COOPERATIVE_MATRIX_B) half_b;
typedef MATRIX(float, 16, 16, CLK_COOPERATIVE_MATRIX_ACCUMULATOR) sums;

// The compiler sees that all lines are aligned. A is loaded in the order in which a product takes it.
// SM75: .version 6.5
// SM75-LABEL: .entry known(
// SM75: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// SM70-NOT: ldmatrix.sync
// CHECK-LABEL: .entry known(
// CHECK-NOT: ld.shared
// CHECK: ldmatrix.sync.aligned.m8n8.x4.shared.b16 {[[A:%r[0-9]+, %r[0-9]+, %r[0-9]+, %r[0-9]+]]}
// CHECK-NOT: ld.shared
// CHECK: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
// CHECK-NOT: ld.shared
// CHECK: mma.sync
// CHECK-NEXT: {{{.*}}},
// CHECK-NEXT: {[[A]]},
// CHECK: ret;
kernel void known(global const half* in, global float* out) {
  local half a[32 * 40], b[16 * 72];
  for (uint i = get_local_id(0); i < 32 * 40; i += 32) a[i] = in[i];
  for (uint i = get_local_id(0); i < 16 * 72; i += 32) b[i] = in[i + 32 * 40];
  barrier(CLK_LOCAL_MEM_FENCE);
  half_a x = coop_mat_load(a + get_group_id(0) % 2 * 16 * 40, ROWS, 40);
  half_b y = coop_mat_load(b + get_group_id(1) % 4 * 16, ROWS, 72);
  sums z = coop_mat_init(0.0f);
  z = coop_mat_mulAdd(x, y, z);
  coop_mat_store(out, z, ROWS, 16);
}

// It sees that they are not: a line is 34 bytes.
// CHECK-LABEL: .entry known_not(
// CHECK-NOT: ldmatrix
// CHECK: ld.shared
// CHECK: ret;
kernel void known_not(global const half* in, global float* out) {
  local half a[16 * 17];
  for (uint i = get_local_id(0); i < 16 * 17; i += 32) a[i] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  half_a x = coop_mat_load(a, ROWS, 17);
  half_b y = coop_mat_load(in, COLUMNS, 16);
  sums z = coop_mat_init(0.0f);
  z = coop_mat_mulAdd(x, y, z);
  coop_mat_store(out, z, ROWS, 16);
}

// It does not see it, and asks. Bytes can lie in columns of B alone.
// CHECK-LABEL: .entry asked(
// CHECK-NOT: .trans
// CHECK: bra
// CHECK-DAG: ldmatrix.sync.aligned.m8n8.x2.shared.b16
// CHECK-DAG: ld.shared.b8
// CHECK-NOT: .trans
// CHECK: ret;
kernel void asked(local const char* a, local const char* b, global int* out, uint stride) {
  MATRIX(char, 8, 32, CLK_COOPERATIVE_MATRIX_A) x = coop_mat_load(a, ROWS, stride);
  MATRIX(char, 32, 8, CLK_COOPERATIVE_MATRIX_B) y = coop_mat_load(b, ROWS, stride);
  MATRIX(int, 8, 8, CLK_COOPERATIVE_MATRIX_ACCUMULATOR) z = coop_mat_init(0);
  z = coop_mat_mulAdd(x, y, z);
  coop_mat_store(out, z, ROWS, 8);
}
