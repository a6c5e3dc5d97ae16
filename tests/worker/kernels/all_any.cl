// RUN: -t spirv64:1.2 -t nvptx:sm_90
// CHECK-NOT spirv64: OpAll|OpAny
#define BOTH(T) o[0] = all(((global T*)p)[1]); o[1] = any(((global T*)p)[2]);
kernel void k(global int* o, global void* p) {
  BOTH(char) BOTH(short2) BOTH(int3) BOTH(int4) BOTH(long8) BOTH(char16)
}
