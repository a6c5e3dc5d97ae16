; RUN: clc-opt -passes=spirv-test-loops-first -S %s | FileCheck %s

declare void @converges() convergent
declare float @next(float)

; The value at the exit is that of the loop's own phi.
; CHECK-LABEL: @tests_first(
; CHECK: %any = icmp ne i32 %most, 0
; CHECK-NEXT: br label %[[TEST:[0-9]+]]
; CHECK: [[TEST]]:
; CHECK-NEXT: [[GO:%[0-9]+]] = phi i1 [ %any, %guard ], [ %more, %body ]
; CHECK-NEXT: %v = phi float [ %first, %guard ], [ %next, %body ]
; CHECK-NEXT: %n = phi i32 [ 0, %guard ], [ %inc, %body ]
; CHECK-NEXT: br i1 [[GO]], label %body, label %exit
; CHECK: body:
; CHECK-NEXT: call float @next(float %v)
; CHECK: %more = and i1 %small, %few
; CHECK-NEXT: br label %[[TEST]], !llvm.loop
; CHECK: exit:
; CHECK-NEXT: ret i32 %n
define i32 @tests_first(float %first, i32 %most) {
guard:
  %any = icmp ne i32 %most, 0
  br i1 %any, label %body, label %exit
body:
  %v = phi float [ %first, %guard ], [ %next, %body ]
  %n = phi i32 [ 0, %guard ], [ %inc, %body ]
  %next = call float @next(float %v)
  %inc = add i32 %n, 1
  %small = fcmp olt float %next, 4.0
  %few = icmp ult i32 %inc, %most
  %more = and i1 %small, %few
  br i1 %more, label %body, label %exit, !llvm.loop !0
exit:
  %r = phi i32 [ 0, %guard ], [ %inc, %body ]
  ret i32 %r
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}

; A guard that goes to the exit where the loop goes on is inverted; the value at the exit gets a phi of its own.
; CHECK-LABEL: @inverts_guard(
; CHECK: %none = icmp ne i32 %most, 0
; CHECK-NEXT: br label %[[TEST:[0-9]+]]
; CHECK: [[TEST]]:
; CHECK-NEXT: [[R:%[0-9]+]] = phi i32 [ 7, %guard ], [ 8, %latch ]
; CHECK-NEXT: [[GO:%[0-9]+]] = phi i1 [ %none, %guard ], [ %more, %latch ]
; CHECK-NEXT: %v = phi float
; CHECK-NEXT: br i1 [[GO]], label %body, label %exit
; CHECK: exit:
; CHECK-NEXT: ret i32 [[R]]
define i32 @inverts_guard(float %first, i32 %most) {
guard:
  %none = icmp eq i32 %most, 0
  br i1 %none, label %exit, label %body
body:
  %v = phi float [ %first, %guard ], [ %next, %latch ]
  %next = call float @next(float %v)
  br label %latch
latch:
  %more = fcmp olt float %next, 4.0
  br i1 %more, label %body, label %exit
exit:
  %r = phi i32 [ 7, %guard ], [ 8, %latch ]
  ret i32 %r
}

; A condition with other uses is negated beside them. Other ways to the exit stay.
; CHECK-LABEL: @negates_guard(
; CHECK: guard:
; CHECK-NEXT: [[NOT:%[0-9]+]] = xor i1 %none, true
; CHECK-NEXT: br label %[[TEST:[0-9]+]]
; CHECK: [[TEST]]:
; CHECK: phi i1 [ [[NOT]], %guard ], [ %more, %body ]
; CHECK: exit:
; CHECK-NEXT: %r = phi i32 [ 1, %entry ], [ [[R:%[0-9]+]], %[[TEST]] ]
define i32 @negates_guard(float %first, i32 %most, i1 %other, ptr %p) {
entry:
  %none = icmp eq i32 %most, 0
  store i1 %none, ptr %p
  br i1 %other, label %guard, label %exit
guard:
  br i1 %none, label %exit, label %body
body:
  %v = phi float [ %first, %guard ], [ %next, %body ]
  %next = call float @next(float %v)
  %more = fcmp olt float %next, 4.0
  br i1 %more, label %body, label %exit
exit:
  %r = phi i32 [ 1, %entry ], [ 2, %guard ], [ 3, %body ]
  ret i32 %r
}

; Both loops of a nest, of which the inner one's exit is the outer one's latch.
; CHECK-LABEL: @nest(
; CHECK: guard:
; CHECK-NEXT: br label %[[OUTER:[0-9]+]]
; CHECK: [[OUTER]]:
; CHECK: br i1 %{{[0-9]+}}, label %outer, label %exit
; CHECK: outer:
; CHECK: br label %[[INNER:[0-9]+]]
; CHECK: [[INNER]]:
; CHECK: br i1 %{{[0-9]+}}, label %inner, label %latch
; CHECK: inner:
; CHECK: br label %[[INNER]]
; CHECK: latch:
; CHECK: br label %[[OUTER]]
define float @nest(float %first, i1 %any) {
guard:
  br i1 %any, label %outer, label %exit
outer:
  %v = phi float [ %first, %guard ], [ %w, %latch ]
  %small = fcmp olt float %v, 1.0
  br i1 %small, label %inner, label %latch
inner:
  %u = phi float [ %v, %outer ], [ %next, %inner ]
  %next = call float @next(float %u)
  %more = fcmp olt float %next, 4.0
  br i1 %more, label %inner, label %latch
latch:
  %w = phi float [ %v, %outer ], [ %next, %inner ]
  %again = fcmp olt float %w, 9.0
  br i1 %again, label %outer, label %exit
exit:
  %r = phi float [ 0.0, %guard ], [ %w, %latch ]
  ret float %r
}

; CHECK-LABEL: @counted(
; CHECK: br i1 %any, label %body, label %exit
define void @counted(float %first, i32 %most) {
guard:
  %any = icmp ne i32 %most, 0
  br i1 %any, label %body, label %exit
body:
  %v = phi float [ %first, %guard ], [ %next, %body ]
  %n = phi i32 [ 0, %guard ], [ %inc, %body ]
  %next = call float @next(float %v)
  %inc = add i32 %n, 1
  %more = icmp ult i32 %inc, %most
  br i1 %more, label %body, label %exit
exit:
  ret void
}

; CHECK-LABEL: @hoisted(
; CHECK: br i1 %any, label %before, label %exit
define void @hoisted(i1 %any, ptr %p) {
guard:
  br i1 %any, label %before, label %exit
before:
  %first = load float, ptr %p
  br label %body
body:
  %v = phi float [ %first, %before ], [ %next, %body ]
  %next = call float @next(float %v)
  %more = fcmp olt float %next, 4.0
  br i1 %more, label %body, label %exit
exit:
  ret void
}

; CHECK-LABEL: @unguarded(
; CHECK: entry:
; CHECK-NEXT: br label %body
define float @unguarded(float %first) {
entry:
  br label %body
body:
  %v = phi float [ %first, %entry ], [ %next, %body ]
  %next = call float @next(float %v)
  %more = fcmp olt float %next, 4.0
  br i1 %more, label %body, label %exit
exit:
  ret float %next
}

; CHECK-LABEL: @guarded_for_another_exit(
; CHECK: br i1 %any, label %body, label %other
define void @guarded_for_another_exit(float %first, i1 %any) {
guard:
  br i1 %any, label %body, label %other
body:
  %v = phi float [ %first, %guard ], [ %next, %body ]
  %next = call float @next(float %v)
  %more = fcmp olt float %next, 4.0
  br i1 %more, label %body, label %exit
exit:
  ret void
other:
  ret void
}

; CHECK-LABEL: @two_exits(
; CHECK: br i1 %any, label %body, label %exit
define void @two_exits(float %first, i1 %any) {
guard:
  br i1 %any, label %body, label %exit
body:
  %v = phi float [ %first, %guard ], [ %next, %latch ]
  %next = call float @next(float %v)
  %large = fcmp ogt float %next, 9.0
  br i1 %large, label %exit, label %latch
latch:
  %more = fcmp olt float %next, 4.0
  br i1 %more, label %body, label %exit
exit:
  ret void
}

; CHECK-LABEL: @leaves_in_the_middle(
; CHECK: br i1 %any, label %body, label %exit
define void @leaves_in_the_middle(float %first, i1 %any) {
guard:
  br i1 %any, label %body, label %exit
body:
  %v = phi float [ %first, %guard ], [ %next, %latch ]
  %next = call float @next(float %v)
  %more = fcmp olt float %next, 4.0
  br i1 %more, label %latch, label %exit
latch:
  br label %body
exit:
  ret void
}

; CHECK-LABEL: @convergent(
; CHECK: br i1 %any, label %body, label %exit
define void @convergent(float %first, i1 %any) {
guard:
  br i1 %any, label %body, label %exit
body:
  %v = phi float [ %first, %guard ], [ %next, %body ]
  call void @converges() convergent
  %next = call float @next(float %v)
  %more = fcmp olt float %next, 4.0
  br i1 %more, label %body, label %exit
exit:
  ret void
}

; The test's branch has the weights, an unconditional one must not.
; CHECK-LABEL: @weighted(
; CHECK: guard:
; CHECK-NEXT: br label %[[TEST:[0-9]+]]{{$}}
; CHECK: [[TEST]]:
; CHECK: br i1 %{{[0-9]+}}, label %body, label %exit, !prof ![[WEIGHTS:[0-9]+]]{{$}}
; CHECK: %more = fcmp
; CHECK-NEXT: br label %[[TEST]], !llvm.loop !{{[0-9]+$}}
define void @weighted(float %first, i1 %any) {
guard:
  br i1 %any, label %body, label %exit, !prof !3
body:
  %v = phi float [ %first, %guard ], [ %next, %body ]
  %next = call float @next(float %v)
  %more = fcmp olt float %next, 4.0
  br i1 %more, label %body, label %exit, !prof !2, !llvm.loop !0
exit:
  ret void
}
; CHECK: ![[WEIGHTS]] = !{!"branch_weights", i32 2000, i32 1}
!2 = !{!"branch_weights", i32 2000, i32 1}
!3 = !{!"branch_weights", i32 7, i32 1}
