; RUN: clc-opt -mtriple=nvptx64-nvidia-cuda -mcpu=sm_90a -passes=nvptx-overlap-group-products -S %s | FileCheck %s

; The loop's sums are read behind it: there they are waited for, in a block of its own, and not in the loop.
; CHECK-LABEL: @read_behind(
; CHECK: loop:
; CHECK-NEXT: phi <2 x float> [ zeroinitializer, %entry ], [ %all, %loop ]
; CHECK: wgmma.mma_async
; CHECK-NOT: wgmma.wait_group
; CHECK: %all = insertelement
; CHECK: br i1 %goes_on, label %loop, label %[[EXIT:.*]]
; CHECK: [[EXIT]]:
; CHECK-NEXT: call void asm sideeffect "wgmma.wait_group.sync.aligned 0;", "~{memory}"()
; CHECK-NEXT: br label
; CHECK: phi <2 x float> [ zeroinitializer, %entry ], [ %all, %[[EXIT]]
; CHECK: store <2 x float>
define void @read_behind(ptr %to, i1 %goes_on, i1 %begins) {
entry:
  br i1 %begins, label %loop, label %exit

loop:
  %sums = phi <2 x float> [ zeroinitializer, %entry ], [ %all, %loop ]
  %a = extractelement <2 x float> %sums, i64 0
  %b = extractelement <2 x float> %sums, i64 1
  %p = call { float, float } asm sideeffect "wgmma.mma_async", "=f,=f,0,1,~{memory}"(float %a, float %b)
  %p0 = extractvalue { float, float } %p, 0
  %p1 = extractvalue { float, float } %p, 1
  %w = call { float, float } asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,0,1,~{memory}"(float %p0, float %p1)
  %w0 = extractvalue { float, float } %w, 0
  %w1 = extractvalue { float, float } %w, 1
  %some = insertelement <2 x float> poison, float %w0, i64 0
  %all = insertelement <2 x float> %some, float %w1, i64 1
  br i1 %goes_on, label %loop, label %exit

exit:
  %last = phi <2 x float> [ zeroinitializer, %entry ], [ %all, %loop ]
  store <2 x float> %last, ptr %to
  ret void
}

; The loop reads them: it waits.
; CHECK-LABEL: @read_inside(
; CHECK: loop:
; CHECK: wgmma.mma_async
; CHECK: call { float, float } asm sideeffect "wgmma.wait_group
; CHECK: fmul
; CHECK-NOT: wgmma.wait_group
; CHECK: ret void
define void @read_inside(ptr %to, i1 %goes_on) {
entry:
  br label %loop

loop:
  %a = phi float [ 0.0, %entry ], [ %scaled, %loop ]
  %b = phi float [ 0.0, %entry ], [ %w1, %loop ]
  %p = call { float, float } asm sideeffect "wgmma.mma_async", "=f,=f,0,1,~{memory}"(float %a, float %b)
  %p0 = extractvalue { float, float } %p, 0
  %p1 = extractvalue { float, float } %p, 1
  %w = call { float, float } asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,0,1,~{memory}"(float %p0, float %p1)
  %w0 = extractvalue { float, float } %w, 0
  %w1 = extractvalue { float, float } %w, 1
  %scaled = fmul float %w0, 2.0
  br i1 %goes_on, label %loop, label %exit

exit:
  store float %w1, ptr %to
  ret void
}

; Without a loop, it is waited for where it is.
; CHECK-LABEL: @once(
; CHECK: wgmma.mma_async
; CHECK: call { float, float } asm sideeffect "wgmma.wait_group
define void @once(ptr %to, float %a, float %b) {
  %p = call { float, float } asm sideeffect "wgmma.mma_async", "=f,=f,0,1,~{memory}"(float %a, float %b)
  %p0 = extractvalue { float, float } %p, 0
  %p1 = extractvalue { float, float } %p, 1
  %w = call { float, float } asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,0,1,~{memory}"(float %p0, float %p1)
  %w0 = extractvalue { float, float } %w, 0
  store float %w0, ptr %to
  ret void
}
