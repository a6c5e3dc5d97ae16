; A block of 4 500 instructions, split behind each 2 000, where the chip has VOPD and waves of 32. %t.mir is written here.
; RUN: awk 'BEGIN { print "---\nname: long\nbody: |\n  bb.0:"; for (i = 0; i < 4500; ++i) print "    $vgpr0 = V_MOV_B32_e32 " i ", implicit $exec"; print "    S_ENDPGM 0\n..." }' > %t.mir
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 -run-machine-passes=amdgpu-split-long-regions %t.mir | FileCheck %s
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 -mattr=+wavefrontsize64 -run-machine-passes=amdgpu-split-long-regions %t.mir | FileCheck %s --check-prefix=NONE
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1030 -run-machine-passes=amdgpu-split-long-regions %t.mir | FileCheck %s --check-prefix=NONE
; CHECK-NOT: SCHED_BARRIER
; CHECK: V_MOV_B32_e32 1999,
; CHECK-NEXT: SCHED_BARRIER 0
; CHECK-NEXT: V_MOV_B32_e32 2000,
; CHECK-NOT: SCHED_BARRIER
; CHECK: V_MOV_B32_e32 3999,
; CHECK-NEXT: SCHED_BARRIER 0
; CHECK-NEXT: V_MOV_B32_e32 4000,
; CHECK-NOT: SCHED_BARRIER
; NONE-NOT: SCHED_BARRIER

; A block of 2 000 instructions, the last of which ends it, stays whole.
; RUN: awk 'BEGIN { print "---\nname: short\nbody: |\n  bb.0:"; for (i = 0; i < 2000; ++i) print "    $vgpr0 = V_MOV_B32_e32 " i ", implicit $exec"; print "    S_ENDPGM 0\n..." }' > %t.mir
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 -run-machine-passes=amdgpu-split-long-regions %t.mir | FileCheck %s --check-prefix=NONE

; In the code generator, behind the scheduler, with and without the pass.
; RUN: awk 'BEGIN { print "define amdgpu_kernel void @chain(ptr addrspace(1) %%p, i32 %%x) {\n  %%a0 = load volatile i32, ptr addrspace(1) %%p"; for (i = 0; i < 1500; ++i) print "  %%b" i " = mul i32 %%a" i ", %%x\n  %%a" i + 1 " = xor i32 %%b" i ", %%a" i; print "  store i32 %%a1500, ptr addrspace(1) %%p\n  ret void\n}" }' > %t.ll
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 -passes=print-assembly -disable-output -print-after=postmisched %t.ll 2>&1 | FileCheck %s --check-prefix=ASSEMBLY
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 -disable-clc-pass=amdgpu-split-long-regions -passes=print-assembly -disable-output -print-after=postmisched %t.ll 2>&1 | FileCheck %s --check-prefix=WITHOUT
; ASSEMBLY: S_XOR_B32
; ASSEMBLY: SCHED_BARRIER 0
; ASSEMBLY: S_XOR_B32
; WITHOUT: S_XOR_B32
; WITHOUT-NOT: SCHED_BARRIER
