; RUN: clc-opt -mtriple=spirv64 -passes=spirv-name-intrinsics -S %s | FileCheck %s
declare spir_func float @_Z4sqrtf(float)
declare spir_func double @_Z4sqrtd(double)
declare spir_func half @_Z4sqrtDh(half)
declare spir_func <4 x float> @_Z3fmaDv4_fS_S_(<4 x float>, <4 x float>, <4 x float>)
declare spir_func i32 @_Z8popcountj(i32)
declare spir_func float @_Z4fminff(float, float)
declare spir_func <4 x float> @_Z4fminDv4_ff(<4 x float>, float)
declare spir_func float @_Z11fmin_commonff(float, float)
declare spir_func float @_Z4fabsf(float)
declare float @llvm.fabs.f32(float)
declare spir_func float @_Z3expf(float)

; A root that may not be inexact stays a call.
; CHECK-LABEL: @roots(
; CHECK-NEXT: call spir_func float @spirv.llvm_sqrt_f32(float %x), !fpmath
; CHECK-NEXT: call spir_func float @_Z4sqrtf(float %a)
; CHECK-NEXT: call spir_func double @spirv.llvm_sqrt_f64(double %d)
define float @roots(float %x, double %d) {
  %a = call spir_func float @_Z4sqrtf(float %x), !fpmath !0
  %b = call spir_func float @_Z4sqrtf(float %a)
  %c = call spir_func double @_Z4sqrtd(double %d)
  ret float %b
}
; CHECK-LABEL: @of_one_name(
; CHECK-NEXT: call spir_func float @spirv.llvm_fabs_f32(float %x)
; CHECK-NEXT: call spir_func float @spirv.llvm_fabs_f32(float %a)
define float @of_one_name(float %x) {
  %a = call spir_func float @_Z4fabsf(float %x)
  %b = call float @llvm.fabs.f32(float %a)
  ret float %b
}
; CHECK-LABEL: @of_two_names(
; CHECK-NEXT: call spir_func float @spirv.llvm_minnum_f32(float %x, float %y)
; CHECK-NEXT: call spir_func float @spirv.llvm.minnum.f32(float %a, float %y)
define float @of_two_names(float %x, float %y) {
  %a = call spir_func float @_Z4fminff(float %x, float %y)
  %b = call spir_func float @_Z11fmin_commonff(float %a, float %y)
  ret float %b
}
; CHECK-LABEL: @others(
; CHECK-NEXT: call spir_func <4 x float> @spirv.llvm_fma_v4f32(<4 x float> %v, <4 x float> %v, <4 x float> %v)
; CHECK-NEXT: call spir_func i32 @spirv.llvm_ctpop_i32(i32 %n)
; CHECK-NEXT: call spir_func float @_Z3expf(float %x)
; CHECK-NEXT: call spir_func half @_Z4sqrtDh(half %h)
; CHECK-NEXT: call spir_func <4 x float> @_Z4fminDv4_ff(<4 x float> %v, float %x)
define i32 @others(<4 x float> %v, i32 %n, float %x, half %h) {
  %a = call spir_func <4 x float> @_Z3fmaDv4_fS_S_(<4 x float> %v, <4 x float> %v, <4 x float> %v)
  %b = call spir_func i32 @_Z8popcountj(i32 %n)
  %c = call spir_func float @_Z3expf(float %x)
  %d = call spir_func half @_Z4sqrtDh(half %h)
  %e = call spir_func <4 x float> @_Z4fminDv4_ff(<4 x float> %v, float %x)
  ret i32 %b
}

; CHECK: define spir_func float @spirv.llvm_sqrt_f32(float %0) [[INLINED:#[0-9]+]] {
; CHECK-NEXT: [[ROOT:%.*]] = call spir_func float @_Z4sqrtf(float %0)
; CHECK-NEXT: ret float [[ROOT]]
; CHECK: define spir_func float @spirv.llvm.minnum.f32(
; CHECK-NEXT: call spir_func float @_Z11fmin_commonff(
; CHECK: attributes [[INLINED]] = { alwaysinline }
!0 = !{float 3.000000e+00}
