; RUN: clc-opt -mtriple=spirv64 -passes=spirv-mask-sign-extensions -S %s | FileCheck %s

; The sign extension itself goes on to the wide type, and the bits above the narrow type are masked.
; CHECK-LABEL: @bytes(
; CHECK-NEXT: sext <2 x i8> %v to <2 x i16>
; CHECK-NEXT: [[S:%.*]] = sext <2 x i8> %v to <2 x i32>
; CHECK-NEXT: [[A:%.*]] = and <2 x i32> [[S]], splat (i32 65535)
; CHECK-NEXT: ret <2 x i32> [[A]]
define <2 x i32> @bytes(<2 x i8> %v) {
  %n = sext <2 x i8> %v to <2 x i16>
  %w = zext <2 x i16> %n to <2 x i32>
  ret <2 x i32> %w
}

; CHECK-LABEL: @booleans(
; CHECK: [[S:%.*]] = sext <4 x i1> %v to <4 x i64>
; CHECK-NEXT: [[A:%.*]] = and <4 x i64> [[S]], splat (i64 4294967295)
; CHECK-NEXT: ret <4 x i64> [[A]]
define <4 x i64> @booleans(<4 x i1> %v) {
  %n = sext <4 x i1> %v to <4 x i32>
  %w = zext <4 x i32> %n to <4 x i64>
  ret <4 x i64> %w
}

; The sign extension may lie in another block and have other uses.
; CHECK-LABEL: @used_twice(
; CHECK-NEXT: %n = sext <2 x i8> %v to <2 x i16>
; CHECK: b:
; CHECK-NEXT: [[S:%.*]] = sext <2 x i8> %v to <2 x i32>
; CHECK-NEXT: [[A:%.*]] = and <2 x i32> [[S]], splat (i32 65535)
; CHECK-NEXT: store <2 x i16> %n, ptr %p
; CHECK-NEXT: ret <2 x i32> [[A]]
define <2 x i32> @used_twice(<2 x i8> %v, ptr %p) {
  %n = sext <2 x i8> %v to <2 x i16>
  br label %b
b:
  %w = zext <2 x i16> %n to <2 x i32>
  store <2 x i16> %n, ptr %p
  ret <2 x i32> %w
}

; CHECK-LABEL: @scalar(
; CHECK-NEXT: %n = sext i8 %v to i16
; CHECK-NEXT: %w = zext i16 %n to i32
; CHECK-NEXT: ret i32 %w
define i32 @scalar(i8 %v) {
  %n = sext i8 %v to i16
  %w = zext i16 %n to i32
  ret i32 %w
}

; CHECK-LABEL: @signed_twice(
; CHECK-NEXT: %n = sext <2 x i8> %v to <2 x i16>
; CHECK-NEXT: %w = sext <2 x i16> %n to <2 x i32>
; CHECK-NEXT: ret <2 x i32> %w
define <2 x i32> @signed_twice(<2 x i8> %v) {
  %n = sext <2 x i8> %v to <2 x i16>
  %w = sext <2 x i16> %n to <2 x i32>
  ret <2 x i32> %w
}

; CHECK-LABEL: @unsigned_twice(
; CHECK-NEXT: %n = zext <2 x i8> %v to <2 x i16>
; CHECK-NEXT: %w = zext <2 x i16> %n to <2 x i32>
; CHECK-NEXT: ret <2 x i32> %w
define <2 x i32> @unsigned_twice(<2 x i8> %v) {
  %n = zext <2 x i8> %v to <2 x i16>
  %w = zext <2 x i16> %n to <2 x i32>
  ret <2 x i32> %w
}
