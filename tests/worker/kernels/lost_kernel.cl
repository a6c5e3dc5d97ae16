// Execution of a kernel that the optimiser makes nothing of would run into what follows it.
// RUN: -w -DDO=through() -t spirv64
// FAIL: ^lost_kernel\.cl: error: kernel lost does something undefined on every path
// RUN: -w -DDO=through() -t spirv32
// FAIL: ^lost_kernel\.cl: error: kernel lost does something undefined on every path
// RUN: -w -DDO=through() -t nvptx:sm_80
// FAIL: ^lost_kernel\.cl: error: kernel lost does something undefined on every path
// RUN: -w -DDO=through() -t amdgcn:gfx942
// FAIL: ^lost_kernel\.cl: error: kernel lost does something undefined on every path
// RUN: -w -DDO=through() -t r600:cypress
// FAIL: ^lost_kernel\.cl: error: kernel lost does something undefined on every path
// RUN: -w -DDO=through() -t intel:dg2
// FAIL: ^lost_kernel\.cl: error: kernel lost does something undefined on every path
// RUN: -w -DDO=if(o[1])through() -t spirv64 -t spirv32 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress
// RUN: -w -DDO=if(o[1])through() -t intel:dg2
// RUN: -cl-opt-disable -w -DDO=through() -t spirv64 -t spirv32 -t nvptx:sm_80 -t amdgcn:gfx942
// Kernels that the source itself ends.
// RUN: -DDO=__builtin_unreachable() -t spirv64 -t spirv32 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress
// RUN: -DDO=end() -t spirv64 -t spirv32 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress
// RUN: -DDO=for(;;)o[0]+=1 -t spirv64 -t spirv32 -t nvptx:sm_80 -t amdgcn:gfx942
void through() {
  global int* nowhere;
  *nowhere = 1;
}
void end() { __builtin_unreachable(); }
kernel void lost(global int* o) { DO; }
kernel void other(global int* o) { o[0] = 1; }
