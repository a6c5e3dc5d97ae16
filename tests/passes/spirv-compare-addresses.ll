; RUN: clc-opt -mtriple=spirv64 -passes=spirv-compare-addresses -S %s | FileCheck --check-prefixes=CHECK,WIDE %s
; RUN: clc-opt -mtriple=spirv32 -passes=spirv-compare-addresses -S %s | FileCheck --check-prefixes=CHECK,NARROW %s

; CHECK-LABEL: @pointers(
; WIDE-NEXT: [[P:%.*]] = ptrtoint ptr addrspace(1) %p to i64
; WIDE-NEXT: [[Q:%.*]] = ptrtoint ptr addrspace(1) %q to i64
; WIDE-NEXT: %c = icmp eq i64 [[P]], [[Q]]
; NARROW-NEXT: [[P:%.*]] = ptrtoint ptr addrspace(1) %p to i32
; NARROW-NEXT: [[Q:%.*]] = ptrtoint ptr addrspace(1) %q to i32
; NARROW-NEXT: %c = icmp eq i32 [[P]], [[Q]]
; CHECK-NEXT: ret i1 %c
define i1 @pointers(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %c = icmp eq ptr addrspace(1) %p, %q
  ret i1 %c
}

; CHECK-LABEL: @order(
; WIDE-NEXT: [[P:%.*]] = ptrtoint ptr %p to i64
; WIDE-NEXT: [[Q:%.*]] = ptrtoint ptr %q to i64
; WIDE-NEXT: %c = icmp ult i64 [[P]], [[Q]]
define i1 @order(ptr %p, ptr %q) {
  %c = icmp ult ptr %p, %q
  ret i1 %c
}

; CHECK-LABEL: @null(
; WIDE-NEXT: [[P:%.*]] = ptrtoint ptr %p to i64
; WIDE-NEXT: %c = icmp ne i64 [[P]], 0
define i1 @null(ptr %p) {
  %c = icmp ne ptr %p, null
  ret i1 %c
}

; Two comparisons in one function, one of them in another block.
; CHECK-LABEL: @each(
; WIDE: icmp eq i64
; CHECK: next:
; WIDE: icmp ne i64
define i1 @each(ptr %p, ptr %q) {
  %c = icmp eq ptr %p, %q
  br i1 %c, label %next, label %end
next:
  %d = icmp ne ptr %p, %q
  br label %end
end:
  %r = phi i1 [ %c, %0 ], [ %d, %next ]
  ret i1 %r
}

; CHECK-LABEL: @integers(
; CHECK-NEXT: %c = icmp eq i64 %p, %q
; CHECK-NEXT: ret i1 %c
define i1 @integers(i64 %p, i64 %q) {
  %c = icmp eq i64 %p, %q
  ret i1 %c
}

; CHECK-LABEL: @integers_of_another_width(
; CHECK-NEXT: %c = icmp slt i8 %p, %q
; CHECK-NEXT: ret i1 %c
define i1 @integers_of_another_width(i8 %p, i8 %q) {
  %c = icmp slt i8 %p, %q
  ret i1 %c
}

; CHECK-LABEL: @no_comparison(
; CHECK-NEXT: %s = select i1 %c, ptr %p, ptr %q
; CHECK-NEXT: store ptr %p, ptr %q
; CHECK-NEXT: ret ptr %s
define ptr @no_comparison(i1 %c, ptr %p, ptr %q) {
  %s = select i1 %c, ptr %p, ptr %q
  store ptr %p, ptr %q
  ret ptr %s
}
