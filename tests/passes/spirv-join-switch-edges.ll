; RUN: clc-opt -passes=spirv-join-switch-edges -S %s | FileCheck %s

; CHECK-LABEL: @two_labels_of_one_block
define i32 @two_labels_of_one_block(i32 %x) {
entry:
  ; CHECK: switch i32 %x, label %other [
  ; CHECK-NEXT: i32 0, label %[[BOTH:.*]]
  ; CHECK-NEXT: i32 1, label %[[BOTH]]
  ; CHECK-NEXT: ]
  ; CHECK: [[BOTH]]:
  ; CHECK-NEXT: br label %next
  ; CHECK: next:
  ; CHECK-NEXT: phi i32 [ 2, %other ], [ 1, %[[BOTH]] ]
  switch i32 %x, label %other [
    i32 0, label %next
    i32 1, label %next
  ]
other:
  br label %next
next:
  %r = phi i32 [ 1, %entry ], [ 1, %entry ], [ 2, %other ]
  ret i32 %r
}

; CHECK-LABEL: @two_labels_without_phi
define i32 @two_labels_without_phi(i32 %x) {
entry:
  ; CHECK: i32 0, label %next{{$}}
  ; CHECK-NEXT: i32 1, label %next{{$}}
  switch i32 %x, label %other [
    i32 0, label %next
    i32 1, label %next
  ]
other:
  ret i32 2
next:
  ret i32 1
}

; CHECK-LABEL: @three_labels_of_one_block
define i32 @three_labels_of_one_block(i32 %x) {
entry:
  ; CHECK: i32 0, label %[[ALL:.*]]
  ; CHECK-NEXT: i32 1, label %[[ALL]]
  ; CHECK-NEXT: i32 2, label %[[ALL]]
  ; CHECK: [[ALL]]:
  ; CHECK-NEXT: br label %next
  ; CHECK-EMPTY:
  ; CHECK-NEXT: next:
  switch i32 %x, label %other [
    i32 0, label %next
    i32 1, label %next
    i32 2, label %next
  ]
other:
  br label %next
next:
  %r = phi i32 [ 1, %entry ], [ 1, %entry ], [ 1, %entry ], [ 2, %other ]
  ret i32 %r
}

; CHECK-LABEL: @one_label_each
define i32 @one_label_each(i32 %x) {
entry:
  ; CHECK: i32 0, label %next{{$}}
  ; CHECK-NEXT: i32 1, label %other
  switch i32 %x, label %last [
    i32 0, label %next
    i32 1, label %other
  ]
last:
  ret i32 3
other:
  br label %next
next:
  ; CHECK: phi i32 [ 1, %entry ], [ 2, %other ]
  %r = phi i32 [ 1, %entry ], [ 2, %other ]
  ret i32 %r
}
