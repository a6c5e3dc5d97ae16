// Execution of a kernel that the optimiser makes nothing of would run into what follows it.
// RUN: --keep-going -w -DDO=through() -t nvptx:sm_80 -t amdgcn:gfx942
// FAIL: ^lost_kernel\.cl: error: kernel lost does something undefined on every path
// RUN: -w -DDO=if(o[1])through() -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942
// RUN: -cl-opt-disable -w -DDO=through() -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942
// Kernels that the source itself ends.
// RUN: -DDO=__builtin_unreachable() -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942
// RUN: -DDO=end() -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942
// RUN: -DDO=for(;;)o[0]+=1 -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942
void through() {
  global int* nowhere;
  *nowhere = 1;
}
void end() { __builtin_unreachable(); }
kernel void lost(global int* o) { DO; }
kernel void other(global int* o) { o[0] = 1; }
