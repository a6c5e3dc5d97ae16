// Memory that is declared as bytes and accessed as vectors is aligned for vectors, also where drivers set it aside.
// RUN: -t nvptx:sm_50 -t nvptx:sm_90 -t amdgcn:gfx90a -t spirv64:1.2
// CHECK nvptx: \.ptr \.shared \.align 16 k_param_0
// CHECK nvptx: \.ptr \.shared \.align 128 k_param_1
// CHECK nvptx: \.ptr \.global \.align 1 k_param_2
// CHECK nvptx: \.shared \.align 16 \.b8 k_\$_own\[100\]
// CHECK nvptx: \.shared \.align 2 \.b8 k_\$_small\[3\]
// CHECK nvptx: \.(const|global) \.align 16 \.b8 bytes\[37\]
// CHECK nvptx: ld\.shared\.v4\.b32
// CHECK amdgcn: \.pointee_align: +16
// CHECK amdgcn: \.pointee_align: +128
// CHECK amdgcn: ds_read_b128
// CHECK spirv: OpDecorate %k_own Alignment 16
// RUN: -O0 -t nvptx:sm_90
// CHECK nvptx: \.ptr \.shared \.align 16 k_param_0
// CHECK nvptx: \.shared \.align 16 \.b8 k_\$_own\[100\]
// CHECK nvptx: \.local \.align 16
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
