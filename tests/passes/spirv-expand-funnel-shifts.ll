; RUN: clc-opt -mtriple=spirv64 -passes=spirv-expand-funnel-shifts -S %s | FileCheck %s
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.fshr.i32(i32, i32, i32)
declare <2 x i16> @llvm.fshl.v2i16(<2 x i16>, <2 x i16>, <2 x i16>)

; CHECK-LABEL: @rotation(
; CHECK-NEXT: [[HIGH:%.*]] = shl i32 %x, 7
; CHECK-NEXT: [[LOW:%.*]] = lshr i32 %x, 25
; CHECK-NEXT: [[RESULT:%.*]] = or i32 [[HIGH]], [[LOW]]
; CHECK-NEXT: ret i32 [[RESULT]]
define i32 @rotation(i32 %x) {
  %r = call i32 @llvm.fshl.i32(i32 %x, i32 %x, i32 39)
  ret i32 %r
}
; CHECK-LABEL: @rotation_by_variable(
; CHECK-NEXT: [[BY:%.*]] = and i32 %n, 31
; CHECK-NEXT: [[MINUS:%.*]] = sub i32 0, %n
; CHECK-NEXT: [[OTHER:%.*]] = and i32 [[MINUS]], 31
; CHECK-NEXT: [[HIGH:%.*]] = shl i32 %x, [[OTHER]]
; CHECK-NEXT: [[LOW:%.*]] = lshr i32 %x, [[BY]]
; CHECK-NEXT: or i32 [[HIGH]], [[LOW]]
define i32 @rotation_by_variable(i32 %x, i32 %n) {
  %r = call i32 @llvm.fshr.i32(i32 %x, i32 %x, i32 %n)
  ret i32 %r
}
; CHECK-LABEL: @shift(
; CHECK-NEXT: [[HIGH:%.*]] = shl i32 %x, 7
; CHECK-NEXT: [[LOW:%.*]] = lshr i32 %y, 25
; CHECK-NEXT: or i32 [[HIGH]], [[LOW]]
define i32 @shift(i32 %x, i32 %y) {
  %r = call i32 @llvm.fshl.i32(i32 %x, i32 %y, i32 7)
  ret i32 %r
}
; CHECK-LABEL: @shift_by_variable(
; CHECK-NEXT: [[BY:%.*]] = and i32 %n, 31
; CHECK-NEXT: [[NOT:%.*]] = xor i32 %n, -1
; CHECK-NEXT: [[OTHER:%.*]] = and i32 [[NOT]], 31
; CHECK-NEXT: [[HALF:%.*]] = lshr i32 %y, 1
; CHECK-NEXT: [[HIGH:%.*]] = shl i32 %x, [[BY]]
; CHECK-NEXT: [[LOW:%.*]] = lshr i32 [[HALF]], [[OTHER]]
; CHECK-NEXT: or i32 [[HIGH]], [[LOW]]
define i32 @shift_by_variable(i32 %x, i32 %y, i32 %n) {
  %r = call i32 @llvm.fshl.i32(i32 %x, i32 %y, i32 %n)
  ret i32 %r
}
; CHECK-LABEL: @shift_to_the_right(
; CHECK: [[HALF:%.*]] = shl i32 %x, 1
; CHECK-NEXT: [[HIGH:%.*]] = shl i32 [[HALF]], {{.*}}
; CHECK-NEXT: [[LOW:%.*]] = lshr i32 %y, {{.*}}
; CHECK-NEXT: or i32 [[HIGH]], [[LOW]]
define i32 @shift_to_the_right(i32 %x, i32 %y, i32 %n) {
  %r = call i32 @llvm.fshr.i32(i32 %x, i32 %y, i32 %n)
  ret i32 %r
}
; A shift by nothing may not become one by the width.
; CHECK-LABEL: @vectors(
; CHECK-NOT: splat (i16 16)
; CHECK: [[HALF:%.*]] = lshr <2 x i16> %y, splat (i16 1)
; CHECK: or <2 x i16>
define <2 x i16> @vectors(<2 x i16> %x, <2 x i16> %y) {
  %r = call <2 x i16> @llvm.fshl.v2i16(<2 x i16> %x, <2 x i16> %y, <2 x i16> <i16 16, i16 3>)
  ret <2 x i16> %r
}
; CHECK-NOT: @llvm.fsh
