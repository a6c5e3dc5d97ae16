; RUN: clc-opt -mtriple=spirv64 -passes=spirv-write-out-builtins -S %s | FileCheck %s
declare spir_func <4 x float> @_Z6vload4mPU3AS1Kf(i64, ptr addrspace(1))
declare spir_func <16 x i64> @_Z7vload16mPU3AS3Km(i64, ptr addrspace(3))
declare spir_func <3 x float> @_Z6vload3mPU3AS1Kf(i64, ptr addrspace(1))
declare spir_func <4 x i8> @_Z6vload4mPU3AS1Kh(i64, ptr addrspace(1))
declare spir_func void @_Z7vstore2Dv2_fmPU3AS1f(<2 x float>, i64, ptr addrspace(1))
declare spir_func void @_Z7vstore3Dv3_fmPU3AS1f(<3 x float>, i64, ptr addrspace(1))
declare spir_func <4 x float> @_Z11vload_half4mPU3AS1KDh(i64, ptr addrspace(1))

declare spir_func float @_Z3dotDv3_fS_(<3 x float>, <3 x float>)
declare spir_func float @_Z3dotff(float, float)
declare spir_func <4 x float> @_Z5clampDv4_fff(<4 x float>, float, float)
declare spir_func <2 x double> @_Z5clampDv2_dS_S_(<2 x double>, <2 x double>, <2 x double>)
declare spir_func half @_Z5clampDhDhDh(half, half, half)
declare spir_func i32 @_Z5clampiii(i32, i32, i32)
declare spir_func <4 x float> @_Z3maxDv4_ff(<4 x float>, float)
declare spir_func <4 x float> @_Z4fminDv4_fS_(<4 x float>, <4 x float>)

; CHECK-LABEL: @accesses(
; CHECK-NEXT: [[PLACE:%.*]] = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %i
; CHECK-NEXT: [[READ:%.*]] = load <4 x float>, ptr addrspace(1) [[PLACE]], align 4
; CHECK-NEXT: [[PAIR:%.*]] = shufflevector <4 x float> [[READ]]
; CHECK-NEXT: [[THERE:%.*]] = getelementptr <2 x float>, ptr addrspace(1) %p, i64 %i
; CHECK-NEXT: store <2 x float> [[PAIR]], ptr addrspace(1) [[THERE]], align 4
; CHECK-NEXT: [[LOCAL:%.*]] = getelementptr <16 x i64>, ptr addrspace(3) %l, i64 %i
; CHECK-NEXT: load <16 x i64>, ptr addrspace(3) [[LOCAL]], align 8
define <16 x i64> @accesses(i64 %i, ptr addrspace(1) %p, ptr addrspace(3) %l) {
  %r = call spir_func <4 x float> @_Z6vload4mPU3AS1Kf(i64 %i, ptr addrspace(1) %p)
  %s = shufflevector <4 x float> %r, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  call spir_func void @_Z7vstore2Dv2_fmPU3AS1f(<2 x float> %s, i64 %i, ptr addrspace(1) %p)
  %w = call spir_func <16 x i64> @_Z7vload16mPU3AS3Km(i64 %i, ptr addrspace(3) %l)
  ret <16 x i64> %w
}
; CHECK-LABEL: @other_calls(
; CHECK-NEXT: call spir_func <3 x float> @_Z6vload3mPU3AS1Kf(
; CHECK-NEXT: call spir_func void @_Z7vstore3Dv3_fmPU3AS1f(
; CHECK-NEXT: call spir_func <4 x float> @_Z11vload_half4mPU3AS1KDh(
; CHECK-NEXT: call spir_func <4 x i8> @_Z6vload4mPU3AS1Kh(
define <4 x i8> @other_calls(i64 %i, ptr addrspace(1) %p) {
  %three = call spir_func <3 x float> @_Z6vload3mPU3AS1Kf(i64 %i, ptr addrspace(1) %p)
  call spir_func void @_Z7vstore3Dv3_fmPU3AS1f(<3 x float> %three, i64 %i, ptr addrspace(1) %p)
  %halves = call spir_func <4 x float> @_Z11vload_half4mPU3AS1KDh(i64 %i, ptr addrspace(1) %p)
  %bytes = call spir_func <4 x i8> @_Z6vload4mPU3AS1Kh(i64 %i, ptr addrspace(1) %p)
  ret <4 x i8> %bytes
}
; CHECK-LABEL: @products(
; CHECK-COUNT-6: extractelement <3 x float>
; CHECK-NEXT: [[FIRST:%.*]] = fmul float
; CHECK-NEXT: [[SECOND:%.*]] = call float @llvm.fmuladd.f32(float {{%.*}}, float {{%.*}}, float [[FIRST]])
; CHECK-NEXT: [[THIRD:%.*]] = call float @llvm.fmuladd.f32(float {{%.*}}, float {{%.*}}, float [[SECOND]])
; CHECK-NEXT: call spir_func float @_Z3dotff(float [[THIRD]], float [[THIRD]])
define float @products(<3 x float> %a, <3 x float> %b) {
  %r = call spir_func float @_Z3dotDv3_fS_(<3 x float> %a, <3 x float> %b)
  %s = call spir_func float @_Z3dotff(float %r, float %r)
  ret float %s
}
; CHECK-LABEL: @bounds(
; CHECK: [[A:%.*]] = shufflevector <4 x float> {{.*}} zeroinitializer
; CHECK-NEXT: [[MOST:%.*]] = call spir_func <4 x float> @_Z4fmaxDv4_fS_(<4 x float> %v, <4 x float> [[A]])
; CHECK: [[B:%.*]] = shufflevector <4 x float> {{.*}} zeroinitializer
; CHECK-NEXT: call spir_func <4 x float> @_Z4fminDv4_fS_(<4 x float> [[MOST]], <4 x float> [[B]])
; CHECK-NEXT: [[DOUBLES:%.*]] = call spir_func <2 x double> @_Z4fmaxDv2_dS_(<2 x double> %d, <2 x double> %d)
; CHECK-NEXT: call spir_func <2 x double> @_Z4fminDv2_dS_(<2 x double> [[DOUBLES]], <2 x double> %d)
; CHECK-NEXT: [[HALF:%.*]] = call spir_func half @_Z4fmaxDhDh(half %h, half %h)
; CHECK-NEXT: call spir_func half @_Z4fminDhDh(half [[HALF]], half %h)
; CHECK-NEXT: call spir_func i32 @_Z5clampiii(
define i32 @bounds(<4 x float> %v, float %a, float %b, <2 x double> %d, half %h, i32 %i) {
  %r = call spir_func <4 x float> @_Z5clampDv4_fff(<4 x float> %v, float %a, float %b)
  %s = call spir_func <2 x double> @_Z5clampDv2_dS_S_(<2 x double> %d, <2 x double> %d, <2 x double> %d)
  %t = call spir_func half @_Z5clampDhDhDh(half %h, half %h, half %h)
  %u = call spir_func i32 @_Z5clampiii(i32 %i, i32 %i, i32 %i)
  ret i32 %u
}
; `max` and `min` are undefined for infinite numbers and NaN.
; CHECK-LABEL: @finite_bounds(
; CHECK-NEXT: [[FINITE:%.*]] = call nnan ninf spir_func half @_Z3maxDhDh(half %h, half %h)
; CHECK-NEXT: call nnan ninf spir_func half @_Z3minDhDh(half [[FINITE]], half %h)
; CHECK-NEXT: [[NUMBER:%.*]] = call nnan spir_func half @_Z4fmaxDhDh(half %h, half %h)
; CHECK-NEXT: call nnan spir_func half @_Z4fminDhDh(half [[NUMBER]], half %h)
define half @finite_bounds(half %h) {
  %r = call nnan ninf spir_func half @_Z5clampDhDhDh(half %h, half %h, half %h)
  %s = call nnan spir_func half @_Z5clampDhDhDh(half %h, half %h, half %h)
  ret half %s
}
; CHECK-LABEL: @bounds_of_all(
; CHECK: [[LEAST:%.*]] = shufflevector <4 x float> {{.*}} zeroinitializer
; CHECK-NEXT: [[FROM:%.*]] = call spir_func <4 x float> @_Z3maxDv4_fS_(<4 x float> %v, <4 x float> [[LEAST]])
; CHECK-NEXT: call spir_func <4 x float> @_Z4fminDv4_fS_(<4 x float> [[FROM]], <4 x float> %v)
define <4 x float> @bounds_of_all(<4 x float> %v, float %a) {
  %r = call spir_func <4 x float> @_Z3maxDv4_ff(<4 x float> %v, float %a)
  %s = call spir_func <4 x float> @_Z4fminDv4_fS_(<4 x float> %r, <4 x float> %v)
  ret <4 x float> %s
}
