// Names beyond ASCII, which PTX does not have. A kernel is refused because the application asks for its name; others are renamed.
// RUN: %clc compile %s -t nvptx:sm_90 -DKERNEL=k -o - | %disasm | FileCheck %s --implicit-check-not=verdopple --implicit-check-not=tabelle
// CHECK: .entry k(
// RUN: not %clc compile %s -t nvptx:sm_90 -DKERNEL=größe -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED: nvptx-names.cl{{.*}}error: {{.*}}größe{{.*}}PTX
// RUN: %clc compile %s -t spirv64 -DKERNEL=größe -o - | %disasm | FileCheck %s --check-prefix=SPIRV
// SPIRV: OpEntryPoint Kernel {{.*}} "größe"
// PTX or LLVM's backend has these names for itself; others it has not.
// RUN: %clc compile %s -t nvptx:sm_90 -cl-opt-disable -g -DKERNEL=k -DNAME=k_param_0 -o - | %disasm | FileCheck %s --check-prefix=PARAMETER --implicit-check-not='k_param_0['
// PARAMETER: .const {{.*}} clc_renamed{{[0-9]*}}[24]
// RUN: %clc compile %s -t nvptx:sm_90 -DKERNEL=k -DNAME=add -o - | %disasm | FileCheck %s --check-prefix=ADD
// ADD: .b8 add[24]
// RUN: not %clc compile %s -t nvptx:sm_90 -DKERNEL=WARP_SZ -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=RESERVED
// RESERVED: nvptx-names.cl: error: PTX cannot have a kernel of the name WARP_SZ{{.*}}; give it another one
// RUN: %clc compile %s -t spirv64 -t amdgcn:gfx942 -DKERNEL=WARP_SZ -o - | %valid
#ifndef NAME
#define NAME tabelleä
#endif
constant int NAME[6] = {1, 2, 3, 4, 5, 6};
__attribute__((noinline)) int verdopple_ö(int x) { return 2 * x; }
__attribute__((noinline)) int verdopple_ü(int x) { return 3 * x; }
kernel void KERNEL(global int* o) { o[0] = verdopple_ö(o[1]) + verdopple_ü(o[2]) + NAME[o[3] & 3]; }
