; RUN: clc-opt -passes=spirv-remove-odd-widths -S %s | FileCheck %s

; CHECK-LABEL: @zext_of_odd
define i32 @zext_of_odd(i32 %w) {
  ; CHECK-NEXT: [[X:%.*]] = and i32 %w, 7
  ; CHECK-NEXT: ret i32 [[X]]
  %n = trunc i32 %w to i3
  %x = zext i3 %n to i32
  ret i32 %x
}

; CHECK-LABEL: @sext_of_odd
define i32 @sext_of_odd(i32 %w) {
  ; CHECK-NEXT: [[H:%.*]] = shl i32 %w, 29
  ; CHECK-NEXT: [[X:%.*]] = ashr i32 [[H]], 29
  ; CHECK-NEXT: ret i32 [[X]]
  %n = trunc i32 %w to i3
  %x = sext i3 %n to i32
  ret i32 %x
}

; CHECK-LABEL: @wider_result_of_odd
define i64 @wider_result_of_odd(i32 %w) {
  ; CHECK-NEXT: [[A:%.*]] = and i32 %w, 7
  ; CHECK-NEXT: [[X:%.*]] = zext i32 [[A]] to i64
  ; CHECK-NEXT: ret i64 [[X]]
  %n = trunc i32 %w to i3
  %x = zext i3 %n to i64
  ret i64 %x
}

; An extension to less than what was truncated.
; CHECK-LABEL: @less_than_truncated
define i32 @less_than_truncated(i64 %w) {
  ; CHECK-NEXT: [[A:%.*]] = and i64 %w, 255
  ; CHECK-NEXT: [[X:%.*]] = trunc i64 [[A]] to i32
  ; CHECK-NEXT: ret i32 [[X]]
  %n = trunc i64 %w to i8
  %x = zext i8 %n to i32
  ret i32 %x
}

; CHECK-LABEL: @in_steps
define i32 @in_steps(i64 %w) {
  ; CHECK-NEXT: [[A:%.*]] = and i64 %w, 255
  ; CHECK-NEXT: [[X:%.*]] = trunc i64 [[A]] to i32
  ; CHECK-NEXT: ret i32 [[X]]
  %s = trunc i64 %w to i32
  %n = trunc i32 %s to i8
  %x = zext i8 %n to i32
  ret i32 %x
}

; A truncation that the pass makes is a step of the next one.
; CHECK-LABEL: @truncation_made_here
define i32 @truncation_made_here(i64 %w) {
  ; CHECK-NEXT: [[A:%.*]] = and i64 %w, 255
  ; CHECK-NEXT: [[X:%.*]] = and i64 [[A]], 65535
  ; CHECK-NEXT: [[T:%.*]] = trunc i64 [[X]] to i32
  ; CHECK-NEXT: ret i32 [[T]]
  %n = trunc i64 %w to i8
  %x = zext i8 %n to i16
  %y = zext i16 %x to i32
  ret i32 %y
}

; CHECK-LABEL: @vector_to_its_own_width
define <2 x i32> @vector_to_its_own_width(<2 x i32> %w) {
  ; CHECK-NEXT: [[X:%.*]] = and <2 x i32> %w, splat (i32 255)
  ; CHECK-NEXT: ret <2 x i32> [[X]]
  %n = trunc <2 x i32> %w to <2 x i8>
  %x = zext <2 x i8> %n to <2 x i32>
  ret <2 x i32> %x
}

; CHECK-LABEL: @scalar_to_its_own_width
define i32 @scalar_to_its_own_width(i32 %w) {
  ; CHECK-NEXT: %n = trunc i32 %w to i8
  ; CHECK-NEXT: %x = zext i8 %n to i32
  ; CHECK-NEXT: ret
  %n = trunc i32 %w to i8
  %x = zext i8 %n to i32
  ret i32 %x
}

; CHECK-LABEL: @to_odd_width
define i40 @to_odd_width(i64 %w) {
  ; CHECK-NEXT: %n = trunc i64 %w to i8
  ; CHECK-NEXT: %x = zext i8 %n to i40
  %n = trunc i64 %w to i8
  %x = zext i8 %n to i40
  ret i40 %x
}

; CHECK-LABEL: @boolean
define i16 @boolean(i32 %w) {
  ; CHECK-NEXT: %n = trunc i32 %w to i1
  ; CHECK-NEXT: %x = zext i1 %n to i16
  %n = trunc i32 %w to i1
  %x = zext i1 %n to i16
  ret i16 %x
}

; CHECK-LABEL: @other_uses
define float @other_uses(i64 %w, ptr %p) {
  ; CHECK-NEXT: %n = trunc i64 %w to i8
  ; CHECK-NEXT: store i8 %n, ptr %p
  ; CHECK-NEXT: %f = uitofp i8 %n to float
  ; CHECK-NEXT: ret
  %n = trunc i64 %w to i8
  store i8 %n, ptr %p
  %f = uitofp i8 %n to float
  ret float %f
}
