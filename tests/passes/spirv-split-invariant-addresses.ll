; RUN: clc-opt -passes='spirv-split-invariant-addresses' -S %s | FileCheck %s
; Each function has one loop with %k from 0 to 7; %i is the index.

; CHECK-LABEL: @splits_index(
; CHECK: %i = or disjoint
; CHECK-NEXT: [[ROW:%.*]] = getelementptr float, ptr addrspace(1) %p, i64 %row
; CHECK-NEXT: [[ELEMENT:%.*]] = getelementptr float, ptr addrspace(1) [[ROW]], i64 %k
; CHECK: store float 0.000000e+00, ptr addrspace(1) [[ELEMENT]]
define void @splits_index(ptr addrspace(1) %p, i64 %row) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %n, %loop ]
  %i = or disjoint i64 %k, %row
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 0.0, ptr addrspace(1) %a
  %n = add i64 %k, 1
  %more = icmp ult i64 %n, 8
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @splits_extended_index(
; CHECK: [[WIDE:%.*]] = zext i32 %row to i64
; CHECK-NEXT: [[ROW:%.*]] = getelementptr float, ptr addrspace(1) %p, i64 [[WIDE]]
; CHECK-NEXT: [[K:%.*]] = zext i32 %k to i64
; CHECK-NEXT: getelementptr float, ptr addrspace(1) [[ROW]], i64 [[K]]
; CHECK: [[WIDE:%.*]] = sext i32 %row to i64
define void @splits_extended_index(ptr addrspace(1) %p, i32 %row) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %n, %loop ]
  %i = or disjoint i32 %row, %k
  %w = zext i32 %i to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %w
  store float 0.0, ptr addrspace(1) %a
  %v = sext i32 %i to i64
  %b = getelementptr float, ptr addrspace(1) %p, i64 %v
  store float 0.0, ptr addrspace(1) %b
  %n = add i32 %k, 1
  %more = icmp ult i32 %n, 8
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @keeps_or_with_common_bits(
; CHECK: store float 0.000000e+00, ptr addrspace(1) %a
define void @keeps_or_with_common_bits(ptr addrspace(1) %p, i64 %row) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %n, %loop ]
  %i = or i64 %k, %row
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 0.0, ptr addrspace(1) %a
  %n = add i64 %k, 1
  %more = icmp ult i64 %n, 8
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @keeps_sum(
; CHECK: store float 0.000000e+00, ptr addrspace(1) %a
define void @keeps_sum(ptr addrspace(1) %p, i64 %row) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %n, %loop ]
  %i = add i64 %k, %row
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 0.0, ptr addrspace(1) %a
  %n = add i64 %k, 1
  %more = icmp ult i64 %n, 8
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @keeps_first_of_several_indices(
; CHECK: store float 0.000000e+00, ptr addrspace(1) %a
define void @keeps_first_of_several_indices(ptr addrspace(1) %p, i64 %row) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %n, %loop ]
  %i = or disjoint i64 %k, %row
  %a = getelementptr [4 x float], ptr addrspace(1) %p, i64 %i, i64 1
  store float 0.0, ptr addrspace(1) %a
  %n = add i64 %k, 1
  %more = icmp ult i64 %n, 8
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @keeps_varying_pointer(
; CHECK: store float 0.000000e+00, ptr addrspace(1) %a
define void @keeps_varying_pointer(ptr addrspace(1) %p, i64 %row) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %n, %loop ]
  %q = phi ptr addrspace(1) [ %p, %entry ], [ %a, %loop ]
  %i = or disjoint i64 %k, %row
  %a = getelementptr float, ptr addrspace(1) %q, i64 %i
  store float 0.0, ptr addrspace(1) %a
  %n = add i64 %k, 1
  %more = icmp ult i64 %n, 8
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @keeps_varying_parts(
; CHECK: store float 0.000000e+00, ptr addrspace(1) %a
define void @keeps_varying_parts(ptr addrspace(1) %p, i64 %row) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %n, %loop ]
  %n = add i64 %k, 1
  %i = or disjoint i64 %k, %n
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 0.0, ptr addrspace(1) %a
  %more = icmp ult i64 %n, 8
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @keeps_index_of_invariant_parts(
; CHECK: store float 0.000000e+00, ptr addrspace(1) %a
define void @keeps_index_of_invariant_parts(ptr addrspace(1) %p, i64 %row, i64 %column) {
entry:
  %i = or disjoint i64 %column, %row
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %n, %loop ]
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 0.0, ptr addrspace(1) %a
  %n = add i64 %k, 1
  %more = icmp ult i64 %n, 8
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @keeps_index_outside_of_loops(
; CHECK: store float 0.000000e+00, ptr addrspace(1) %a
define void @keeps_index_outside_of_loops(ptr addrspace(1) %p, i64 %row, i64 %column) {
  %i = or disjoint i64 %column, %row
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 0.0, ptr addrspace(1) %a
  ret void
}
