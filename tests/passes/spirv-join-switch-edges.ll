; RUN: clc-opt -mtriple=spirv64 -passes=spirv-join-switch-edges -S %s | FileCheck %s

; CHECK-LABEL: @two_labels(
; CHECK-NEXT: entry:
; CHECK-NEXT: switch i32 %x, label %a [
; CHECK-NEXT: i32 1, label %[[S:.*]]
; CHECK-NEXT: i32 2, label %[[S]]
; CHECK-NEXT: ]
; CHECK: a:
; CHECK-NEXT: br label %b
; CHECK: [[S]]:
; CHECK-NEXT: br label %b
; CHECK: b:
; CHECK-NEXT: %r = phi i32 [ 5, %a ], [ 7, %[[S]] ]
; CHECK-NEXT: ret i32 %r
define i32 @two_labels(i32 %x) {
entry:
  switch i32 %x, label %a [
    i32 1, label %b
    i32 2, label %b
  ]
a:
  br label %b
b:
  %r = phi i32 [ 5, %a ], [ 7, %entry ], [ 7, %entry ]
  ret i32 %r
}

; One new block for all labels, the default among them.
; CHECK-LABEL: @three_labels(
; CHECK-NEXT: entry:
; CHECK-NEXT: switch i32 %x, label %[[S:.*]] [
; CHECK-NEXT: i32 1, label %[[S]]
; CHECK-NEXT: i32 2, label %[[S]]
; CHECK-NEXT: i32 3, label %a
; CHECK-NEXT: ]
; CHECK-EMPTY:
; CHECK-NEXT: a:
; CHECK-NEXT: br label %b
; CHECK-EMPTY:
; CHECK-NEXT: [[S]]:
; CHECK-NEXT: br label %b
; CHECK-EMPTY:
; CHECK-NEXT: b:
; CHECK-NEXT: %r = phi i32 [ 5, %a ], [ 7, %[[S]] ]
; CHECK-NEXT: ret i32 %r
; CHECK-NEXT: }
define i32 @three_labels(i32 %x) {
entry:
  switch i32 %x, label %b [
    i32 1, label %b
    i32 2, label %b
    i32 3, label %a
  ]
a:
  br label %b
b:
  %r = phi i32 [ 5, %a ], [ 7, %entry ], [ 7, %entry ], [ 7, %entry ]
  ret i32 %r
}

; CHECK-LABEL: @two_blocks(
; CHECK: switch i32 %x, label %a [
; CHECK-NEXT: i32 1, label %[[B:.*]]
; CHECK-NEXT: i32 2, label %[[C:.*]]
; CHECK-NEXT: i32 3, label %[[B]]
; CHECK-NEXT: i32 4, label %[[C]]
; CHECK: b:
; CHECK-NEXT: phi i32 [ 5, %a ], [ 7, %[[B]] ]
; CHECK: c:
; CHECK-NEXT: phi i32 [ 6, %b ], [ 8, %[[C]] ]
define i32 @two_blocks(i32 %x) {
entry:
  switch i32 %x, label %a [
    i32 1, label %b
    i32 2, label %c
    i32 3, label %b
    i32 4, label %c
  ]
a:
  br label %b
b:
  %q = phi i32 [ 5, %a ], [ 7, %entry ], [ 7, %entry ]
  br label %c
c:
  %r = phi i32 [ 6, %b ], [ 8, %entry ], [ 8, %entry ]
  ret i32 %r
}

; CHECK-LABEL: @one_label(
; CHECK-NEXT: entry:
; CHECK-NEXT: switch i32 %x, label %a [
; CHECK-NEXT: i32 1, label %b
; CHECK-NEXT: ]
; CHECK: %r = phi i32 [ 5, %a ], [ 7, %entry ]
define i32 @one_label(i32 %x) {
entry:
  switch i32 %x, label %a [
    i32 1, label %b
  ]
a:
  br label %b
b:
  %r = phi i32 [ 5, %a ], [ 7, %entry ]
  ret i32 %r
}

; CHECK-LABEL: @no_phi(
; CHECK-NEXT: entry:
; CHECK-NEXT: switch i32 %x, label %a [
; CHECK-NEXT: i32 1, label %b
; CHECK-NEXT: i32 2, label %b
; CHECK-NEXT: ]
; CHECK-EMPTY:
; CHECK-NEXT: a:
; CHECK-NEXT: br label %b
; CHECK-EMPTY:
; CHECK-NEXT: b:
; CHECK-NEXT: ret void
define void @no_phi(i32 %x) {
entry:
  switch i32 %x, label %a [
    i32 1, label %b
    i32 2, label %b
  ]
a:
  br label %b
b:
  ret void
}

; CHECK-LABEL: @branch(
; CHECK-NEXT: entry:
; CHECK-NEXT: br i1 %c, label %[[S:.*]], label %[[S]]
; CHECK: [[S]]:
; CHECK-NEXT: br label %b
; CHECK: b:
; CHECK-NEXT: %r = phi i32 [ 7, %[[S]] ]
define i32 @branch(i1 %c) {
entry:
  br i1 %c, label %b, label %b
b:
  %r = phi i32 [ 7, %entry ], [ 7, %entry ]
  ret i32 %r
}
