; RUN: clc-opt -passes=spirv-sign-extend-nonneg -S %s | FileCheck %s

; CHECK-LABEL: @extends_with_sign(
; CHECK-NEXT: [[WIDE:%.*]] = sext i32 %number to i64
; CHECK-NEXT: ret i64 [[WIDE]]
define i64 @extends_with_sign(i32 %number) {
  %wide = zext nneg i32 %number to i64
  ret i64 %wide
}

; CHECK-LABEL: @keeps_numbers_that_may_be_negative(
; CHECK: %wide = zext i32 %number to i64
define i64 @keeps_numbers_that_may_be_negative(i32 %number) {
  %wide = zext i32 %number to i64
  ret i64 %wide
}

; CHECK-LABEL: @keeps_vectors(
; CHECK: %wide = zext nneg <2 x i32> %numbers to <2 x i64>
define <2 x i64> @keeps_vectors(<2 x i32> %numbers) {
  %wide = zext nneg <2 x i32> %numbers to <2 x i64>
  ret <2 x i64> %wide
}
