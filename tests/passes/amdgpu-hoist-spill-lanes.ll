; Single instructions, and where the pass must not fire, are in amdgpu-hoist-spill-lanes.mir.
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -run-machine-passes=amdgpu-hoist-spill-lanes %S/amdgpu-hoist-spill-lanes.mir | FileCheck %S/amdgpu-hoist-spill-lanes.mir
; In the code generator, and what it writes without the pass.
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -clc-codegen-level=0 -passes=print-assembly -disable-output %s | FileCheck %s
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -clc-codegen-level=0 -disable-clc-pass=amdgpu-hoist-spill-lanes -passes=print-assembly -disable-output %s | FileCheck %s --check-prefix=WITHOUT

; The inner loop reads the register with the masks before it writes them into it, where they are kept at its end.
; CHECK-LABEL: loops:
; CHECK: .LBB0_2:
; CHECK: v_accvgpr_read_b32 [[LANES:v[0-9]+]], [[KEPT:a[0-9]+]]
; CHECK: v_accvgpr_read_b32 [[MASKS:v[0-9]+]], [[KEPT_MASKS:a[0-9]+]]
; CHECK-NEXT: s_mov_b64 exec
; CHECK: v_writelane_b32 [[MASKS]], s{{[0-9]+}}, 0
; CHECK: v_accvgpr_write_b32 [[KEPT_MASKS]], [[MASKS]]
; CHECK: s_cbranch_execz .LBB0_4
; WITHOUT-LABEL: loops:
; WITHOUT: .LBB0_2:
; WITHOUT: v_writelane_b32 [[MASKS:v[0-9]+]], s{{[0-9]+}}, 0
; WITHOUT: v_accvgpr_write_b32 [[KEPT_MASKS:a[0-9]+]], [[MASKS]]
; WITHOUT: s_cbranch_execz .LBB0_4
; WITHOUT: v_accvgpr_read_b32 [[MASKS]], [[KEPT_MASKS]]
define amdgpu_kernel void @loops(ptr addrspace(1) %p, <16 x i32> %a, <16 x i32> %b, <16 x i32> %c, i32 %n) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %inner.latch ]
  %k = add i32 %j, %id
  %leaves = icmp ugt i32 %k, %n
  br i1 %leaves, label %latch, label %inner.latch
inner.latch:
  %j.next = add i32 %j, 1
  %goes.on = icmp ult i32 %j.next, 4
  br i1 %goes.on, label %inner, label %latch
latch:
  %i.next = add i32 %i, %k
  %again = icmp ult i32 %i.next, %id
  br i1 %again, label %outer, label %end
end:  ; so many uniform values are spilled, too, that the masks of the inner loop are the first of a register
  store volatile <16 x i32> %a, ptr addrspace(1) %p
  store volatile <16 x i32> %b, ptr addrspace(1) %p
  store volatile <16 x i32> %c, ptr addrspace(1) %p
  ret void
}
