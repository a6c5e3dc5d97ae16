; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -mcpu=sm_90 -passes=nvptx-invert-latch-branches -S %s | FileCheck %s

; The condition is inverted in place where nothing else needs it.
; CHECK-LABEL: @leaves_where_condition_holds(
; CHECK: [[C:%.*]] = icmp ne i32 %next, %n
; CHECK-NEXT: br i1 [[C]], label %loop, label %exit
; CHECK-NOT: br
define void @leaves_where_condition_holds(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; CHECK-LABEL: @condition_used_again(
; CHECK: [[C:%.*]] = icmp eq i32 %next, %n
; CHECK: [[N:%.*]] = xor i1 [[C]], true
; CHECK: br i1 [[N]], label %loop, label %exit
; CHECK: ret i1 [[C]]
define i1 @condition_used_again(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret i1 %done
}

; Weights go with their targets.
; CHECK-LABEL: @weights(
; CHECK: br i1 %{{.*}}, label %loop, label %exit, !prof [[W:![0-9]+]]
define void @weights(i1 %done) {
entry:
  br label %loop
loop:
  br i1 %done, label %exit, label %loop, !prof !0
exit:
  ret void
}

; CHECK-LABEL: @stays_where_condition_holds(
; CHECK: [[C:%.*]] = icmp ne i32 %next, %n
; CHECK-NEXT: br i1 [[C]], label %loop, label %exit
define void @stays_where_condition_holds(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %again = icmp ne i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @both_ways_back(
; CHECK: loop:
; CHECK-NEXT: [[C:%.*]] = icmp eq i32 %x, %n
; CHECK-NEXT: br i1 [[C]], label %loop, label %loop
define void @both_ways_back(i32 %x, i32 %n) {
entry:
  br label %loop
loop:
  %c = icmp eq i32 %x, %n
  br i1 %c, label %loop, label %loop
}

; CHECK-LABEL: @no_loop(
; CHECK-NEXT: [[C:%.*]] = icmp eq i32 %x, %n
; CHECK-NEXT: br i1 [[C]], label %a, label %b
define void @no_loop(i32 %x, i32 %n) {
  %c = icmp eq i32 %x, %n
  br i1 %c, label %a, label %b
a:
  ret void
b:
  ret void
}

; CHECK-LABEL: @more_blocks(
; CHECK: [[C:%.*]] = icmp eq i32 %x, %n
; CHECK-NEXT: br i1 [[C]], label %exit, label %loop
define void @more_blocks(i32 %x, i32 %n) {
entry:
  br label %loop
loop:
  br label %latch
latch:
  %c = icmp eq i32 %x, %n
  br i1 %c, label %exit, label %loop
exit:
  ret void
}

; CHECK-LABEL: @unconditional(
; CHECK: loop:
; CHECK-NEXT: br label %loop
define void @unconditional() {
entry:
  br label %loop
loop:
  br label %loop
}

; CHECK-LABEL: @no_branch(
; CHECK: loop:
; CHECK-NEXT: switch i32 %x, label %exit [
; CHECK-NEXT: i32 0, label %loop
define void @no_branch(i32 %x) {
entry:
  br label %loop
loop:
  switch i32 %x, label %exit [ i32 0, label %loop ]
exit:
  ret void
}

; CHECK: [[W]] = !{!"branch_weights", i32 99, i32 1}
!0 = !{!"branch_weights", i32 1, i32 99}
