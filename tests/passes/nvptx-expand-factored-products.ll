; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -mcpu=sm_90 -passes=nvptx-expand-factored-products -S %s | FileCheck %s

; CHECK-LABEL: @one_more(
; CHECK-NEXT: [[M:%.*]] = mul i32 %q, %f
; CHECK-NEXT: [[R:%.*]] = add i32 [[M]], %f
; CHECK-NEXT: ret i32 [[R]]
define i32 @one_more(i32 %q, i32 %f) {
  %s = add nuw nsw i32 %q, 1
  %p = mul nuw nsw i32 %s, %f
  ret i32 %p
}

; CHECK-LABEL: @one_more_on_the_right(
; CHECK-NEXT: [[M:%.*]] = mul i64 %q, %f
; CHECK-NEXT: [[R:%.*]] = add i64 [[M]], %f
; CHECK-NEXT: ret i64 [[R]]
define i64 @one_more_on_the_right(i64 %q, i64 %f) {
  %s = add i64 %q, 1
  %p = mul i64 %f, %s
  ret i64 %p
}

; CHECK-LABEL: @vector(
; CHECK-NEXT: [[M:%.*]] = mul <2 x i32> %q, %f
; CHECK-NEXT: [[R:%.*]] = add <2 x i32> [[M]], %f
; CHECK-NEXT: ret <2 x i32> [[R]]
define <2 x i32> @vector(<2 x i32> %q, <2 x i32> %f) {
  %s = add <2 x i32> %q, splat (i32 1)
  %p = mul <2 x i32> %s, %f
  ret <2 x i32> %p
}

; CHECK-LABEL: @disjoint_or(
; CHECK-NEXT: [[E:%.*]] = shl i32 %x, 1
; CHECK-NEXT: [[M:%.*]] = mul i32 [[E]], %f
; CHECK-NEXT: [[R:%.*]] = add i32 [[M]], %f
; CHECK-NEXT: ret i32 [[R]]
define i32 @disjoint_or(i32 %x, i32 %f) {
  %e = shl i32 %x, 1
  %s = or disjoint i32 %e, 1
  %p = mul i32 %s, %f
  ret i32 %p
}

; CHECK-LABEL: @another_or(
; CHECK-NEXT: [[S:%.*]] = or i32 %q, 1
; CHECK-NEXT: [[P:%.*]] = mul i32 [[S]], %f
; CHECK-NEXT: ret i32 [[P]]
define i32 @another_or(i32 %q, i32 %f) {
  %s = or i32 %q, 1
  %p = mul i32 %s, %f
  ret i32 %p
}

; CHECK-LABEL: @two_more(
; CHECK-NEXT: [[S:%.*]] = add i32 %q, 2
; CHECK-NEXT: [[P:%.*]] = mul i32 [[S]], %f
; CHECK-NEXT: ret i32 [[P]]
define i32 @two_more(i32 %q, i32 %f) {
  %s = add i32 %q, 2
  %p = mul i32 %s, %f
  ret i32 %p
}

; CHECK-LABEL: @sum_used_again(
; CHECK-NEXT: [[S:%.*]] = add i32 %q, 1
; CHECK-NEXT: store i32 [[S]], ptr %out
; CHECK-NEXT: [[P:%.*]] = mul i32 [[S]], %f
; CHECK-NEXT: ret i32 [[P]]
define i32 @sum_used_again(i32 %q, i32 %f, ptr %out) {
  %s = add i32 %q, 1
  store i32 %s, ptr %out
  %p = mul i32 %s, %f
  ret i32 %p
}

; CHECK-LABEL: @constant_factor(
; CHECK-NEXT: [[S:%.*]] = add i32 %q, 1
; CHECK-NEXT: [[P:%.*]] = mul i32 [[S]], 7
; CHECK-NEXT: ret i32 [[P]]
define i32 @constant_factor(i32 %q) {
  %s = add i32 %q, 1
  %p = mul i32 %s, 7
  ret i32 %p
}

; CHECK-LABEL: @no_product(
; CHECK-NEXT: [[S:%.*]] = add i32 %q, 1
; CHECK-NEXT: [[P:%.*]] = udiv i32 [[S]], %f
; CHECK-NEXT: ret i32 [[P]]
define i32 @no_product(i32 %q, i32 %f) {
  %s = add i32 %q, 1
  %p = udiv i32 %s, %f
  ret i32 %p
}

; CHECK-LABEL: @no_sum(
; CHECK-NEXT: [[P:%.*]] = mul i32 %q, %f
; CHECK-NEXT: ret i32 [[P]]
define i32 @no_sum(i32 %q, i32 %f) {
  %p = mul i32 %q, %f
  ret i32 %p
}

; f * (f * q + q)
; CHECK-LABEL: @second_step(
; CHECK-NEXT: [[P:%.*]] = mul i32 %f, %q
; CHECK-NEXT: [[M:%.*]] = mul i32 [[P]], %f
; CHECK-NEXT: [[R:%.*]] = add i32 [[M]], [[P]]
; CHECK-NEXT: ret i32 [[R]]
define i32 @second_step(i32 %q, i32 %f) {
  %p = mul i32 %f, %q
  %s = add i32 %p, %q
  %r = mul i32 %f, %s
  ret i32 %r
}

; CHECK-LABEL: @second_step_the_other_way_round(
; CHECK-NEXT: [[P:%.*]] = mul nsw i32 %q, %f
; CHECK-NEXT: [[M:%.*]] = mul i32 [[P]], %f
; CHECK-NEXT: [[R:%.*]] = add i32 [[M]], [[P]]
; CHECK-NEXT: ret i32 [[R]]
define i32 @second_step_the_other_way_round(i32 %q, i32 %f) {
  %p = mul nsw i32 %q, %f
  %s = add nsw i32 %q, %p
  %r = mul nsw i32 %s, %f
  ret i32 %r
}

; Only the second step leaves the sum to one product alone.
; CHECK-LABEL: @both_steps(
; CHECK-NEXT: [[M1:%.*]] = mul i32 %x, %f
; CHECK-NEXT: [[P:%.*]] = add i32 [[M1]], %f
; CHECK-NEXT: [[M2:%.*]] = mul i32 [[P]], %f
; CHECK-NEXT: [[R:%.*]] = add i32 [[M2]], [[P]]
; CHECK-NEXT: ret i32 [[R]]
define i32 @both_steps(i32 %x, i32 %f) {
  %q = add i32 %x, 1
  %p = mul i32 %f, %q
  %s = add i32 %p, %q
  %r = mul i32 %f, %s
  ret i32 %r
}

; CHECK-LABEL: @second_sum_used_again(
; CHECK-NEXT: [[P:%.*]] = mul i32 %f, %q
; CHECK-NEXT: [[S:%.*]] = add i32 [[P]], %q
; CHECK-NEXT: store i32 [[S]], ptr %out
; CHECK-NEXT: [[R:%.*]] = mul i32 %f, [[S]]
; CHECK-NEXT: ret i32 [[R]]
define i32 @second_sum_used_again(i32 %q, i32 %f, ptr %out) {
  %p = mul i32 %f, %q
  %s = add i32 %p, %q
  store i32 %s, ptr %out
  %r = mul i32 %f, %s
  ret i32 %r
}

; CHECK-LABEL: @factors_differ(
; CHECK-NEXT: [[P:%.*]] = mul i32 %g, %q
; CHECK-NEXT: [[S:%.*]] = add i32 [[P]], %q
; CHECK-NEXT: [[R:%.*]] = mul i32 %f, [[S]]
; CHECK-NEXT: ret i32 [[R]]
define i32 @factors_differ(i32 %q, i32 %f, i32 %g) {
  %p = mul i32 %g, %q
  %s = add i32 %p, %q
  %r = mul i32 %f, %s
  ret i32 %r
}

; CHECK-LABEL: @addend_differs(
; CHECK-NEXT: [[P:%.*]] = mul i32 %f, %q
; CHECK-NEXT: [[S:%.*]] = add i32 [[P]], %g
; CHECK-NEXT: [[R:%.*]] = mul i32 %f, [[S]]
; CHECK-NEXT: ret i32 [[R]]
define i32 @addend_differs(i32 %q, i32 %f, i32 %g) {
  %p = mul i32 %f, %q
  %s = add i32 %p, %g
  %r = mul i32 %f, %s
  ret i32 %r
}

; CHECK-LABEL: @difference(
; CHECK-NEXT: [[P:%.*]] = mul i32 %f, %q
; CHECK-NEXT: [[S:%.*]] = sub i32 [[P]], %q
; CHECK-NEXT: [[R:%.*]] = mul i32 %f, [[S]]
; CHECK-NEXT: ret i32 [[R]]
define i32 @difference(i32 %q, i32 %f) {
  %p = mul i32 %f, %q
  %s = sub i32 %p, %q
  %r = mul i32 %f, %s
  ret i32 %r
}
