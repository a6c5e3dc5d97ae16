// A product of matrices moved behind a condition of the work-item, where only some lanes had written its operands: gfx11's
// WMMA reads all lanes, but LLVM 22 does not treat it as convergent.
// report: none: found by the device tests
// options: -cl-std=CL3.0
// targets: amdgcn:gfx11 amdgcn:gfx12
// global: 32
// local: 32
// argument: results 128
// expected: 29 33 32 31 45 34 38 37 36 50 39 43 42 41 55 44 21 32 33 34 40 26 37 38 39 45 31 42 43 44 50 36 28 40 37 34 41 33 45 42 39 46 38 50 47 44 51 43 29 33 32 31 45 34 38 37 36 50 39 43 42 41 55 44 21 32 33 34 40 26 37 38 39 45 31 42 43 44 50 36 28 40 37 34 41 33 45 42 39 46 38 50 47 44 51 43 29 33 32 31 45 34 38 37 36 50 39 43 42 41 55 44 21 32 33 34 40 26 37 38 39 45 31 42 43 44 50 36
#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define MATRIX(type, rows, columns, use) type __attribute__((coop_mat(memory_scope_sub_group, rows, columns, use)))
kernel void entry(global ulong* results) {
  local half a[128], b[64];
  local float c[128];
  const uint li = get_local_id(0);
  for (uint i = li; i < 128; i += 32) {
    a[i] = i % 5;
    b[i % 64] = i % 64 % 3 + 1;
    c[i] = i % 16;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  MATRIX(half, 16, 8, CLK_COOPERATIVE_MATRIX_A) x = coop_mat_load(a, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 8);
  MATRIX(half, 8, 8, CLK_COOPERATIVE_MATRIX_B) y = coop_mat_load(b, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 8);
  MATRIX(float, 16, 8, CLK_COOPERATIVE_MATRIX_ACCUMULATOR) z =
      coop_mat_load(c, CLK_COOPERATIVE_MATRIX_LAYOUT_COLUMN_MAJOR, 16);
  z = coop_mat_mulAdd(x, y, z);
  coop_mat_store(c, z, CLK_COOPERATIVE_MATRIX_LAYOUT_COLUMN_MAJOR, 16);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = li; i < 128; i += 32) results[i] = c[i];
}
