; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -mcpu=sm_90 -passes=nvptx-keep-squares -S %s | FileCheck %s

; CHECK-LABEL: @one_more(
; CHECK-NEXT: [[S:%.*]] = add i32 %y, 1
; CHECK-NEXT: [[H:%.*]] = call i32 asm "", "=r,0"(i32 [[S]])
; CHECK-NEXT: [[P:%.*]] = mul i32 [[H]], [[H]]
; CHECK-NEXT: ret i32 [[P]]
define i32 @one_more(i32 %y) {
  %s = add i32 %y, 1
  %p = mul i32 %s, %s
  ret i32 %p
}

; CHECK-LABEL: @narrow(
; CHECK: call i8 asm "", "=h,0"(i8
define i8 @narrow(i8 %y) {
  %s = add i8 %y, 1
  %p = mul i8 %s, %s
  ret i8 %p
}

; CHECK-LABEL: @wide(
; CHECK: call i64 asm "", "=l,0"(i64
define i64 @wide(i64 %y) {
  %e = shl i64 %y, 1
  %s = or disjoint i64 %e, 1
  %p = mul i64 %s, %s
  ret i64 %p
}

; CHECK-LABEL: @inner_one(
; CHECK: call i16 asm "", "=h,0"(i16
define i16 @inner_one(i16 %y, i16 %z) {
  %s = add i16 %y, 1
  %t = add i16 %z, %s
  %p = mul i16 %t, %t
  ret i16 %p
}

; CHECK-LABEL: @elements(
; CHECK: [[E:%.*]] = extractelement <2 x i32> %v, i64 1
; CHECK-NEXT: [[H:%.*]] = call i32 asm "", "=r,0"(i32 [[E]])
; CHECK-NEXT: [[W:%.*]] = insertelement <2 x i32> %v, i32 [[H]], i64 1
; CHECK-NEXT: [[P:%.*]] = mul <2 x i32> [[W]], [[W]]
; CHECK-NEXT: ret <2 x i32> [[P]]
define <2 x i32> @elements(i32 %y) {
  %u = insertelement <2 x i32> poison, i32 %y, i64 0
  %s = add i32 %y, 1
  %v = insertelement <2 x i32> %u, i32 %s, i64 1
  %p = mul <2 x i32> %v, %v
  ret <2 x i32> %p
}

; CHECK-LABEL: @added_vector(
; CHECK: extractelement <4 x i32> %s, i64 1
; CHECK-NEXT: call i32 asm
; CHECK-NOT: call
; CHECK: ret
define <4 x i32> @added_vector(<4 x i32> %y) {
  %s = add <4 x i32> %y, <i32 0, i32 1, i32 2, i32 3>
  %p = mul <4 x i32> %s, %s
  ret <4 x i32> %p
}

; No sum, another number, another factor, and no register.
; CHECK-LABEL: @others(
; CHECK-NOT: call
; CHECK: ret
define i32 @others(i32 %y, i32 %z, i24 %n, ptr %to) {
  %a = mul i32 %y, %y
  %two = add i32 %y, 2
  %b = mul i32 %two, %two
  %one = add i32 %z, 1
  %c = mul i32 %one, %y
  %odd = add i24 %n, 1
  %d = mul i24 %odd, %odd
  store i24 %d, ptr %to
  %ab = add i32 %a, %b
  %abc = add i32 %ab, %c
  ret i32 %abc
}
