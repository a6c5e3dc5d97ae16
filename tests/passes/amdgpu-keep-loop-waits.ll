; Single instructions, and where the pass must not fire, are in amdgpu-keep-loop-waits.mir.
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -run-machine-passes=amdgpu-keep-loop-waits %S/amdgpu-keep-loop-waits.mir | FileCheck %S/amdgpu-keep-loop-waits.mir
; In the code generator, and what it writes without the pass.
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -passes=print-assembly -disable-output %s | FileCheck %s
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -disable-clc-pass=amdgpu-keep-loop-waits -passes=print-assembly -disable-output %s | FileCheck %s --check-prefix=WITHOUT

; The write of an iteration is done before the barrier of the next one.
; CHECK-LABEL: barriers:
; CHECK: .LBB0_2:
; CHECK-NEXT: s_waitcnt lgkmcnt(0)
; CHECK-NEXT: s_barrier
; WITHOUT-LABEL: barriers:
; WITHOUT: .LBB0_2:
; WITHOUT-NOT: s_waitcnt
; WITHOUT: s_barrier
@sums = internal addrspace(3) global [16 x i32] poison
define amdgpu_kernel void @barriers(ptr addrspace(1) %p, i32 %rounds) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr i32, ptr addrspace(3) @sums, i32 %id
  %none = icmp eq i32 %rounds, 0
  br i1 %none, label %nothing, label %loop
loop:
  %round = phi i32 [ 0, %entry ], [ %next, %loop ]
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %sum = load i32, ptr addrspace(3) @sums
  %more = add i32 %sum, %id
  store i32 %more, ptr addrspace(3) %mine
  %next = add i32 %round, 1
  %done = icmp eq i32 %next, %rounds
  br i1 %done, label %end, label %loop
end:
  store i32 %more, ptr addrspace(1) %p
  ret void
nothing:
  ret void
}
