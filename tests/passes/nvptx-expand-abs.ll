; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -mcpu=sm_90 -passes=nvptx-expand-abs -S %s | FileCheck %s

; CHECK-LABEL: @long(
; CHECK-NEXT: [[S:%.*]] = lshr i64 %x, 32
; CHECK-NEXT: [[U:%.*]] = trunc i64 [[S]] to i32
; CHECK-NEXT: [[C:%.*]] = icmp slt i32 [[U]], 0
; CHECK-NEXT: [[N:%.*]] = sub i64 0, %x
; CHECK-NEXT: [[R:%.*]] = select i1 [[C]], i64 [[N]], i64 %x
; CHECK-NEXT: ret i64 [[R]]
define i64 @long(i64 %x) {
  %y = call i64 @llvm.abs.i64(i64 %x, i1 false)
  ret i64 %y
}

; CHECK-LABEL: @long_vector(
; CHECK-NEXT: [[S:%.*]] = lshr <2 x i64> %x, splat (i64 32)
; CHECK-NEXT: [[U:%.*]] = trunc <2 x i64> [[S]] to <2 x i32>
; CHECK-NEXT: [[C:%.*]] = icmp slt <2 x i32> [[U]], zeroinitializer
; CHECK-NEXT: [[N:%.*]] = sub <2 x i64> zeroinitializer, %x
; CHECK-NEXT: [[R:%.*]] = select <2 x i1> [[C]], <2 x i64> [[N]], <2 x i64> %x
; CHECK-NEXT: ret <2 x i64> [[R]]
define <2 x i64> @long_vector(<2 x i64> %x) {
  %y = call <2 x i64> @llvm.abs.v2i64(<2 x i64> %x, i1 true)
  ret <2 x i64> %y
}

; CHECK-LABEL: @short(
; CHECK-NEXT: [[W:%.*]] = sext i16 %x to i32
; CHECK-NEXT: [[A:%.*]] = call i32 @llvm.abs.i32(i32 [[W]], i1 false)
; CHECK-NEXT: [[R:%.*]] = trunc i32 [[A]] to i16
; CHECK-NEXT: ret i16 [[R]]
define i16 @short(i16 %x) {
  %y = call i16 @llvm.abs.i16(i16 %x, i1 false)
  ret i16 %y
}

; CHECK-LABEL: @short_vector(
; CHECK-NEXT: [[W:%.*]] = sext <2 x i16> %x to <2 x i32>
; CHECK-NEXT: [[A:%.*]] = call <2 x i32> @llvm.abs.v2i32(<2 x i32> [[W]], i1 false)
; CHECK-NEXT: [[R:%.*]] = trunc <2 x i32> [[A]] to <2 x i16>
; CHECK-NEXT: ret <2 x i16> [[R]]
define <2 x i16> @short_vector(<2 x i16> %x) {
  %y = call <2 x i16> @llvm.abs.v2i16(<2 x i16> %x, i1 false)
  ret <2 x i16> %y
}

; CHECK-LABEL: @int(
; CHECK-NEXT: call i32 @llvm.abs.i32(i32 %x, i1 false)
; CHECK-NEXT: ret i32
define i32 @int(i32 %x) {
  %y = call i32 @llvm.abs.i32(i32 %x, i1 false)
  ret i32 %y
}

; CHECK-LABEL: @char(
; CHECK-NEXT: call i8 @llvm.abs.i8(i8 %x, i1 false)
; CHECK-NEXT: ret i8
define i8 @char(i8 %x) {
  %y = call i8 @llvm.abs.i8(i8 %x, i1 false)
  ret i8 %y
}

; CHECK-LABEL: @another_intrinsic(
; CHECK-NEXT: call i64 @llvm.bswap.i64(i64 %x)
; CHECK-NEXT: call i16 @llvm.bswap.i16(i16 %z)
; CHECK-NEXT: call i64 @abs(i64
define i64 @another_intrinsic(i64 %x, i16 %z) {
  %y = call i64 @llvm.bswap.i64(i64 %x)
  %w = call i16 @llvm.bswap.i16(i16 %z)
  %v = call i64 @abs(i64 %y)
  ret i64 %v
}
declare i64 @abs(i64)
