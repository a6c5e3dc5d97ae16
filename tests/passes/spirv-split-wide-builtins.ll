; RUN: clc-opt -mtriple=spirv64 -passes=spirv-split-wide-builtins -S %s | FileCheck %s
; RUN: clc-opt -mtriple=spirv64 -passes='spirv-split-wide-builtins<has-avx>' -S %s | FileCheck %s --check-prefix=AVX

declare spir_func <4 x float> @_Z3fmaDv4_fS_S_(<4 x float>, <4 x float>, <4 x float>)
declare spir_func <8 x float> @_Z3fmaDv8_fS_S_(<8 x float>, <8 x float>, <8 x float>)
declare spir_func <16 x double> @_Z5ldexpDv16_dDv16_i(<16 x double>, <16 x i32>)
declare spir_func <16 x float> @_Z5ldexpDv16_fi(<16 x float>, i32)
declare spir_func <8 x float> @_Z5frexpDv8_fPU3AS1Dv8_i(<8 x float>, ptr addrspace(1))
declare spir_func <4 x double> @_Z5fractDv4_dPS_(<4 x double>, ptr)
declare spir_func <4 x double> @_Z9normalizeDv4_d(<4 x double>)
declare spir_func double @_Z3dotDv4_dS_(<4 x double>, <4 x double>)
declare spir_func <16 x i32> @_Z21convert_int16_sat_rteDv16_f(<16 x float>)
declare spir_func void @_Z16vstore_half8_rtzDv8_fmPU3AS1Dh(<8 x float>, i64, ptr addrspace(1))
declare spir_func <16 x float> @_Z7vload16mPU3AS1Kf(i64, ptr addrspace(1))
declare spir_func <2 x float> @_Z7shuffleDv16_fDv2_j(<16 x float>, <2 x i32>)
declare spir_func <2 x float> @_Z8shuffle2Dv16_fS_Dv2_j(<16 x float>, <16 x float>, <2 x i32>)
declare spir_func <16 x float> @_Z21__spirv_GroupBroadcastDv16_f(<16 x float>)
declare spir_func void @_Z31intel_sub_group_block_write_ul8PU3AS1mDv8_m(ptr addrspace(1), <8 x i64>)
declare <16 x i32> @llvm.smax.v16i32(<16 x i32>, <16 x i32>)
declare i32 @llvm.vector.reduce.add.v16i32(<16 x i32>)

; CHECK-LABEL: @halves(
; CHECK: [[A0:%.*]] = shufflevector <8 x float> %a, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK: [[L:%.*]] = call fast spir_func <4 x float> @_Z3fmaDv4_fS_S_(<4 x float> [[A0]], <4 x float> {{.*}}, <4 x float> splat (float 1.000000e+00))
; CHECK: [[A1:%.*]] = shufflevector <8 x float> %a, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
; CHECK: [[H:%.*]] = call fast spir_func <4 x float> @_Z3fmaDv4_fS_S_(<4 x float> [[A1]], <4 x float> {{.*}}, <4 x float> splat (float 1.000000e+00))
; CHECK: [[R:%.*]] = shufflevector <4 x float> [[L]], <4 x float> [[H]], <8 x i32> <i32 0, {{.*}}, i32 7>
; CHECK: ret <8 x float> [[R]]
; AVX-LABEL: @halves(
; AVX-NEXT: call fast spir_func <8 x float> @_Z3fmaDv8_fS_S_(
define <8 x float> @halves(<8 x float> %a, <8 x float> %b) {
  %r = call fast spir_func <8 x float> @_Z3fmaDv8_fS_S_(<8 x float> %a, <8 x float> %b, <8 x float> splat (float 1.0))
  ret <8 x float> %r
}

; Any register holds these.
; CHECK-LABEL: @narrow(
; CHECK-NEXT: call spir_func <4 x float> @_Z3fmaDv4_fS_S_(<4 x float> %a, <4 x float> %a, <4 x float> %a)
define <4 x float> @narrow(<4 x float> %a) {
  %r = call spir_func <4 x float> @_Z3fmaDv4_fS_S_(<4 x float> %a, <4 x float> %a, <4 x float> %a)
  ret <4 x float> %r
}

; CHECK-LABEL: @eighths(
; CHECK-COUNT-8: call spir_func <2 x double> @_Z5ldexpDv2_dDv2_i(<2 x double> {{.*}}, <2 x i32> {{.*}})
define <16 x double> @eighths(<16 x double> %a, <16 x i32> %n) {
  %r = call spir_func <16 x double> @_Z5ldexpDv16_dDv16_i(<16 x double> %a, <16 x i32> %n)
  ret <16 x double> %r
}

; CHECK-LABEL: @with_scalar(
; CHECK-COUNT-4: call spir_func <4 x float> @_Z5ldexpDv4_fi(<4 x float> {{.*}}, i32 %n)
define <16 x float> @with_scalar(<16 x float> %a, i32 %n) {
  %r = call spir_func <16 x float> @_Z5ldexpDv16_fi(<16 x float> %a, i32 %n)
  ret <16 x float> %r
}

; CHECK-LABEL: @second_results(
; CHECK: call spir_func <4 x float> @_Z5frexpDv4_fPU3AS1Dv4_i(<4 x float> {{.*}}, ptr addrspace(1) %p)
; CHECK: [[P:%.*]] = getelementptr inbounds i32, ptr addrspace(1) %p, i64 4
; CHECK: call spir_func <4 x float> @_Z5frexpDv4_fPU3AS1Dv4_i(<4 x float> {{.*}}, ptr addrspace(1) [[P]])
; CHECK: call spir_func <2 x double> @_Z5fractDv2_dPS_(<2 x double> {{.*}}, ptr %q)
; CHECK: [[Q:%.*]] = getelementptr inbounds double, ptr %q, i64 2
; CHECK: call spir_func <2 x double> @_Z5fractDv2_dPS_(<2 x double> {{.*}}, ptr [[Q]])
define <8 x float> @second_results(<8 x float> %a, <4 x double> %b, ptr addrspace(1) %p, ptr %q) {
  %r = call spir_func <8 x float> @_Z5frexpDv8_fPU3AS1Dv8_i(<8 x float> %a, ptr addrspace(1) %p)
  %s = call spir_func <4 x double> @_Z5fractDv4_dPS_(<4 x double> %b, ptr %q)
  ret <8 x float> %r
}

; CHECK-LABEL: @conversions(
; CHECK-COUNT-4: call spir_func <4 x i32> @_Z20convert_int4_sat_rteDv4_f(<4 x float> {{.*}})
; CHECK-COUNT-8: sitofp <2 x i64> {{.*}} to <2 x float>
; CHECK-COUNT-4: trunc <4 x i32> {{.*}} to <4 x i8>
define <16 x i8> @conversions(<16 x float> %a, <16 x i64> %l, ptr %p) {
  %r = call spir_func <16 x i32> @_Z21convert_int16_sat_rteDv16_f(<16 x float> %a)
  %s = sitofp <16 x i64> %l to <16 x float>
  store <16 x float> %s, ptr %p
  %t = trunc <16 x i32> %r to <16 x i8>
  ret <16 x i8> %t
}

; CHECK-LABEL: @store(
; CHECK: call spir_func void @_Z16vstore_half4_rtzDv4_fmPU3AS1Dh(<4 x float> {{.*}}, i64 {{.*}}, ptr addrspace(1) %p)
; CHECK: [[I:%.*]] = shl i64 %i, 1
; CHECK: [[J:%.*]] = add i64 [[I]], 1
; CHECK: call spir_func void @_Z16vstore_half4_rtzDv4_fmPU3AS1Dh(<4 x float> {{.*}}, i64 [[J]], ptr addrspace(1) %p)
define void @store(<8 x float> %a, i64 %i, ptr addrspace(1) %p) {
  call spir_func void @_Z16vstore_half8_rtzDv8_fmPU3AS1Dh(<8 x float> %a, i64 %i, ptr addrspace(1) %p)
  ret void
}

; CHECK-LABEL: @intrinsic(
; CHECK-COUNT-4: call <4 x i32> @llvm.smax.v4i32(<4 x i32> {{.*}}, <4 x i32> zeroinitializer)
; AVX-LABEL: @intrinsic(
; AVX-COUNT-2: call <8 x i32> @llvm.smax.v8i32(
define <16 x i32> @intrinsic(<16 x i32> %a) {
  %r = call <16 x i32> @llvm.smax.v16i32(<16 x i32> %a, <16 x i32> zeroinitializer)
  ret <16 x i32> %r
}

; CHECK-LABEL: @picked(
; CHECK-NEXT: [[N:%.*]] = extractelement <2 x i32> %m, i64 0
; CHECK-NEXT: [[I:%.*]] = and i32 [[N]], 15
; CHECK-NEXT: [[E:%.*]] = extractelement <16 x float> %a, i32 [[I]]
; CHECK-NEXT: insertelement <2 x float> poison, float [[E]], i64 0
; CHECK-NOT: call
define <2 x float> @picked(<16 x float> %a, <2 x i32> %m) {
  %r = call spir_func <2 x float> @_Z7shuffleDv16_fDv2_j(<16 x float> %a, <2 x i32> %m)
  ret <2 x float> %r
}

; CHECK-LABEL: @picked_of_two(
; CHECK-NEXT: [[N:%.*]] = extractelement <2 x i32> %m, i64 0
; CHECK-NEXT: [[I:%.*]] = and i32 [[N]], 15
; CHECK-NEXT: [[E:%.*]] = extractelement <16 x float> %a, i32 [[I]]
; CHECK-NEXT: [[F:%.*]] = extractelement <16 x float> %b, i32 [[I]]
; CHECK-NEXT: [[C:%.*]] = icmp ule i32 [[N]], 15
; CHECK-NEXT: [[S:%.*]] = select i1 [[C]], float [[E]], float [[F]]
; CHECK-NEXT: insertelement <2 x float> poison, float [[S]], i64 0
define <2 x float> @picked_of_two(<16 x float> %a, <16 x float> %b, <2 x i32> %m) {
  %r = call spir_func <2 x float> @_Z8shuffle2Dv16_fS_Dv2_j(<16 x float> %a, <16 x float> %b, <2 x i32> %m)
  ret <2 x float> %r
}

; Geometric functions need all elements.
; CHECK-LABEL: @geometric(
; CHECK-NEXT: %n = call spir_func <4 x double> @_Z9normalizeDv4_d(<4 x double> %a)
; CHECK-NEXT: %d = call spir_func double @_Z3dotDv4_dS_(<4 x double> %n, <4 x double> %a)
define double @geometric(<4 x double> %a) {
  %n = call spir_func <4 x double> @_Z9normalizeDv4_d(<4 x double> %a)
  %d = call spir_func double @_Z3dotDv4_dS_(<4 x double> %n, <4 x double> %a)
  ret double %d
}

; What no element by itself decides, what has no wide vector among its arguments, and what is no call stay.
; CHECK-LABEL: @others(
; CHECK-NEXT: %a = call spir_func <16 x float> @_Z7vload16mPU3AS1Kf(i64 0, ptr addrspace(1) %p)
; CHECK-NEXT: %b = call spir_func <16 x float> @_Z21__spirv_GroupBroadcastDv16_f(<16 x float> %a)
; CHECK-NEXT: %i = bitcast <16 x float> %b to <16 x i32>
; CHECK-NEXT: %n = call i32 @llvm.vector.reduce.add.v16i32(<16 x i32> %i)
; CHECK-NEXT: call spir_func void @_Z31intel_sub_group_block_write_ul8PU3AS1mDv8_m(ptr addrspace(1) %p, <8 x i64> zeroinitializer)
; CHECK-NEXT: %s = add <16 x i32> %i, %i
; CHECK-NEXT: ret <16 x i32> %s
define <16 x i32> @others(ptr addrspace(1) %p) {
  %a = call spir_func <16 x float> @_Z7vload16mPU3AS1Kf(i64 0, ptr addrspace(1) %p)
  %b = call spir_func <16 x float> @_Z21__spirv_GroupBroadcastDv16_f(<16 x float> %a)
  %i = bitcast <16 x float> %b to <16 x i32>
  %n = call i32 @llvm.vector.reduce.add.v16i32(<16 x i32> %i)
  call spir_func void @_Z31intel_sub_group_block_write_ul8PU3AS1mDv8_m(ptr addrspace(1) %p, <8 x i64> zeroinitializer)
  %s = add <16 x i32> %i, %i
  ret <16 x i32> %s
}
