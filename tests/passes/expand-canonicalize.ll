; RUN: clc-opt -passes=expand-canonicalize -S %s | FileCheck %s

; CHECK-LABEL: @scalar(
; CHECK-NEXT: [[Y:%.*]] = fmul float %x, 1.000000e+00
; CHECK-NEXT: ret float [[Y]]
define float @scalar(float %x) {
  %y = call float @llvm.canonicalize.f32(float %x)
  ret float %y
}

; CHECK-LABEL: @vector(
; CHECK-NEXT: fmul <2 x half> %x, splat (half 0xH3C00)
define <2 x half> @vector(<2 x half> %x) {
  %y = call <2 x half> @llvm.canonicalize.v2f16(<2 x half> %x)
  ret <2 x half> %y
}

; CHECK-LABEL: @another_intrinsic(
; CHECK-NEXT: call float @llvm.fabs.f32(float %x)
define float @another_intrinsic(float %x) {
  %y = call float @llvm.fabs.f32(float %x)
  ret float %y
}
