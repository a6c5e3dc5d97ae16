; RUN: clc-opt -passes=spirv-scalarize-short-vectors -S %s | FileCheck %s
declare spir_func float @_Z3dotDv2_fS_(<2 x float>, <2 x float>)
declare spir_func half @_Z3dotDv2_DhS_(<2 x half>, <2 x half>)
declare spir_func float @_Z3dotff(float, float)
declare spir_func float @_Z3dotDv5_fS_(<5 x float>, <5 x float>)
declare spir_func i32 @_Z3dotDv2_fS_i(<2 x float>, <2 x float>)
declare spir_func <4 x float> @_Z5crossDv4_fS_(<4 x float>, <4 x float>)
declare spir_func <3 x double> @_Z5crossDv3_dS_(<3 x double>, <3 x double>)
declare spir_func float @_Z6lengthDv2_f(<2 x float>)
declare spir_func half @_Z6lengthDv2_Dh(<2 x half>)
declare spir_func float @_Z8distanceDv2_fS_(<2 x float>, <2 x float>)
declare spir_func <2 x float> @_Z9normalizeDv2_f(<2 x float>)
declare spir_func float @_Z11fast_lengthDv2_f(<2 x float>)
declare spir_func float @_Z13fast_distanceDv2_fS_(<2 x float>, <2 x float>)
declare spir_func <2 x float> @_Z14fast_normalizeDv2_f(<2 x float>)

; CHECK-LABEL: @dot(
; CHECK: [[A0:%.*]] = extractelement <2 x float> %a, i64 0
; CHECK: [[A1:%.*]] = extractelement <2 x float> %a, i64 1
; CHECK: [[B0:%.*]] = extractelement <2 x float> %b, i64 0
; CHECK: [[B1:%.*]] = extractelement <2 x float> %b, i64 1
; CHECK: [[PRODUCT:%.*]] = fmul nnan float [[A0]], [[B0]]
; CHECK: [[SUM:%.*]] = call nnan spir_func float @_Z3madfff(float [[A1]], float [[B1]], float [[PRODUCT]])
; CHECK: ret float [[SUM]]
define float @dot(<2 x float> %a, <2 x float> %b) {
  %r = call nnan spir_func float @_Z3dotDv2_fS_(<2 x float> %a, <2 x float> %b)
  ret float %r
}

; CHECK-LABEL: @dot_of_halfs(
; CHECK: call spir_func half @_Z3madDhDhDh(
define half @dot_of_halfs(<2 x half> %a, <2 x half> %b) {
  %r = call spir_func half @_Z3dotDv2_DhS_(<2 x half> %a, <2 x half> %b)
  ret half %r
}

; CHECK-LABEL: @keeps_other_types(
; CHECK: call spir_func float @_Z3dotff(
; CHECK: call spir_func float @_Z3dotDv5_fS_(
; CHECK: call spir_func half @_Z6lengthDv2_Dh(
; CHECK: call spir_func i32 @_Z3dotDv2_fS_i(
define void @keeps_other_types(float %a, <5 x float> %b, <2 x half> %c, <2 x float> %d, ptr addrspace(1) %out) {
  %number = call spir_func float @_Z3dotff(float %a, float %a)
  store volatile float %number, ptr addrspace(1) %out
  %long = call spir_func float @_Z3dotDv5_fS_(<5 x float> %b, <5 x float> %b)
  store volatile float %long, ptr addrspace(1) %out
  %half = call spir_func half @_Z6lengthDv2_Dh(<2 x half> %c)
  store volatile half %half, ptr addrspace(1) %out
  %other = call spir_func i32 @_Z3dotDv2_fS_i(<2 x float> %d, <2 x float> %d)
  store volatile i32 %other, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @cross_of_four(
; CHECK-COUNT-3: call spir_func float @_Z3madfff(
; CHECK: insertelement <4 x float> {{.*}}, float 0.000000e+00, i64 3
define <4 x float> @cross_of_four(<4 x float> %a, <4 x float> %b) {
  %r = call spir_func <4 x float> @_Z5crossDv4_fS_(<4 x float> %a, <4 x float> %b)
  ret <4 x float> %r
}

; CHECK-LABEL: @cross_of_three(
; CHECK: [[A0:%.*]] = extractelement <3 x double> %a, i64 0
; CHECK: [[A1:%.*]] = extractelement <3 x double> %a, i64 1
; CHECK: [[A2:%.*]] = extractelement <3 x double> %a, i64 2
; CHECK: [[B0:%.*]] = extractelement <3 x double> %b, i64 0
; CHECK: [[B1:%.*]] = extractelement <3 x double> %b, i64 1
; CHECK: [[B2:%.*]] = extractelement <3 x double> %b, i64 2
; CHECK: [[P0:%.*]] = fmul double [[A2]], [[B1]]
; CHECK: [[N0:%.*]] = fneg double [[P0]]
; CHECK: call spir_func double @_Z3madddd(double [[A1]], double [[B2]], double [[N0]])
; CHECK: fmul double [[A0]], [[B2]]
; CHECK: fmul double [[A1]], [[B0]]
define <3 x double> @cross_of_three(<3 x double> %a, <3 x double> %b) {
  %r = call spir_func <3 x double> @_Z5crossDv3_dS_(<3 x double> %a, <3 x double> %b)
  ret <3 x double> %r
}

; The largest and the smallest elements are scaled by powers of two: 2^62 and 2^-40 are the limits.
; CHECK-LABEL: @length(
; CHECK: [[SIZE0:%.*]] = call float @llvm.fabs.f32(
; CHECK: [[SIZE1:%.*]] = call float @llvm.fabs.f32(
; CHECK: [[MORE:%.*]] = fcmp ogt float [[SIZE1]], [[SIZE0]]
; CHECK: [[LARGEST:%.*]] = select i1 [[MORE]], float [[SIZE1]], float [[SIZE0]]
; CHECK: [[LARGE:%.*]] = fcmp ogt float [[LARGEST]], 0x43D0000000000000
; CHECK: [[SMALL:%.*]] = fcmp olt float [[LARGEST]], 0x3D70000000000000
; CHECK: [[ROOT:%.*]] = call spir_func float @_Z4sqrtf(
; CHECK: fmul float [[ROOT]],
define float @length(<2 x float> %a) {
  %r = call spir_func float @_Z6lengthDv2_f(<2 x float> %a)
  ret float %r
}

; CHECK-LABEL: @distance(
; CHECK-COUNT-2: fsub float
; CHECK: call spir_func float @_Z4sqrtf(
define float @distance(<2 x float> %a, <2 x float> %b) {
  %r = call spir_func float @_Z8distanceDv2_fS_(<2 x float> %a, <2 x float> %b)
  ret float %r
}

; CHECK-LABEL: @normalize(
; CHECK: fcmp oeq float {{.*}}, 0x7FF0000000000000
; CHECK: call float @llvm.copysign.f32(float 1.000000e+00,
; CHECK: call spir_func float @_Z5rsqrtf(
; CHECK: [[ZERO:%.*]] = fcmp oeq float {{.*}}, 0.000000e+00
; CHECK-COUNT-2: select i1 [[ZERO]],
define <2 x float> @normalize(<2 x float> %a) {
  %r = call spir_func <2 x float> @_Z9normalizeDv2_f(<2 x float> %a)
  ret <2 x float> %r
}

; CHECK-LABEL: @fast_length(
; CHECK-NOT: fcmp
; CHECK: call spir_func float @_Z9half_sqrtf(
define float @fast_length(<2 x float> %a) {
  %r = call spir_func float @_Z11fast_lengthDv2_f(<2 x float> %a)
  ret float %r
}

; CHECK-LABEL: @fast_distance(
; CHECK-COUNT-2: fsub float
; CHECK-NOT: fcmp
; CHECK: call spir_func float @_Z9half_sqrtf(
define float @fast_distance(<2 x float> %a, <2 x float> %b) {
  %r = call spir_func float @_Z13fast_distanceDv2_fS_(<2 x float> %a, <2 x float> %b)
  ret float %r
}

; Vectors whose square is less than the least normal number stay as they are.
; CHECK-LABEL: @fast_normalize(
; CHECK: [[KEPT:%.*]] = fcmp olt float {{.*}}, 0x3810000000000000
; CHECK: call spir_func float @_Z10half_rsqrtf(
; CHECK-COUNT-2: select i1 [[KEPT]], float
define <2 x float> @fast_normalize(<2 x float> %a) {
  %r = call spir_func <2 x float> @_Z14fast_normalizeDv2_f(<2 x float> %a)
  ret <2 x float> %r
}
