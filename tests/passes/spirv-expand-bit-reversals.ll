; RUN: clc-opt -mtriple=spirv64 -passes=spirv-expand-bit-reversals -S %s | FileCheck %s

; CHECK-LABEL: @byte(
; CHECK-NEXT: [[A:%.*]] = lshr i8 %x, 1
; CHECK-NEXT: [[B:%.*]] = and i8 [[A]], 85
; CHECK-NEXT: [[C:%.*]] = and i8 %x, 85
; CHECK-NEXT: [[D:%.*]] = shl i8 [[C]], 1
; CHECK-NEXT: [[E:%.*]] = or i8 [[B]], [[D]]
; CHECK-NEXT: [[F:%.*]] = lshr i8 [[E]], 2
; CHECK-NEXT: [[G:%.*]] = and i8 [[F]], 51
; CHECK-NEXT: [[H:%.*]] = and i8 [[E]], 51
; CHECK-NEXT: [[I:%.*]] = shl i8 [[H]], 2
; CHECK-NEXT: [[J:%.*]] = or i8 [[G]], [[I]]
; CHECK-NEXT: [[K:%.*]] = lshr i8 [[J]], 4
; CHECK-NEXT: [[L:%.*]] = and i8 [[K]], 15
; CHECK-NEXT: [[M:%.*]] = and i8 [[J]], 15
; CHECK-NEXT: [[N:%.*]] = shl i8 [[M]], 4
; CHECK-NEXT: [[O:%.*]] = or i8 [[L]], [[N]]
; CHECK-NEXT: ret i8 [[O]]
define i8 @byte(i8 %x) {
  %y = call i8 @llvm.bitreverse.i8(i8 %x)
  ret i8 %y
}

; CHECK-LABEL: @vector(
; CHECK: lshr <2 x i32> %x, splat (i32 1)
; CHECK: and <2 x i32> %{{.*}}, splat (i32 1431655765)
; CHECK: lshr <2 x i32> %{{.*}}, splat (i32 2)
; CHECK: and <2 x i32> %{{.*}}, splat (i32 858993459)
; CHECK: lshr <2 x i32> %{{.*}}, splat (i32 4)
; CHECK: and <2 x i32> %{{.*}}, splat (i32 252645135)
; CHECK: lshr <2 x i32> %{{.*}}, splat (i32 8)
; CHECK: and <2 x i32> %{{.*}}, splat (i32 16711935)
; CHECK: lshr <2 x i32> %{{.*}}, splat (i32 16)
; CHECK: and <2 x i32> %{{.*}}, splat (i32 65535)
; CHECK: shl <2 x i32> %{{.*}}, splat (i32 16)
; CHECK-NEXT: [[R:%.*]] = or <2 x i32>
; CHECK-NEXT: ret <2 x i32> [[R]]
define <2 x i32> @vector(<2 x i32> %x) {
  %y = call <2 x i32> @llvm.bitreverse.v2i32(<2 x i32> %x)
  ret <2 x i32> %y
}

; CHECK-LABEL: @twice(
; CHECK-NOT: call
; CHECK: ret i16
define i16 @twice(i16 %x, i16 %z) {
  %y = call i16 @llvm.bitreverse.i16(i16 %x)
  %w = add i16 %y, %z
  %r = call i16 @llvm.bitreverse.i16(i16 %w)
  ret i16 %r
}

; CHECK-LABEL: @odd_width(
; CHECK-NEXT: %y = call i24 @llvm.bitreverse.i24(i24 %x)
; CHECK-NEXT: ret i24 %y
define i24 @odd_width(i24 %x) {
  %y = call i24 @llvm.bitreverse.i24(i24 %x)
  ret i24 %y
}

; CHECK-LABEL: @another_intrinsic(
; CHECK-NEXT: %y = call i32 @llvm.bswap.i32(i32 %x)
; CHECK-NEXT: ret i32 %y
define i32 @another_intrinsic(i32 %x) {
  %y = call i32 @llvm.bswap.i32(i32 %x)
  ret i32 %y
}

; CHECK-LABEL: @no_intrinsic(
; CHECK-NEXT: %y = call i32 @bit_reverse(i32 %x)
; CHECK-NEXT: ret i32 %y
define i32 @no_intrinsic(i32 %x) {
  %y = call i32 @bit_reverse(i32 %x)
  ret i32 %y
}
declare i32 @bit_reverse(i32)
