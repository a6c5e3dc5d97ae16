; RUN: clc-opt -passes=spirv-narrow-counters -S %s | FileCheck %s

declare spir_func i64 @_Z13get_global_idj(i32)

; CHECK-LABEL: @counts_in_32_bits(
; CHECK: loop:
; CHECK-NEXT: [[K:%[0-9]+]] = phi i32 [ 0, %guard ], [ [[N:%[0-9]+]], %loop ]
; CHECK-NEXT: [[WIDE:%[0-9]+]] = zext i32 [[K]] to i64
; CHECK-NEXT: %a = getelementptr float, ptr addrspace(1) %p, i64 [[WIDE]]
; CHECK: [[N]] = add i32 [[K]], 1
; CHECK-NEXT: [[DONE:%[0-9]+]] = icmp eq i32 [[N]], %count
; CHECK-NEXT: br i1 [[DONE]], label %exit, label %loop
define void @counts_in_32_bits(ptr addrspace(1) %p, i32 %count) {
entry:
  %any = icmp sgt i32 %count, 0
  br i1 %any, label %guard, label %exit
guard:
  %limit = zext nneg i32 %count to i64
  br label %loop
loop:
  %k = phi i64 [ 0, %guard ], [ %n, %loop ]
  %a = getelementptr float, ptr addrspace(1) %p, i64 %k
  store float 0.0, ptr addrspace(1) %a
  %n = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %n, %limit
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; CHECK-LABEL: @counts_to_constant(
; CHECK: phi i32 [ 2, %entry ]
; CHECK: add i32 {{%[0-9]+}}, 3
; CHECK-NEXT: icmp ult i32 {{%[0-9]+}}, -1294967296
define void @counts_to_constant(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 2, %entry ], [ %n, %loop ]
  %a = getelementptr float, ptr addrspace(1) %p, i64 %k
  store float 0.0, ptr addrspace(1) %a
  %n = add i64 %k, 3
  %more = icmp ult i64 %n, 3000000000
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @divergent_address(
; CHECK: %k = phi i64
define void @divergent_address(ptr addrspace(1) %p) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %n, %loop ]
  %i = add i64 %id, %k
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 0.0, ptr addrspace(1) %a
  %n = add i64 %k, 1
  %more = icmp ult i64 %n, 30
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @limit_of_64_bits(
; CHECK: %k = phi i64
define void @limit_of_64_bits(ptr addrspace(1) %p, i64 %count) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %n, %loop ]
  %a = getelementptr float, ptr addrspace(1) %p, i64 %k
  store float 0.0, ptr addrspace(1) %a
  %n = add i64 %k, 1
  %more = icmp ult i64 %n, %count
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @constant_of_64_bits(
; CHECK: %k = phi i64
define void @constant_of_64_bits(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %n, %loop ]
  %a = getelementptr float, ptr addrspace(1) %p, i64 %k
  store float 0.0, ptr addrspace(1) %a
  %n = add i64 %k, 1
  %more = icmp ult i64 %n, 4294967297
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; The loop leaves by the other exit: the limit, of which the low 32 bits are 10, is never met.
; CHECK-LABEL: @constant_of_64_bits_that_is_not_met(
; CHECK: %k = phi i64
; CHECK: icmp eq i64 %n, 4294967306
define void @constant_of_64_bits_that_is_not_met(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %n, %latch ]
  %a = getelementptr float, ptr addrspace(1) %p, i64 %k
  store float 0.0, ptr addrspace(1) %a
  %few = icmp ult i64 %k, 20
  br i1 %few, label %latch, label %exit
latch:
  %n = add i64 %k, 1
  %done = icmp eq i64 %n, 4294967306
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; CHECK-LABEL: @limit_first(
; CHECK: %k = phi i64
; CHECK: icmp ult i64 30, %n
define void @limit_first(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %n, %loop ]
  %a = getelementptr float, ptr addrspace(1) %p, i64 %k
  store float 0.0, ptr addrspace(1) %a
  %n = add i64 %k, 1
  %done = icmp ult i64 30, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; The last sum is 2^32.
; CHECK-LABEL: @overflows(
; CHECK: %k = phi i64
define void @overflows(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 1, %entry ], [ %n, %loop ]
  %a = getelementptr float, ptr addrspace(1) %p, i64 %k
  store float 0.0, ptr addrspace(1) %a
  %n = add i64 %k, 3
  %more = icmp ult i64 %n, 4294967295
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @starts_at_variable(
; CHECK: %k = phi i64
define void @starts_at_variable(ptr addrspace(1) %p, i32 %first) {
entry:
  %start = zext i32 %first to i64
  br label %loop
loop:
  %k = phi i64 [ %start, %entry ], [ %n, %loop ]
  %a = getelementptr float, ptr addrspace(1) %p, i64 %k
  store float 0.0, ptr addrspace(1) %a
  %n = add i64 %k, 1
  %more = icmp ult i64 %n, 30
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @steps_by_variable(
; CHECK: %k = phi i64
define void @steps_by_variable(ptr addrspace(1) %p, i64 %step) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %n, %loop ]
  %a = getelementptr float, ptr addrspace(1) %p, i64 %k
  store float 0.0, ptr addrspace(1) %a
  %n = add nuw i64 %k, %step
  %more = icmp ult i64 %n, 30
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @is_no_sum(
; CHECK: %k = phi i64
define void @is_no_sum(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 1, %entry ], [ %n, %loop ]
  %a = getelementptr float, ptr addrspace(1) %p, i64 %k
  store float 0.0, ptr addrspace(1) %a
  %n = shl nuw i64 %k, 1
  %more = icmp ult i64 %n, 30
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @is_no_counter(
; CHECK: %k = phi i64
define void @is_no_counter(ptr addrspace(1) %p, i64 %other) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %n, %loop ]
  %a = getelementptr float, ptr addrspace(1) %p, i64 %k
  store float 0.0, ptr addrspace(1) %a
  %n = add i64 %other, 1
  %more = icmp ult i64 %n, 30
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @signed_test(
; CHECK: %k = phi i64
define void @signed_test(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %n, %loop ]
  %a = getelementptr float, ptr addrspace(1) %p, i64 %k
  store float 0.0, ptr addrspace(1) %a
  %n = add nsw i64 %k, 1
  %more = icmp slt i64 %n, 30
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @uses_sum(
; CHECK: %k = phi i64
define i64 @uses_sum(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %n, %loop ]
  %a = getelementptr float, ptr addrspace(1) %p, i64 %k
  store float 0.0, ptr addrspace(1) %a
  %n = add i64 %k, 1
  %more = icmp ult i64 %n, 30
  br i1 %more, label %loop, label %exit
exit:
  ret i64 %n
}

; CHECK-LABEL: @two_tests(
; CHECK: %k = phi i64
define i1 @two_tests(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %n, %loop ]
  %a = getelementptr float, ptr addrspace(1) %p, i64 %k
  store float 0.0, ptr addrspace(1) %a
  %n = add i64 %k, 1
  %other = icmp ult i64 %n, 20
  %more = icmp ult i64 %n, 30
  br i1 %more, label %loop, label %exit
exit:
  ret i1 %other
}

; CHECK-LABEL: @two_ways_in(
; CHECK: %k = phi i64
define void @two_ways_in(ptr addrspace(1) %p, i1 %other) {
entry:
  br i1 %other, label %loop, label %before
before:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ 0, %before ], [ %n, %loop ]
  %a = getelementptr float, ptr addrspace(1) %p, i64 %k
  store float 0.0, ptr addrspace(1) %a
  %n = add i64 %k, 1
  %more = icmp ult i64 %n, 30
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @counts_in_32_bits_already(
; CHECK: %k = phi i32
; CHECK-NEXT: %a = getelementptr float, ptr addrspace(1) %p, i32 %k
define void @counts_in_32_bits_already(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %n, %loop ]
  %a = getelementptr float, ptr addrspace(1) %p, i32 %k
  store float 0.0, ptr addrspace(1) %a
  %n = add i32 %k, 1
  %more = icmp ult i32 %n, 30
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
