; RUN: clc-opt -mtriple=spirv64 -passes=spirv-lower-signed-bool -S %s | FileCheck %s

; CHECK-LABEL: @scalar(
; CHECK-NEXT: [[S:%.*]] = select i1 %c, float -1.000000e+00, float 0.000000e+00
; CHECK-NEXT: ret float [[S]]
define float @scalar(i1 %c) {
  %f = sitofp i1 %c to float
  ret float %f
}

; CHECK-LABEL: @vector(
; CHECK-NEXT: [[S:%.*]] = select <2 x i1> %c, <2 x double> splat (double -1.000000e+00), <2 x double> zeroinitializer
; CHECK-NEXT: ret <2 x double> [[S]]
define <2 x double> @vector(<2 x i1> %c) {
  %f = sitofp <2 x i1> %c to <2 x double>
  ret <2 x double> %f
}

; Both of two, in different blocks.
; CHECK-LABEL: define {{.*}}@two(
; CHECK: select i1 %c, half 0xHBC00, half 0xH0000
; CHECK: b:
; CHECK-NEXT: select i1 %d, half 0xHBC00, half 0xH0000
define half @two(i1 %c, i1 %d) {
  %f = sitofp i1 %c to half
  br label %b
b:
  %g = sitofp i1 %d to half
  %s = fadd half %f, %g
  ret half %s
}

; An unsigned boolean becomes 1, as the backend has it.
; CHECK-LABEL: @without_sign(
; CHECK-NEXT: uitofp i1 %c to float
define float @without_sign(i1 %c) {
  %f = uitofp i1 %c to float
  ret float %f
}

; CHECK-LABEL: @signed_integer(
; CHECK-NEXT: sext i1 %c to i32
define i32 @signed_integer(i1 %c) {
  %i = sext i1 %c to i32
  ret i32 %i
}

; CHECK-LABEL: @wider(
; CHECK-NEXT: sitofp i8 %c to float
define float @wider(i8 %c) {
  %f = sitofp i8 %c to float
  ret float %f
}

; CHECK-LABEL: @two_bits(
; CHECK-NEXT: sitofp <2 x i2> %c to <2 x float>
define <2 x float> @two_bits(<2 x i2> %c) {
  %f = sitofp <2 x i2> %c to <2 x float>
  ret <2 x float> %f
}
