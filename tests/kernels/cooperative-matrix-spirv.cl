// SPV_KHR_cooperative_matrix, where a target names it and a module needs no more than LLVM writes of it.
// RUN: rm -rf %t && %clc compile %s -t spirv64:1.2,SPV_KHR_cooperative_matrix -cl-std=CL3.0 --dump-dir %t -o %t/p
// RUN: FileCheck %s --input-file %t/cooperative-matrix-spirv.spirv64_1.2_SPV_KHR_cooperative_matrix.ll
// RUN: %clc compile %s -DMORE -t spirv64:1.2,SPV_KHR_cooperative_matrix -o - | %disasm | FileCheck %s --check-prefix=PLAIN
// RUN: %clc compile %s -t spirv64:1.2 -o - | %disasm | FileCheck %s --check-prefix=PLAIN
#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
#define MATRIX(type, rows, columns, use) type __attribute__((coop_mat(memory_scope_sub_group, rows, columns, use)))
typedef MATRIX(char, 16, 64, CLK_COOPERATIVE_MATRIX_A) mat_a;
typedef MATRIX(uchar, 64, 16, CLK_COOPERATIVE_MATRIX_B) mat_b;
typedef MATRIX(int, 16, 16, CLK_COOPERATIVE_MATRIX_ACCUMULATOR) mat_c;

// CHECK-LABEL: @bytes(
// CHECK-DAG: call {{.*}}CompositeConstruct{{.*}}(i32 7)
// CHECK-DAG: phi target("spirv.CooperativeMatrixKHR", i32, 3, 16, 16, 2)
// CHECK-DAG: call {{.*}}CooperativeMatrixLoadKHR{{.*}}, i32 0, i64 64, i32 0)
// CHECK-DAG: call {{.*}}CooperativeMatrixLoadKHR{{.*}}, i32 1, i64 64, i32 0)
// CHECK-DAG: call {{.*}}CooperativeMatrixMulAddKHR{{.*}}, i32 13)
// CHECK-DAG: call {{.*}}ControlBarrier
// CHECK-DAG: call {{.*}}CooperativeMatrixStoreKHR{{.*}}, i32 0, i64 16, i32 0)
// CHECK-DAG: call {{.*}}CooperativeMatrixLengthKHR
// PLAIN-NOT: Matrix
kernel void bytes(global const char* a, global const uchar* b, global int* c, uint tiles) {
  mat_c z = coop_mat_init(7);
  for (uint i = 0; i < tiles; ++i) {
    mat_a x = coop_mat_load(a + i * 1024, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 64);
    mat_b y = coop_mat_load(b + i * 1024, CLK_COOPERATIVE_MATRIX_LAYOUT_COLUMN_MAJOR, 64);
    z = coop_mat_mulAdd(x, y, z);
  }
#ifdef MORE
  z[0] = 1;
#endif
  coop_mat_store(c, z, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 16);
  if (get_local_id(0) == 0) c[256] = coop_mat_length(mat_c);
}
