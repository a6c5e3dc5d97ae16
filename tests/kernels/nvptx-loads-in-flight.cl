// As many loads as can be are on their way at a time. Those of memory that is only read say so, however long the chain of
// addresses before them, for ptxas moves these alone across a barrier. A load that both sides of a branch end with stays
// in both, where it does not wait for the others. The last of four neighbours is loaded with the other three.
// RUN: %clc compile %s -t nvptx:sm_90 -DCHAIN -o - | %disasm | FileCheck %s --check-prefix=CHAIN --implicit-check-not=ld.global.b32
// CHAIN-LABEL: .entry rows(
// CHAIN-COUNT-33: ld.global.nc.b32
// RUN: %clc compile %s -t nvptx:sm_90 -DBOTH_WAYS -o - | %disasm | FileCheck %s --check-prefix=BOTH-WAYS
// BOTH-WAYS-LABEL: .entry rows_or_columns(
// BOTH-WAYS-COUNT-65: ld.global.nc.b32
// RUN: %clc compile %s -t nvptx:sm_90 -DNEIGHBOURS -o - | %disasm | FileCheck %s --check-prefix=NEIGHBOURS --implicit-check-not=ld.shared.b32
// NEIGHBOURS-LABEL: .entry blocks(
// NEIGHBOURS-COUNT-2: ld.shared.v4.b32

#ifdef CHAIN
kernel __attribute__((reqd_work_group_size(32, 1, 1))) void rows(int n, global const float* restrict a, int pitch,
                                                                 global const float* restrict x, global float* y) {
  local float part[32];
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    barrier(CLK_LOCAL_MEM_FENCE);
    part[get_local_id(0)] = x[k + get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int i = 0; i < 32; ++i) sum += a[(k + i) * pitch + get_global_id(0)] * part[i];
  }
  y[get_global_id(0)] = sum;
}
#endif

#ifdef BOTH_WAYS
kernel __attribute__((reqd_work_group_size(32, 1, 1))) void rows_or_columns(int is_turned, int m, int n,
                                                                            global const float* restrict a, int pitch,
                                                                            global const float* restrict x, global float* y) {
  local float part[32];
  const int item = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    part[get_local_id(0)] = x[k + get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < m) {
      if (is_turned == 0) {
#pragma unroll
        for (int i = 0; i < 32; ++i) sum += a[pitch * (k + i) + item] * part[i];
      } else {
#pragma unroll
        for (int i = 0; i < 32; ++i) sum += a[pitch * item + (k + i)] * part[i];
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  y[item] = sum;
}
#endif

#ifdef NEIGHBOURS
kernel __attribute__((reqd_work_group_size(32, 1, 1))) void blocks(global const float* in, global float* out) {
  local float tile[2][32];
  const uint item = get_local_id(0);
  tile[0][item] = in[item];
  tile[1][item] = in[32 + item];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
#pragma unroll
  for (uint i = 0; i < 4; ++i) {
#pragma unroll
    for (uint row = 0; row < 2; ++row) sum = sum * 3 + tile[row][item / 4 * 4 + i];
  }
  out[item] = sum;
}
#endif
