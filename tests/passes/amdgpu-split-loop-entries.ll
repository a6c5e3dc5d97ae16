; RUN: clc-opt -passes=amdgpu-split-loop-entries -S %s | FileCheck %s
; What LLVM's pass makes of it, and what without ours.
; RUN: clc-opt -passes=amdgpu-split-loop-entries,fix-irreducible -S %s | FileCheck %s --check-prefix=WITH
; RUN: clc-opt -passes=fix-irreducible -S %s | FileCheck %s --check-prefix=WITHOUT

; LLVM takes %b for the header.
; CHECK-LABEL: @header_and_other_entry(
; CHECK: a:
; CHECK-NEXT: phi i32 [ %n, %entry ], [ %y, %[[TO:latch.a_crit_edge]] ]
; CHECK: latch:
; CHECK-NEXT: br i1 %c, label %[[TO]], label %b
; CHECK: [[TO]]:
; CHECK-NEXT: br label %a
; WITH-LABEL: @header_and_other_entry(
; WITH: a:
; WITH-NEXT: phi i32 [ {{.*}}, %latch.a_crit_edge ], [ {{.*}}, %irr.guard{{[0-9]*}} ]
; WITHOUT-LABEL: @header_and_other_entry(
; WITHOUT: a:
; WITHOUT-NEXT: add
define i32 @header_and_other_entry(i1 %e, i1 %c, i32 %n, i32 %m) {
entry:
  br i1 %e, label %a, label %b
a:
  %x = phi i32 [ %n, %entry ], [ %y, %latch ]
  %x1 = add i32 %x, -2
  br label %join
b:
  %z = phi i32 [ %m, %entry ], [ %y, %latch ]
  %z1 = add i32 %z, -1
  br label %join
join:
  %y = phi i32 [ %z1, %b ], [ %x1, %a ]
  %ends = icmp slt i32 %y, 0
  br i1 %ends, label %exit, label %latch
latch:
  br i1 %c, label %a, label %b
exit:
  ret i32 %y
}

; CHECK-LABEL: @header_is_the_first_successor(
; CHECK: br i1 %c, label %b, label %latch.a_crit_edge
define i32 @header_is_the_first_successor(i1 %e, i1 %c, i32 %n, i32 %m) {
entry:
  br i1 %e, label %a, label %b
a:
  %x = phi i32 [ %n, %entry ], [ %y, %latch ]
  %x1 = add i32 %x, -2
  br label %join
b:
  %z = phi i32 [ %m, %entry ], [ %y, %latch ]
  %z1 = add i32 %z, -1
  br label %join
join:
  %y = phi i32 [ %z1, %b ], [ %x1, %a ]
  %ends = icmp slt i32 %y, 0
  br i1 %ends, label %exit, label %latch
latch:
  br i1 %c, label %b, label %a
exit:
  ret i32 %y
}

; A branch of the inner of two loops to entries of the outer one.
; CHECK-LABEL: @inner_loop(
; CHECK: br i1 %c, label %inner.a_crit_edge, label %b
define i32 @inner_loop(i1 %e, i1 %c, i1 %d, i32 %n, i32 %m) {
entry:
  br i1 %e, label %a, label %b
a:
  %x = phi i32 [ %n, %entry ], [ %i, %inner ]
  br label %before
b:
  %z = phi i32 [ %m, %entry ], [ %i, %inner ]
  br label %before
before:
  %y = phi i32 [ %x, %a ], [ %z, %b ]
  br label %loop
loop:
  %i = phi i32 [ %y, %before ], [ %next, %more ]
  %ends = icmp slt i32 %i, 0
  br i1 %ends, label %exit, label %test
test:
  br i1 %d, label %more, label %inner
more:
  %next = add i32 %i, -3
  br label %loop
inner:
  br i1 %c, label %a, label %b
exit:
  ret i32 %i
}

; Without the pass an edge leads past the guard.
; CHECK-LABEL: @both_edges_to_the_header(
; CHECK: br i1 %c, label %[[TO:latch.b_crit_edge]], label %b
; CHECK: [[TO]]:
; CHECK-NEXT: br label %b
; WITH-LABEL: @both_edges_to_the_header(
; WITH: br i1 %c, label %latch.b_crit_edge, label %irr.guard
; WITH: latch.b_crit_edge:
; WITH-NEXT: br label %irr.guard
; WITHOUT-LABEL: @both_edges_to_the_header(
; WITHOUT: br i1 %c, label %irr.guard, label %b
define i32 @both_edges_to_the_header(i1 %e, i1 %c, i32 %n, i32 %m) {
entry:
  br i1 %e, label %a, label %b
a:
  %x = phi i32 [ %n, %entry ], [ %z, %b ]
  %ends = icmp slt i32 %x, 0
  br i1 %ends, label %exit, label %latch
b:
  %z = phi i32 [ %m, %entry ], [ %x, %latch ], [ %x, %latch ]
  br label %a
latch:
  br i1 %c, label %b, label %b
exit:
  ret i32 %x
}

; The blocks below stay as they are.
; CHECK-LABEL: @entry_without_phis(
; CHECK-NOT: crit_edge
define i32 @entry_without_phis(i1 %e, ptr %p) {
entry:
  br i1 %e, label %a, label %b
a:
  store i32 1, ptr %p
  br label %latch
b:
  store i32 2, ptr %p
  br label %latch
latch:
  %c = load volatile i1, ptr %p
  %d = load volatile i1, ptr %p
  br i1 %d, label %exit, label %again
again:
  br i1 %c, label %a, label %b
exit:
  ret i32 0
}

; CHECK-LABEL: @one_entry_and_a_block_inside(
; CHECK-NOT: crit_edge
define i32 @one_entry_and_a_block_inside(i1 %c, i1 %d, i32 %n) {
entry:
  br label %head
head:
  %x = phi i32 [ %n, %entry ], [ %y, %latch ]
  br i1 %d, label %body, label %skip
skip:
  br label %body
body:
  %y = phi i32 [ %x, %head ], [ 7, %skip ], [ 8, %latch ]
  %ends = icmp slt i32 %y, 0
  br i1 %ends, label %exit, label %latch
latch:
  br i1 %c, label %head, label %body
exit:
  ret i32 %y
}

; Edges from outside, and an inner edge to each entry from a block of its own.
; CHECK-LABEL: @blocks_of_their_own(
; CHECK-NOT: crit_edge
define i32 @blocks_of_their_own(i1 %e, i1 %c, i32 %n, i32 %m) {
entry:
  br i1 %e, label %a, label %b
a:
  %x = phi i32 [ %n, %entry ], [ 5, %b ], [ %z, %more ]
  %ends = icmp slt i32 %x, 0
  br i1 %ends, label %exit, label %b
b:
  %z = phi i32 [ %m, %entry ], [ %x, %a ]
  br i1 %c, label %a, label %more
more:
  br label %a
exit:
  ret i32 %x
}
