// Names beyond ASCII, which PTX does not have. A kernel is refused because the application asks for its name; others are renamed.
// RUN: -t nvptx:sm_90 -DKERNEL=k
// CHECK nvptx: \.entry k\(
// RUN: -t nvptx:sm_90 -DKERNEL=größe
// FAIL: ^nvptx_names\.cl.*error: .*größe.*PTX
// RUN: -t spirv64 -DKERNEL=größe
// CHECK spirv64: OpEntryPoint Kernel .* "größe"
// PTX or LLVM's backend has these names for itself.
// RUN: -t nvptx:sm_90 -DKERNEL=k -DNAME=WARP_SZ
// CHECK-NOT nvptx: WARP_SZ
// RUN: -cl-opt-disable -g -t nvptx:sm_90 -DKERNEL=k -DNAME=k_param_0
// CHECK-NOT nvptx: k_param_0\[
// RUN: -cl-opt-disable -t nvptx:sm_90 -DKERNEL=k -DNAME=param0
// RUN: -cl-opt-disable -t nvptx:sm_90 -DKERNEL=k -DNAME=func_retval0
// CHECK-NOT nvptx: func_retval0\[
// RUN: -cl-opt-disable -t nvptx:sm_90 -DKERNEL=k -DNAME=__local_depot0
// CHECK-NOT nvptx: __local_depot0\[24
// RUN: -t nvptx:sm_90 -DKERNEL=k -DNAME=_
// RUN: -t nvptx:sm_90 -DKERNEL=k -DNAME=add
// CHECK nvptx: \badd\[
// RUN: -t nvptx:sm_90 -DKERNEL=WARP_SZ
// FAIL: ^nvptx_names\.cl: error: PTX cannot have a kernel of the name WARP_SZ.*; give it another one
// RUN: -t nvptx:sm_90 -DKERNEL=_
// FAIL: error: PTX cannot have a kernel of the name _,
// RUN: -t nvptx:sm_90 -DKERNEL=k -DSECOND=k_param_1
// FAIL: error: PTX cannot have a kernel of the name k_param_1, which a parameter of k has
// RUN: -t nvptx:sm_90 -DKERNEL=k -DSECOND=other_param_1
// RUN: -t spirv64 -t amdgcn:gfx942 -DKERNEL=WARP_SZ
#ifndef NAME
#define NAME tabelleä
#endif
constant int NAME[6] = {1, 2, 3, 4, 5, 6};
__attribute__((noinline)) int verdopple_ö(int x) { return 2 * x; }
__attribute__((noinline)) int verdopple_ü(int x) { return 3 * x; }
kernel void KERNEL(global int* o) { o[0] = verdopple_ö(o[1]) + verdopple_ü(o[2]) + NAME[o[3] & 3]; }
#ifdef SECOND
kernel void SECOND(global int* o, int n) { o[0] = n; }
#endif
