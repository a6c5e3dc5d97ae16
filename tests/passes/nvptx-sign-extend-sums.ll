; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -mcpu=sm_90 -passes=nvptx-sign-extend-sums -S %s | FileCheck %s

declare void @use(ptr)

; CHECK-LABEL: @neighbours(
; CHECK: [[E:%.*]] = sext i32 %s to i64
; CHECK-NEXT: getelementptr float, ptr %p, i64 [[E]]
; CHECK: [[F:%.*]] = sext i32 %t to i64
; CHECK-NEXT: getelementptr float, ptr %p, i64 [[F]]
define void @neighbours(ptr %p, i32 %i, i32 %first) {
  %s = sub nsw i32 %i, %first
  %e = zext nneg i32 %s to i64
  %a = getelementptr float, ptr %p, i64 %e
  call void @use(ptr %a)
  %i1 = add nsw i32 %i, 1
  %t = sub nsw i32 %i1, %first
  %f = zext nneg i32 %t to i64
  %b = getelementptr float, ptr %p, i64 %f
  call void @use(ptr %b)
  ret void
}

; Constants on both sides, several of them, and sums as well as differences.
; CHECK-LABEL: @constants_everywhere(
; CHECK: sext i32 %s to i64
; CHECK: sext i32 %t to i64
; CHECK: sext i32 %u to i64
define void @constants_everywhere(ptr %p, i32 %i, i32 %j) {
  %i1 = add nsw i32 %i, 1
  %i2 = sub nsw i32 %i1, 5
  %s = add nsw i32 %i2, %j
  %e = zext nneg i32 %s to i64
  %a = getelementptr float, ptr %p, i64 %e
  call void @use(ptr %a)
  %j1 = add nsw i32 %j, 9
  %t = add nsw i32 %i, %j1
  %f = zext nneg i32 %t to i64
  %b = getelementptr float, ptr %p, i64 %f
  call void @use(ptr %b)
  %u = add nsw i32 %i, %j
  %g = zext nneg i32 %u to i64
  %c = getelementptr float, ptr %p, i64 %g
  call void @use(ptr %c)
  ret void
}

; CHECK-LABEL: @alone(
; CHECK: zext nneg i32 %s to i64
define void @alone(ptr %p, i32 %i, i32 %first) {
  %s = sub nsw i32 %i, %first
  %e = zext nneg i32 %s to i64
  %a = getelementptr float, ptr %p, i64 %e
  call void @use(ptr %a)
  ret void
}

; CHECK-LABEL: @sum_and_difference(
; CHECK: zext nneg i32 %s to i64
; CHECK: zext nneg i32 %t to i64
define void @sum_and_difference(ptr %p, i32 %i, i32 %j) {
  %s = sub nsw i32 %i, %j
  %e = zext nneg i32 %s to i64
  %a = getelementptr float, ptr %p, i64 %e
  call void @use(ptr %a)
  %t = add nsw i32 %i, %j
  %f = zext nneg i32 %t to i64
  %b = getelementptr float, ptr %p, i64 %f
  call void @use(ptr %b)
  ret void
}

; CHECK-LABEL: @left_sides_differ(
; CHECK: zext nneg i32 %s to i64
; CHECK: zext nneg i32 %t to i64
define void @left_sides_differ(ptr %p, i32 %i, i32 %j, i32 %first) {
  %s = sub nsw i32 %i, %first
  %e = zext nneg i32 %s to i64
  %a = getelementptr float, ptr %p, i64 %e
  call void @use(ptr %a)
  %t = sub nsw i32 %j, %first
  %f = zext nneg i32 %t to i64
  %b = getelementptr float, ptr %p, i64 %f
  call void @use(ptr %b)
  ret void
}

; CHECK-LABEL: @right_sides_differ(
; CHECK: zext nneg i32 %s to i64
; CHECK: zext nneg i32 %t to i64
define void @right_sides_differ(ptr %p, i32 %i, i32 %first, i32 %second) {
  %s = sub nsw i32 %i, %first
  %e = zext nneg i32 %s to i64
  %a = getelementptr float, ptr %p, i64 %e
  call void @use(ptr %a)
  %t = sub nsw i32 %i, %second
  %f = zext nneg i32 %t to i64
  %b = getelementptr float, ptr %p, i64 %f
  call void @use(ptr %b)
  ret void
}

; A side may be a sum of variables, which are no constants.
; CHECK-LABEL: @differ_by_a_variable(
; CHECK: zext nneg i32 %s to i64
; CHECK: zext nneg i32 %t to i64
define void @differ_by_a_variable(ptr %p, i32 %i, i32 %j, i32 %first) {
  %s = sub nsw i32 %i, %first
  %e = zext nneg i32 %s to i64
  %a = getelementptr float, ptr %p, i64 %e
  call void @use(ptr %a)
  %i1 = add nsw i32 %i, %j
  %t = sub nsw i32 %i1, %first
  %f = zext nneg i32 %t to i64
  %b = getelementptr float, ptr %p, i64 %f
  call void @use(ptr %b)
  ret void
}

; CHECK-LABEL: @side_may_overflow(
; CHECK: zext nneg i32 %s to i64
; CHECK: zext nneg i32 %t to i64
define void @side_may_overflow(ptr %p, i32 %i, i32 %first) {
  %s = sub nsw i32 %i, %first
  %e = zext nneg i32 %s to i64
  %a = getelementptr float, ptr %p, i64 %e
  call void @use(ptr %a)
  %i1 = add i32 %i, 1
  %t = sub nsw i32 %i1, %first
  %f = zext nneg i32 %t to i64
  %b = getelementptr float, ptr %p, i64 %f
  call void @use(ptr %b)
  ret void
}

; CHECK-LABEL: @side_is_no_sum(
; CHECK: zext nneg i32 %s to i64
; CHECK: zext nneg i32 %t to i64
define void @side_is_no_sum(ptr %p, i32 %i, i32 %first) {
  %s = sub nsw i32 %i, %first
  %e = zext nneg i32 %s to i64
  %a = getelementptr float, ptr %p, i64 %e
  call void @use(ptr %a)
  %i1 = mul nsw i32 %i, 2
  %t = sub nsw i32 %i1, %first
  %f = zext nneg i32 %t to i64
  %b = getelementptr float, ptr %p, i64 %f
  call void @use(ptr %b)
  ret void
}

; CHECK-LABEL: @may_overflow(
; CHECK: zext nneg i32 %s to i64
; CHECK: zext nneg i32 %t to i64
define void @may_overflow(ptr %p, i32 %i, i32 %first) {
  %s = sub nuw i32 %i, %first
  %e = zext nneg i32 %s to i64
  %a = getelementptr float, ptr %p, i64 %e
  call void @use(ptr %a)
  %i1 = add nsw i32 %i, 1
  %t = sub i32 %i1, %first
  %f = zext nneg i32 %t to i64
  %b = getelementptr float, ptr %p, i64 %f
  call void @use(ptr %b)
  ret void
}

; CHECK-LABEL: @no_sums(
; CHECK: zext nneg i32 %s to i64
; CHECK: zext nneg i32 %t to i64
define void @no_sums(ptr %p, i32 %i, i32 %first) {
  %s = mul nsw i32 %i, %first
  %e = zext nneg i32 %s to i64
  %a = getelementptr float, ptr %p, i64 %e
  call void @use(ptr %a)
  %i1 = add nsw i32 %i, 1
  %t = mul nsw i32 %i1, %first
  %f = zext nneg i32 %t to i64
  %b = getelementptr float, ptr %p, i64 %f
  call void @use(ptr %b)
  ret void
}

; CHECK-LABEL: @plain_numbers(
; CHECK: zext nneg i32 %i to i64
; CHECK: zext nneg i32 %i to i64
define void @plain_numbers(ptr %p, i32 %i) {
  %e = zext nneg i32 %i to i64
  %a = getelementptr float, ptr %p, i64 %e
  call void @use(ptr %a)
  %f = zext nneg i32 %i to i64
  %b = getelementptr float, ptr %p, i64 %f
  call void @use(ptr %b)
  ret void
}

; CHECK-LABEL: @may_be_negative(
; CHECK: zext i32 %s to i64
; CHECK: zext i32 %t to i64
define void @may_be_negative(ptr %p, i32 %i, i32 %first) {
  %s = sub nsw i32 %i, %first
  %e = zext i32 %s to i64
  %a = getelementptr float, ptr %p, i64 %e
  call void @use(ptr %a)
  %i1 = add nsw i32 %i, 1
  %t = sub nsw i32 %i1, %first
  %f = zext i32 %t to i64
  %b = getelementptr float, ptr %p, i64 %f
  call void @use(ptr %b)
  ret void
}

; One of the two is used as a number, too, so that the other is alone.
; CHECK-LABEL: @no_index(
; CHECK: zext nneg i32 %s to i64
; CHECK: zext nneg i32 %t to i64
define void @no_index(ptr %p, i32 %i, i32 %first) {
  %s = sub nsw i32 %i, %first
  %e = zext nneg i32 %s to i64
  %a = getelementptr float, ptr %p, i64 %e
  call void @use(ptr %a)
  %i1 = add nsw i32 %i, 1
  %t = sub nsw i32 %i1, %first
  %f = zext nneg i32 %t to i64
  %b = getelementptr float, ptr %p, i64 %f
  call void @use(ptr %b)
  store i64 %f, ptr %p
  ret void
}

; CHECK-LABEL: @no_extension(
; CHECK: uitofp i32 %s to float
; CHECK: uitofp i32 %t to float
define void @no_extension(ptr %p, i32 %i, i32 %first) {
  %s = sub nsw i32 %i, %first
  %e = uitofp i32 %s to float
  store float %e, ptr %p
  %i1 = add nsw i32 %i, 1
  %t = sub nsw i32 %i1, %first
  %f = uitofp i32 %t to float
  store float %f, ptr %p
  ret void
}
