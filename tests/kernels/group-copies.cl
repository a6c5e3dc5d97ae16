// Copies of a work-group: two tiles of 4 KB that change places, in straight code.
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --check-prefix=NVIDIA
// RUN: %clc compile %s -t nvptx:sm_75 -o - | %disasm | FileCheck %s --check-prefix=OLD
// RUN: %clc compile %s -cl-opt-disable -t nvptx:sm_75 -o - | %disasm | FileCheck %s --check-prefix=OLD
// RUN: %clc compile %s -t amdgcn:gfx942 -o - | %disasm | FileCheck %s --check-prefix=AMD
// RUN: %clc compile %s -t amdgcn:gfx950 -o - | %disasm | FileCheck %s --check-prefix=WIDE
// RUN: %clc compile %s -t amdgcn:gfx1100 -o - | %disasm | FileCheck %s --check-prefix=PLAIN
// RUN: %clc compile %s -cl-opt-disable -t amdgcn:gfx1100 -o - | %disasm | FileCheck %s --check-prefix=PLAIN

// Each work-item copies 16 bytes in two rounds, or 4 in eight; the first wait leaves the newer copy under way.
// NVIDIA-LABEL: .entry two_tiles(
// NVIDIA: cp.async.commit_group;
// NVIDIA-COUNT-2: cp.async.cg.shared.global [{{.*}}], [{{.*}}], 16;
// NVIDIA-NOT: cp.async.ca
// NVIDIA: cp.async.commit_group;
// NVIDIA-COUNT-2: cp.async.cg.shared.global [{{.*}}], [{{.*}}], 16;
// NVIDIA-NOT: cp.async.ca
// NVIDIA: cp.async.wait_group 0;
// NVIDIA: bar.sync 0;
// NVIDIA: cp.async.wait_all;
// NVIDIA: bar.sync 0;

// OLD-NOT: cp.async
// OLD: ld.global
// OLD-NOT: cp.async

// AMD-LABEL: <two_tiles>:
// AMD-COUNT-16: global_load_lds_dword v
// AMD: s_waitcnt vmcnt(8)
// AMD-NOT: vmcnt
// AMD: s_barrier
// AMD-NOT: vmcnt
// AMD: ds_read
// AMD: s_waitcnt vmcnt(0)
// AMD: s_barrier

// WIDE-LABEL: <two_tiles>:
// WIDE-COUNT-4: global_load_lds_dwordx4 v
// WIDE: s_waitcnt vmcnt(2)
// WIDE: s_waitcnt vmcnt(0)

// PLAIN-NOT: lds_dword
// PLAIN: global_load
// PLAIN-NOT: lds_dword

__attribute__((reqd_work_group_size(128, 1, 1)))
kernel void two_tiles(global const float4* in, global float* out) {
  local float4 tile[2][256];
  event_t first = async_work_group_copy(tile[0], in, 256, 0);
  event_t second = async_work_group_copy(tile[1], in + 256, 256, 0);
  wait_group_events(1, &first);
  float4 sum = tile[0][get_local_id(0) ^ 1];
  wait_group_events(1, &second);
  sum += tile[1][get_local_id(0) ^ 1];
  out[get_global_id(0)] = sum.x + sum.y + sum.z + sum.w;
}
