; RUN: clc-opt -passes=scalarize-canonicalize -S %s | FileCheck %s

; CHECK-LABEL: @vector(
; CHECK: [[X0:%.*]] = extractelement <2 x float> %x, i64 0
; CHECK: [[C0:%.*]] = call float @llvm.canonicalize.f32(float [[X0]])
; CHECK: [[V0:%.*]] = insertelement <2 x float> poison, float [[C0]], i64 0
; CHECK: [[X1:%.*]] = extractelement <2 x float> %x, i64 1
; CHECK: [[C1:%.*]] = call float @llvm.canonicalize.f32(float [[X1]])
; CHECK: [[V1:%.*]] = insertelement <2 x float> [[V0]], float [[C1]], i64 1
; CHECK: ret <2 x float> [[V1]]
define <2 x float> @vector(<2 x float> %x) {
  %y = call <2 x float> @llvm.canonicalize.v2f32(<2 x float> %x)
  ret <2 x float> %y
}

; CHECK-LABEL: @scalar(
; CHECK-NEXT: call float @llvm.canonicalize.f32(float %x)
define float @scalar(float %x) {
  %y = call float @llvm.canonicalize.f32(float %x)
  ret float %y
}

; CHECK-LABEL: @another_intrinsic(
; CHECK-NEXT: call <2 x float> @llvm.fabs.v2f32(<2 x float> %x)
define <2 x float> @another_intrinsic(<2 x float> %x) {
  %y = call <2 x float> @llvm.fabs.v2f32(<2 x float> %x)
  ret <2 x float> %y
}
