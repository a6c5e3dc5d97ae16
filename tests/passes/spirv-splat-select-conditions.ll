; RUN: clc-opt -mtriple=spirv64 -passes=spirv-splat-select-conditions -S %s | FileCheck %s

; CHECK-LABEL: @integers(
; CHECK-NEXT: [[I:%.*]] = insertelement <4 x i1> poison, i1 %c, i64 0
; CHECK-NEXT: [[C:%.*]] = shufflevector <4 x i1> [[I]], <4 x i1> poison, <4 x i32> zeroinitializer
; CHECK-NEXT: %s = select <4 x i1> [[C]], <4 x i32> %a, <4 x i32> %b
; CHECK-NEXT: ret <4 x i32> %s
define <4 x i32> @integers(i1 %c, <4 x i32> %a, <4 x i32> %b) {
  %s = select i1 %c, <4 x i32> %a, <4 x i32> %b
  ret <4 x i32> %s
}

; CHECK-LABEL: @two_floats(
; CHECK-NEXT: [[I:%.*]] = insertelement <2 x i1> poison, i1 %c, i64 0
; CHECK-NEXT: [[C:%.*]] = shufflevector <2 x i1> [[I]], <2 x i1> poison, <2 x i32> zeroinitializer
; CHECK-NEXT: select <2 x i1> [[C]], <2 x float> %a, <2 x float> zeroinitializer
define <2 x float> @two_floats(i1 %c, <2 x float> %a) {
  %s = select i1 %c, <2 x float> %a, <2 x float> zeroinitializer
  ret <2 x float> %s
}

; CHECK-LABEL: @scalars(
; CHECK-NEXT: %s = select i1 %c, i32 %a, i32 %b
; CHECK-NEXT: ret i32 %s
define i32 @scalars(i1 %c, i32 %a, i32 %b) {
  %s = select i1 %c, i32 %a, i32 %b
  ret i32 %s
}

; CHECK-LABEL: @condition_of_elements(
; CHECK-NEXT: %s = select <4 x i1> %c, <4 x i32> %a, <4 x i32> %b
; CHECK-NEXT: ret <4 x i32> %s
define <4 x i32> @condition_of_elements(<4 x i1> %c, <4 x i32> %a, <4 x i32> %b) {
  %s = select <4 x i1> %c, <4 x i32> %a, <4 x i32> %b
  ret <4 x i32> %s
}

; CHECK-LABEL: @no_select(
; CHECK-NEXT: %s = and <4 x i1> %a, %b
; CHECK-NEXT: ret <4 x i1> %s
define <4 x i1> @no_select(<4 x i1> %a, <4 x i1> %b) {
  %s = and <4 x i1> %a, %b
  ret <4 x i1> %s
}
