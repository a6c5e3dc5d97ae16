// Memory that is declared as bytes and accessed as vectors is aligned for vectors, also where drivers set it aside.
// RUN: %clc compile %s -t nvptx:sm_50 -o - | %disasm | FileCheck %s --check-prefix=NVPTX
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --check-prefix=NVPTX
// NVPTX: .{{(const|global)}} .align 16 .b8 bytes[37]
// NVPTX-LABEL: .entry k(
// NVPTX: .ptr .shared .align 16 k_param_0
// NVPTX: .ptr .shared .align 128 k_param_1
// NVPTX: .ptr .global .align 1 k_param_2
// NVPTX: .shared .align 16 .b8 k_$_own[100]
// NVPTX: .shared .align 2 .b8 k_$_small[3]
// NVPTX: ld.shared.v4.b32
// RUN: %clc compile %s -t amdgcn:gfx90a --dump-dir %t -o %t.clcpack && FileCheck %s --check-prefix=AMDGCN --input-file=%t/alignment.amdgcn_gfx90a.isa
// AMDGCN: ds_read_b128
// AMDGCN: .pointee_align: 16
// AMDGCN: .pointee_align: 128
// RUN: %clc compile %s -t spirv64:1.2 -o - | %disasm | FileCheck %s --check-prefix=SPIRV
// SPIRV: OpDecorate %k_own Alignment 16
// RUN: %clc compile %s -t nvptx:sm_90 -O0 -o - | %disasm | FileCheck %s --check-prefix=O0
// O0-LABEL: .entry k(
// O0: .ptr .shared .align 16 k_param_0
// O0: .local .align 16
// O0: .shared .align 16 .b8 k_$_own[100]
constant uchar bytes[37] = {1, 2, 3};
kernel void k(local uchar* given, local long16* wide, global uchar* o, int n) {
  local uchar own[100];
  local uchar small[3];
  private uchar alone[16];
  const int i = get_local_id(0);
  ((local uint4*)own)[i] = ((local uint4*)given)[i];
  small[n] = n;
  wide[i] = n + small[0];
  *(private uint4*)alone = ((constant uint4*)bytes)[n];
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint4 sum = ((local uint4*)own)[n] + ((local uint4*)given)[n] + (uint)wide[n].s3;
  o[i] = sum.x + sum.y + sum.z + sum.w + alone[n];
}
