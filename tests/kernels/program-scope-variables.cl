// RUN: %clc compile %s -t spirv64:1.2 -o - | %disasm | FileCheck %s --check-prefix=SPIRV
// SPIRV: OpVariable %{{[^ ]+}} UniformConstant
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --check-prefix=NVPTX
// NVPTX: {{\.const \.align 16 \.b8 table\[1024\]|\.const \.align 16 \.b32 table\[256\]}}
// RUN: %clc compile %s -t spirv64:1.2 -t nvptx:sm_90 -cl-std=CL2.0 -DV2 -o - | %valid
constant int table[256] = {3, 1, 4};
constant float factor = 2.5f;
#ifdef V2
global int counter = 7;
static global int hidden[4];
int bump(void) {
  static global int calls = 0;
  return ++calls + hidden[2] + counter++;
}
#else
int bump(void) { return 0; }
#endif
kernel void k(global float* o) {
  local int shared_row[64];
  const int own[] = {8, 6, 4, 2};
  shared_row[get_local_id(0)] = table[(int)o[0] & 255] + own[(int)o[1] & 3];
  barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] = shared_row[0] * factor + bump();
}
