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
; CHECK-NEXT: %[[W:.*]] = call { float, float } asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,0,1,~{memory}"(float %p0, float %p1)
; CHECK-NEXT: extractvalue { float, float } %[[W]], 0
; CHECK-NEXT: extractvalue { float, float } %[[W]], 1
; CHECK-NEXT: insertelement
; CHECK-NEXT: %[[ALL:.*]] = insertelement
; CHECK-NEXT: br label
; CHECK: phi <2 x float> [ zeroinitializer, %entry ], [ %[[ALL]], %[[EXIT]]
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

; A loop with two exits waits on both edges, and what reads the sums reads what the wait gives.
; CHECK-LABEL: @two_exits(
; CHECK: loop:
; CHECK: br i1 %stops, label %[[FIRST:.*]], label %more
; CHECK: [[FIRST]]:
; CHECK-NEXT: %[[W:.*]] = call { float, float } asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,0,1,~{memory}"(float %b, float %a)
; CHECK-NEXT: extractvalue
; CHECK-NEXT: %[[A:.*]] = extractvalue { float, float } %[[W]], 1
; CHECK: br label %exit
; CHECK: more:
; CHECK: wgmma.mma_async
; CHECK-NOT: wgmma.wait_group
; CHECK: br i1 %goes_on, label %loop, label %[[SECOND:.*]]
; CHECK: [[SECOND]]:
; CHECK-NEXT: %[[W2:.*]] = call {{.*}} asm sideeffect "wgmma.wait_group.sync.aligned 0;", {{.*}}(float %p.1, float %p.0)
; CHECK-NEXT: extractvalue
; CHECK-NEXT: %[[P:.*]] = extractvalue {{.*}} %[[W2]], 1
; CHECK: exit:
; CHECK-NEXT: %last = phi float [ %[[A]], %[[FIRST]] ], [ %[[P]], %{{.*}} ]
; CHECK: fmul float %last
define void @two_exits(ptr %to, i1 %stops, i1 %goes_on) {
entry:
  br label %loop

loop:
  %a = phi float [ 0.0, %entry ], [ %w.0, %more ]
  %b = phi float [ 0.0, %entry ], [ %w.1, %more ]
  br i1 %stops, label %exit, label %more

more:
  %p = call { float, float } asm sideeffect "wgmma.mma_async", "=f,=f,0,1,~{memory}"(float %a, float %b)
  %p.0 = extractvalue { float, float } %p, 0
  %p.1 = extractvalue { float, float } %p, 1
  %w = call { float, float } asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,0,1,~{memory}"(float %p.0, float %p.1)
  %w.0 = extractvalue { float, float } %w, 0
  %w.1 = extractvalue { float, float } %w, 1
  br i1 %goes_on, label %loop, label %exit

exit:
  %last = phi float [ %a, %loop ], [ %w.0, %more ]
  %other = phi float [ %b, %loop ], [ %w.1, %more ]
  %doubled = fmul float %last, 2.0
  store float %doubled, ptr %to
  store float %other, ptr %to
  ret void
}

; Behind an inner loop, the outer one reads the sums.
; CHECK-LABEL: @inner(
; CHECK: inner:
; CHECK: wgmma.mma_async
; CHECK-NOT: wgmma.wait_group
; CHECK: br i1 %goes_on, label %inner, label %[[EXIT:.*]]
; CHECK: [[EXIT]]:
; CHECK-NEXT: call { float, float } asm sideeffect "wgmma.wait_group.sync.aligned 0;"
; CHECK: %[[SUM:.*]] = extractvalue {{.*}}, 1
; CHECK: fmul float %[[SUM]], 2.0
; CHECK-NOT: wgmma.wait_group
; CHECK: ret void
define void @inner(ptr %to, i1 %goes_on, i1 %again) {
entry:
  br label %outer

outer:
  %x = phi float [ 0.0, %entry ], [ %scaled, %after ]
  br label %inner

inner:
  %a = phi float [ %x, %outer ], [ %w.0, %inner ]
  %b = phi float [ 0.0, %outer ], [ %w.1, %inner ]
  %p = call { float, float } asm sideeffect "wgmma.mma_async", "=f,=f,0,1,~{memory}"(float %a, float %b)
  %p.0 = extractvalue { float, float } %p, 0
  %p.1 = extractvalue { float, float } %p, 1
  %w = call { float, float } asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,0,1,~{memory}"(float %p.0, float %p.1)
  %w.0 = extractvalue { float, float } %w, 0
  %w.1 = extractvalue { float, float } %w, 1
  br i1 %goes_on, label %inner, label %after

after:
  %scaled = fmul float %w.0, 2.0
  br i1 %again, label %outer, label %end

end:
  store float %scaled, ptr %to
  store float %w.1, ptr %to
  ret void
}

; A product in one arm: the exit waits for the sum of both.
; CHECK-LABEL: @one_arm(
; CHECK: arm:
; CHECK: wgmma.mma_async
; CHECK-NOT: wgmma.wait_group
; CHECK: %sum = phi float [ %a, %loop ], [ %p.0, %arm ]
; CHECK: br i1 %goes_on, label %loop, label %[[EXIT:.*]]
; CHECK: [[EXIT]]:
; CHECK-NEXT: call {{.*}} asm sideeffect "wgmma.wait_group.sync.aligned 0;", {{.*}}(float %sum)
define void @one_arm(ptr %to, i1 %takes, i1 %goes_on) {
entry:
  br label %loop

loop:
  %a = phi float [ 0.0, %entry ], [ %sum, %both ]
  br i1 %takes, label %arm, label %both

arm:
  %p = call { float, float } asm sideeffect "wgmma.mma_async", "=f,=f,0,1,~{memory}"(float %a, float %a)
  %p.0 = extractvalue { float, float } %p, 0
  %p.1 = extractvalue { float, float } %p, 1
  %w = call { float, float } asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,0,1,~{memory}"(float %p.0, float %p.1)
  %w.0 = extractvalue { float, float } %w, 0
  %w.1 = extractvalue { float, float } %w, 1
  br label %both

both:
  %sum = phi float [ %a, %loop ], [ %w.0, %arm ]
  br i1 %goes_on, label %loop, label %exit

exit:
  store float %sum, ptr %to
  ret void
}

; What the wait gives goes on as a struct: it waits where it is.
; CHECK-LABEL: @structs(
; CHECK: loop:
; CHECK: wgmma.mma_async
; CHECK: %w = call { float, float } asm sideeffect "wgmma.wait_group
; CHECK: ret void
define void @structs(ptr %to, i1 %goes_on) {
entry:
  br label %loop

loop:
  %all = phi { float, float } [ zeroinitializer, %entry ], [ %w, %loop ]
  %a = extractvalue { float, float } %all, 0
  %b = extractvalue { float, float } %all, 1
  %p = call { float, float } asm sideeffect "wgmma.mma_async", "=f,=f,0,1,~{memory}"(float %a, float %b)
  %p.0 = extractvalue { float, float } %p, 0
  %p.1 = extractvalue { float, float } %p, 1
  %w = call { float, float } asm sideeffect "wgmma.wait_group.sync.aligned 0;", "=f,=f,0,1,~{memory}"(float %p.0, float %p.1)
  br i1 %goes_on, label %loop, label %exit

exit:
  store { float, float } %w, ptr %to
  ret void
}
