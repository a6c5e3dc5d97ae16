; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -mcpu=sm_90 -passes=nvptx-widen-divisions -S %s | FileCheck %s

; CHECK-LABEL: @udiv_of_short(
; CHECK-NEXT: [[X:%.*]] = zext i16 %x to i32
; CHECK-NEXT: [[Y:%.*]] = zext i16 %y to i32
; CHECK-NEXT: [[Q:%.*]] = udiv i32 [[X]], [[Y]]
; CHECK-NEXT: [[R:%.*]] = trunc i32 [[Q]] to i16
; CHECK-NEXT: ret i16 [[R]]
define i16 @udiv_of_short(i16 %x, i16 %y) {
  %q = udiv i16 %x, %y
  ret i16 %q
}

; CHECK-LABEL: @urem_of_char(
; CHECK-NEXT: [[X:%.*]] = zext i8 %x to i32
; CHECK-NEXT: [[Y:%.*]] = zext i8 %y to i32
; CHECK-NEXT: [[Q:%.*]] = urem i32 [[X]], [[Y]]
; CHECK-NEXT: [[R:%.*]] = trunc i32 [[Q]] to i8
; CHECK-NEXT: ret i8 [[R]]
define i8 @urem_of_char(i8 %x, i8 %y) {
  %q = urem i8 %x, %y
  ret i8 %q
}

; CHECK-LABEL: @sdiv_of_char(
; CHECK-NEXT: [[X:%.*]] = sext i8 %x to i32
; CHECK-NEXT: [[Y:%.*]] = sext i8 %y to i32
; CHECK-NEXT: [[Q:%.*]] = sdiv i32 [[X]], [[Y]]
; CHECK-NEXT: [[R:%.*]] = trunc i32 [[Q]] to i8
; CHECK-NEXT: ret i8 [[R]]
define i8 @sdiv_of_char(i8 %x, i8 %y) {
  %q = sdiv i8 %x, %y
  ret i8 %q
}

; CHECK-LABEL: @srem_of_short(
; CHECK-NEXT: [[X:%.*]] = sext i16 %x to i32
; CHECK-NEXT: [[Y:%.*]] = sext i16 %y to i32
; CHECK-NEXT: [[Q:%.*]] = srem i32 [[X]], [[Y]]
; CHECK-NEXT: [[R:%.*]] = trunc i32 [[Q]] to i16
; CHECK-NEXT: ret i16 [[R]]
define i16 @srem_of_short(i16 %x, i16 %y) {
  %q = srem i16 %x, %y
  ret i16 %q
}

; CHECK-LABEL: @vector(
; CHECK-NEXT: [[X:%.*]] = zext <2 x i16> %x to <2 x i32>
; CHECK-NEXT: [[Y:%.*]] = zext <2 x i16> %y to <2 x i32>
; CHECK-NEXT: [[Q:%.*]] = udiv <2 x i32> [[X]], [[Y]]
; CHECK-NEXT: [[R:%.*]] = trunc <2 x i32> [[Q]] to <2 x i16>
; CHECK-NEXT: ret <2 x i16> [[R]]
define <2 x i16> @vector(<2 x i16> %x, <2 x i16> %y) {
  %q = udiv <2 x i16> %x, %y
  ret <2 x i16> %q
}

; A constant dividend is one of any.
; CHECK-LABEL: @of_constant(
; CHECK-NEXT: [[Y:%.*]] = sext i8 %y to i32
; CHECK-NEXT: [[Q:%.*]] = sdiv i32 -100, [[Y]]
; CHECK-NEXT: trunc i32 [[Q]] to i8
define i8 @of_constant(i8 %y) {
  %q = sdiv i8 -100, %y
  ret i8 %q
}

; CHECK-LABEL: @by_constant(
; CHECK-NEXT: [[Q:%.*]] = udiv i16 %x, 7
; CHECK-NEXT: ret i16 [[Q]]
define i16 @by_constant(i16 %x) {
  %q = udiv i16 %x, 7
  ret i16 %q
}

; CHECK-LABEL: @by_constants(
; CHECK-NEXT: [[Q:%.*]] = srem <2 x i8> %x, <i8 7, i8 9>
; CHECK-NEXT: ret <2 x i8> [[Q]]
define <2 x i8> @by_constants(<2 x i8> %x) {
  %q = srem <2 x i8> %x, <i8 7, i8 9>
  ret <2 x i8> %q
}

; CHECK-LABEL: @of_int(
; CHECK-NEXT: [[Q:%.*]] = udiv i32 %x, %y
; CHECK-NEXT: ret i32 [[Q]]
define i32 @of_int(i32 %x, i32 %y) {
  %q = udiv i32 %x, %y
  ret i32 %q
}

; CHECK-LABEL: @of_long(
; CHECK-NEXT: [[Q:%.*]] = srem i64 %x, %y
; CHECK-NEXT: ret i64 [[Q]]
define i64 @of_long(i64 %x, i64 %y) {
  %q = srem i64 %x, %y
  ret i64 %q
}

; CHECK-LABEL: @other_arithmetic(
; CHECK-NEXT: [[P:%.*]] = mul i16 %x, %y
; CHECK-NEXT: [[S:%.*]] = lshr i16 [[P]], %y
; CHECK-NEXT: ret i16 [[S]]
define i16 @other_arithmetic(i16 %x, i16 %y) {
  %p = mul i16 %x, %y
  %s = lshr i16 %p, %y
  ret i16 %s
}

; CHECK-LABEL: @of_half(
; CHECK-NEXT: [[Q:%.*]] = fdiv half %x, %y
; CHECK-NEXT: ret half [[Q]]
define half @of_half(half %x, half %y) {
  %q = fdiv half %x, %y
  ret half %q
}
