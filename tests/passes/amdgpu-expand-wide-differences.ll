; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 -passes=amdgpu-expand-wide-differences -S %s | FileCheck %s

; CHECK-LABEL: @selected(
; CHECK: %less = sub i64 %y, %x
; CHECK: [[mask:%.*]] = sext i1 %condition to i64
; CHECK: [[turned:%.*]] = xor i64 %less, [[mask]]
; CHECK: [[result:%.*]] = sub i64 [[turned]], [[mask]]
; CHECK: ret i64 [[result]]
define i64 @selected(i64 %x, i64 %y) {
  %more = sub i64 %x, %y
  %less = sub i64 %y, %x
  %condition = icmp ugt i64 %x, %y
  %result = select i1 %condition, i64 %more, i64 %less
  ret i64 %result
}

; The negative difference, and a comparison the other way round.
; CHECK-LABEL: @negative(
; CHECK-NOT: select
; CHECK: [[mask:%.*]] = sext i1 %condition to i64
; CHECK: xor i64 %more, [[mask]]
; CHECK: ret i64
define i64 @negative(i64 %x, i64 %y) {
  %more = sub i64 %x, %y
  %less = sub i64 %y, %x
  %condition = icmp uge i64 %x, %y
  %result = select i1 %condition, i64 %less, i64 %more
  ret i64 %result
}

; A constant is added in its negative.
; CHECK-LABEL: @constants(
; CHECK: sext <2 x i1> %condition to <2 x i64>
; CHECK: xor <2 x i64> %less
; CHECK: sub <2 x i64>
; CHECK-NOT: select
; CHECK: ret
define <2 x i64> @constants(<2 x i64> %x) {
  %less = sub <2 x i64> <i64 -1, i64 17>, %x
  %more = add <2 x i64> %x, <i64 1, i64 -17>
  %condition = icmp ugt <2 x i64> %x, <i64 -1, i64 17>
  %result = select <2 x i1> %condition, <2 x i64> %more, <2 x i64> %less
  ret <2 x i64> %result
}

; CHECK-LABEL: @extremes(
; CHECK: [[condition:%.*]] = icmp ugt i64 %x, %y
; CHECK: [[less:%.*]] = sub i64 %y, %x
; CHECK: [[mask:%.*]] = sext i1 [[condition]] to i64
; CHECK: [[turned:%.*]] = xor i64 [[less]], [[mask]]
; CHECK: [[result:%.*]] = sub i64 [[turned]], [[mask]]
; CHECK: ret i64 [[result]]
define i64 @extremes(i64 %x, i64 %y) {
  %greatest = call i64 @llvm.umax.i64(i64 %x, i64 %y)
  %least = call i64 @llvm.umin.i64(i64 %y, i64 %x)
  %result = sub i64 %greatest, %least
  ret i64 %result
}

; Signed numbers, fewer bits, and differences of others stay.
; CHECK-LABEL: @signed(
; CHECK: ret i64 %result
define i64 @signed(i64 %x, i64 %y) {
  %more = sub i64 %x, %y
  %less = sub i64 %y, %x
  %condition = icmp sgt i64 %x, %y
  %result = select i1 %condition, i64 %more, i64 %less
  ret i64 %result
}

; CHECK-LABEL: @narrow(
; CHECK: ret i32 %result
define i32 @narrow(i32 %x, i32 %y) {
  %more = sub i32 %x, %y
  %less = sub i32 %y, %x
  %condition = icmp ugt i32 %x, %y
  %result = select i1 %condition, i32 %more, i32 %less
  ret i32 %result
}

; CHECK-LABEL: @other(
; CHECK: ret i64 %result
define i64 @other(i64 %x, i64 %y, i64 %z) {
  %more = sub i64 %x, %z
  %less = sub i64 %z, %x
  %condition = icmp ugt i64 %x, %y
  %result = select i1 %condition, i64 %more, i64 %less
  ret i64 %result
}

; CHECK-LABEL: @same(
; CHECK: ret i64 %result
define i64 @same(i64 %x, i64 %y) {
  %more = sub i64 %x, %y
  %condition = icmp ugt i64 %x, %y
  %result = select i1 %condition, i64 %more, i64 %more
  ret i64 %result
}

; CHECK-LABEL: @added(
; CHECK: ret i64 %result
define i64 @added(i64 %x) {
  %more = add i64 %x, -18
  %less = sub i64 17, %x
  %condition = icmp ugt i64 %x, 17
  %result = select i1 %condition, i64 %more, i64 %less
  ret i64 %result
}
