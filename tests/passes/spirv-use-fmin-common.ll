; RUN: clc-opt -passes=spirv-use-fmin-common -S %s | FileCheck %s

; CHECK: declare spir_func float @_Z11fmin_commonff(float, float)
declare spir_func float @_Z3minff(float, float)
; CHECK: declare spir_func <4 x half> @_Z11fmax_commonDv4_DhS_(<4 x half>, <4 x half>)
declare spir_func <4 x half> @_Z3maxDv4_DhS_(<4 x half>, <4 x half>)
; SPIR-V's instruction has operands of one type.
; CHECK: declare spir_func <4 x float> @_Z3minDv4_ff(<4 x float>, float)
declare spir_func <4 x float> @_Z3minDv4_ff(<4 x float>, float)
; CHECK: declare spir_func i32 @_Z3minii(i32, i32)
declare spir_func i32 @_Z3minii(i32, i32)
; CHECK: declare spir_func float @_Z4fminff(float, float)
declare spir_func float @_Z4fminff(float, float)
; CHECK: define spir_func double @_Z3mindd(double %a, double %b)
define spir_func double @_Z3mindd(double %a, double %b) {
  ret double %a
}
