; RUN: clc-opt -passes=spirv-scalarize-short-vectors -S %s | FileCheck %s
; RUN: clc-opt -passes=spirv-scalarize-short-vectors -debug-pass-manager -disable-output %s 2>&1 | FileCheck --check-prefix=LOG %s
; Which vectors are worth it is in spirv-scalarize-short-vectors-plan.ll; geometric functions are in
; spirv-scalarize-short-vectors-geometry.ll.
declare spir_func <2 x float> @_Z3sinDv2_f(<2 x float>)
declare spir_func <8 x float> @_Z3sinDv8_f(<8 x float>)
declare spir_func <2 x float> @_Z3powDv2_fS_(<2 x float>, <2 x float>)
declare spir_func <4 x float> @_Z5ldexpDv4_fDv4_i(<4 x float>, <4 x i32>)
declare spir_func <4 x float> @_Z4pownDv4_fDv4_iS_S0_(<4 x float>, <4 x i32>, <4 x float>, <4 x i32>)
declare spir_func <2 x float> @_Z5ldexpDv2_fi(<2 x float>, i32)
declare spir_func <2 x i32> @_Z12convert_int2Dv2_Dh(<2 x half>)
declare spir_func <2 x i32> @_Z20convert_int2_sat_rteDv2_f(<2 x float>)
declare spir_func <2 x float> @_Z5truncDv2_f(<2 x float>)
declare spir_func <2 x float> @_Z6sincosDv2_fPS_(<2 x float>, ptr)
declare spir_func <2 x float> @_Z3expDv2_f(<2 x float>)
declare spir_func float @_Z3expf(i32)
declare spir_func <8 x float> @_Z3madDv8_fS_S_(<8 x float>, <8 x float>, <8 x float>)
declare spir_func <2 x float> @_Z6vload2mPU3AS1Kf(i64, ptr addrspace(1))
declare spir_func <3 x float> @_Z6vload3mPU3AS1Kf(i64, ptr addrspace(1))
declare spir_func <8 x float> @_Z6vload8mPU3AS1Kf(i64, ptr addrspace(1))
declare spir_func <2 x float> @_Z11vload_half2mPU3AS1KDh(i64, ptr addrspace(1))
declare spir_func void @_Z7vstore2Dv2_fmPU3AS1f(<2 x float>, i64, ptr addrspace(1))
declare spir_func void @_Z7vstore3Dv3_fmPU3AS1f(<3 x float>, i64, ptr addrspace(1))
declare spir_func <2 x float> @_Z3sinDv2_fb(<2 x float>, i1)
declare spir_func <2 x float> @_Z5mine2Dv2_f(<2 x float>)
declare spir_func <3 x float> @_Z7convertDv3_f(<3 x float>)
declare spir_func <2 x float> @convert_float2(<2 x float>)
declare spir_func <2 x float> @_Z9sinDv2_f(<2 x float>)
declare spir_func <2 x float> @_Z3sinDv2f(<2 x float>)
declare spir_func <2 x float> @_Z3sinS_(<2 x float>)
declare spir_func <2 x float> @_Z3sinDv2_fS0_(<2 x float>, <2 x float>)
declare spir_func <2 x float> @_Z14convert_doubleDv2_f(<2 x float>)
declare spir_func <2 x float> @_Z3powDv2_fDv4_f(<2 x float>, <4 x float>)
declare <2 x float> @llvm.vector.reverse.v2f32(<2 x float>)
declare <2 x i32> @llvm.abs.v2i32(<2 x i32>, i1)
declare <2 x float> @llvm.sqrt.v2f32(<2 x float>)
declare <2 x float> @llvm.trunc.v2f32(<2 x float>)
declare <2 x i32> @llvm.bitreverse.v2i32(<2 x i32>)
declare <2 x i32> @llvm.bswap.v2i32(<2 x i32>)
declare spir_func i64 @_Z13get_global_idj(i32)

; CHECK-LABEL: @calls_of_numbers(
; CHECK: [[X:%.*]] = extractelement <2 x float> %a, i64 0
; CHECK: [[SIN:%.*]] = call nnan spir_func float @_Z3sinf(float [[X]])
; CHECK: insertelement <2 x float> poison, float [[SIN]], i64 0
; CHECK: [[Y:%.*]] = extractelement <2 x float> %a, i64 1
; CHECK: call nnan spir_func float @_Z3sinf(float [[Y]])
; CHECK: %sin = insertelement
; CHECK: ret <2 x float> %sin
define <2 x float> @calls_of_numbers(<2 x float> %a) {
  %sin = call nnan spir_func <2 x float> @_Z3sinDv2_f(<2 x float> %a)
  ret <2 x float> %sin
}

; LOG: Running analysis: LoopAnalysis on calls_of_numbers
; LOG-NOT: Running analysis: LoopAnalysis on has_nothing_to_scalarize
define float @has_nothing_to_scalarize(float %a) {
  ret float %a
}

; CHECK-LABEL: @several_arguments(
; CHECK-COUNT-2: call spir_func float @_Z3powff(
; CHECK-COUNT-4: call spir_func float @_Z5ldexpfi(
; CHECK-COUNT-4: call spir_func float @_Z4pownfifi(
; CHECK-COUNT-2: call spir_func float @_Z5ldexpfi(float {{.*}}, i32 %i)
; CHECK-NOT: call {{.*}}<
; CHECK: ret void
define void @several_arguments(<2 x float> %a, <4 x float> %b, <4 x i32> %c, i32 %i, ptr addrspace(1) %out) {
  %pow = call spir_func <2 x float> @_Z3powDv2_fS_(<2 x float> %a, <2 x float> %a)
  store volatile <2 x float> %pow, ptr addrspace(1) %out
  %ldexp = call spir_func <4 x float> @_Z5ldexpDv4_fDv4_i(<4 x float> %b, <4 x i32> %c)
  store volatile <4 x float> %ldexp, ptr addrspace(1) %out
  %named = call spir_func <4 x float> @_Z4pownDv4_fDv4_iS_S0_(<4 x float> %b, <4 x i32> %c, <4 x float> %b, <4 x i32> %c)
  store volatile <4 x float> %named, ptr addrspace(1) %out
  %one = call spir_func <2 x float> @_Z5ldexpDv2_fi(<2 x float> %a, i32 %i)
  store volatile <2 x float> %one, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @conversions_and_intrinsics(
; CHECK: call spir_func i32 @_Z11convert_intDh(half
; CHECK: call spir_func i32 @_Z11convert_intDh(half
; CHECK-COUNT-2: call spir_func i32 @_Z19convert_int_sat_rtef(float
; CHECK-COUNT-2: call float @llvm.sqrt.f32(
; CHECK-COUNT-2: call i32 @llvm.abs.i32(
define void @conversions_and_intrinsics(<2 x half> %a, <2 x float> %b, <2 x i32> %c, ptr addrspace(1) %out) {
  %int = call spir_func <2 x i32> @_Z12convert_int2Dv2_Dh(<2 x half> %a)
  store volatile <2 x i32> %int, ptr addrspace(1) %out
  %sat = call spir_func <2 x i32> @_Z20convert_int2_sat_rteDv2_f(<2 x float> %b)
  store volatile <2 x i32> %sat, ptr addrspace(1) %out
  %sqrt = call <2 x float> @llvm.sqrt.v2f32(<2 x float> %b)
  store volatile <2 x float> %sqrt, ptr addrspace(1) %out
  %abs = call <2 x i32> @llvm.abs.v2i32(<2 x i32> %c, i1 false)
  store volatile <2 x i32> %abs, ptr addrspace(1) %out
  ret void
}

; Quick ones, long ones, those with pointers, and one whose function of numbers the module declares otherwise.
; CHECK-LABEL: @keeps_calls(
; CHECK: call spir_func <2 x float> @_Z5truncDv2_f(
; CHECK: call <2 x float> @llvm.trunc.v2f32(
; CHECK: call <2 x i32> @llvm.bitreverse.v2i32(
; CHECK: call <2 x i32> @llvm.bswap.v2i32(
; CHECK: call spir_func <8 x float> @_Z3sinDv8_f(
; CHECK: call spir_func <2 x float> @_Z6sincosDv2_fPS_(
; CHECK: call spir_func <2 x float> @_Z3expDv2_f(
; CHECK: call spir_func <2 x float> %pointer(
; CHECK: call spir_func <2 x float> @_Z3cosDv2_f(
define void @keeps_calls(<2 x float> %a, <8 x float> %b, <2 x i32> %c, ptr %p, ptr %pointer, ptr addrspace(1) %out) {
  %trunc = call spir_func <2 x float> @_Z5truncDv2_f(<2 x float> %a)
  store volatile <2 x float> %trunc, ptr addrspace(1) %out
  %intrinsic = call <2 x float> @llvm.trunc.v2f32(<2 x float> %a)
  store volatile <2 x float> %intrinsic, ptr addrspace(1) %out
  %reversed = call <2 x i32> @llvm.bitreverse.v2i32(<2 x i32> %c)
  store volatile <2 x i32> %reversed, ptr addrspace(1) %out
  %swapped = call <2 x i32> @llvm.bswap.v2i32(<2 x i32> %c)
  store volatile <2 x i32> %swapped, ptr addrspace(1) %out
  %long = call spir_func <8 x float> @_Z3sinDv8_f(<8 x float> %b)
  store volatile <8 x float> %long, ptr addrspace(1) %out
  %sincos = call spir_func <2 x float> @_Z6sincosDv2_fPS_(<2 x float> %a, ptr %p)
  store volatile <2 x float> %sincos, ptr addrspace(1) %out
  %exp = call spir_func <2 x float> @_Z3expDv2_f(<2 x float> %a)
  store volatile <2 x float> %exp, ptr addrspace(1) %out
  %unknown = call spir_func <2 x float> %pointer(<2 x float> %a)
  store volatile <2 x float> %unknown, ptr addrspace(1) %out
  %defined = call spir_func <2 x float> @_Z3cosDv2_f(<2 x float> %a)
  store volatile <2 x float> %defined, ptr addrspace(1) %out
  ret void
}

; Names that are none of a builtin of vectors.
; CHECK-LABEL: @keeps_calls_of_other_names(
; CHECK: call spir_func <2 x float> @_Z3sinDv2_fb(
; CHECK: call spir_func <2 x float> @_Z5mine2Dv2_f(
; CHECK: call spir_func <3 x float> @_Z7convertDv3_f(
; CHECK: call spir_func <2 x float> @convert_float2(
; CHECK: call spir_func <2 x float> @_Z9sinDv2_f(
; CHECK: call spir_func <2 x float> @_Z3sinDv2f(
; CHECK: call spir_func <2 x float> @_Z3sinS_(
; CHECK: call spir_func <2 x float> @_Z3sinDv2_fS0_(
; CHECK: call spir_func <2 x float> @_Z14convert_doubleDv2_f(
; CHECK: call spir_func <2 x float> @_Z3powDv2_fDv4_f(
; CHECK: call <2 x float> @llvm.vector.reverse.v2f32(
define void @keeps_calls_of_other_names(<2 x float> %a, <3 x float> %b, <4 x float> %c, ptr addrspace(1) %out) {
  %r0 = call spir_func <2 x float> @_Z3sinDv2_fb(<2 x float> %a, i1 true)
  store volatile <2 x float> %r0, ptr addrspace(1) %out
  %r1 = call spir_func <2 x float> @_Z5mine2Dv2_f(<2 x float> %a)
  store volatile <2 x float> %r1, ptr addrspace(1) %out
  %r2 = call spir_func <3 x float> @_Z7convertDv3_f(<3 x float> %b)
  store volatile <3 x float> %r2, ptr addrspace(1) %out
  %r3 = call spir_func <2 x float> @convert_float2(<2 x float> %a)
  store volatile <2 x float> %r3, ptr addrspace(1) %out
  %r4 = call spir_func <2 x float> @_Z9sinDv2_f(<2 x float> %a)
  store volatile <2 x float> %r4, ptr addrspace(1) %out
  %r5 = call spir_func <2 x float> @_Z3sinDv2f(<2 x float> %a)
  store volatile <2 x float> %r5, ptr addrspace(1) %out
  %r6 = call spir_func <2 x float> @_Z3sinS_(<2 x float> %a)
  store volatile <2 x float> %r6, ptr addrspace(1) %out
  %r7 = call spir_func <2 x float> @_Z3sinDv2_fS0_(<2 x float> %a, <2 x float> %a)
  store volatile <2 x float> %r7, ptr addrspace(1) %out
  %r8 = call spir_func <2 x float> @_Z14convert_doubleDv2_f(<2 x float> %a)
  store volatile <2 x float> %r8, ptr addrspace(1) %out
  %r9 = call spir_func <2 x float> @_Z3powDv2_fDv4_f(<2 x float> %a, <4 x float> %c)
  store volatile <2 x float> %r9, ptr addrspace(1) %out
  %r10 = call <2 x float> @llvm.vector.reverse.v2f32(<2 x float> %a)
  store volatile <2 x float> %r10, ptr addrspace(1) %out
  ret void
}
define spir_func <2 x float> @_Z3cosDv2_f(<2 x float> %a) noinline {
  ret <2 x float> %a
}

; CHECK-LABEL: @operations(
; CHECK-COUNT-2: sdiv i32
; CHECK-COUNT-2: udiv i32
; CHECK-COUNT-2: srem i32
; CHECK-COUNT-2: urem i32
; CHECK-COUNT-2: sitofp i32 {{.*}} to float
; CHECK-COUNT-2: uitofp i32 {{.*}} to float
; CHECK-COUNT-2: fptosi float {{.*}} to i32
; CHECK-COUNT-2: fptoui float {{.*}} to i32
; CHECK-COUNT-2: fpext float {{.*}} to double
; CHECK-COUNT-2: fptrunc float {{.*}} to half
define void @operations(<2 x i32> %a, <2 x i32> %b, <2 x float> %f, ptr addrspace(1) %out) {
  %sdiv = sdiv <2 x i32> %a, %b
  store volatile <2 x i32> %sdiv, ptr addrspace(1) %out
  %udiv = udiv <2 x i32> %a, %b
  store volatile <2 x i32> %udiv, ptr addrspace(1) %out
  %srem = srem <2 x i32> %a, %b
  store volatile <2 x i32> %srem, ptr addrspace(1) %out
  %urem = urem <2 x i32> %a, %b
  store volatile <2 x i32> %urem, ptr addrspace(1) %out
  %sitofp = sitofp <2 x i32> %a to <2 x float>
  store volatile <2 x float> %sitofp, ptr addrspace(1) %out
  %uitofp = uitofp <2 x i32> %a to <2 x float>
  store volatile <2 x float> %uitofp, ptr addrspace(1) %out
  %fptosi = fptosi <2 x float> %f to <2 x i32>
  store volatile <2 x i32> %fptosi, ptr addrspace(1) %out
  %fptoui = fptoui <2 x float> %f to <2 x i32>
  store volatile <2 x i32> %fptoui, ptr addrspace(1) %out
  %fpext = fpext <2 x float> %f to <2 x double>
  store volatile <2 x double> %fpext, ptr addrspace(1) %out
  %fptrunc = fptrunc <2 x float> %f to <2 x half>
  store volatile <2 x half> %fptrunc, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @keeps_operations(
; CHECK: sdiv <2 x i16>
; CHECK: sdiv <16 x i32>
; CHECK: sdiv i32
; CHECK: fdiv <2 x float>
; CHECK: ret void
define void @keeps_operations(<2 x i16> %a, <16 x i32> %b, i32 %c, <2 x float> %d, ptr addrspace(1) %out) {
  %short = sdiv <2 x i16> %a, %a
  store volatile <2 x i16> %short, ptr addrspace(1) %out
  %long = sdiv <16 x i32> %b, %b
  store volatile <16 x i32> %long, ptr addrspace(1) %out
  %number = sdiv i32 %c, %c
  store volatile i32 %number, ptr addrspace(1) %out
  %quick = fdiv <2 x float> %d, %d
  store volatile <2 x float> %quick, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @expands_long_mad(
; CHECK-NEXT: [[PRODUCT:%.*]] = fmul nnan <8 x float> %a, %b
; CHECK-NEXT: [[SUM:%.*]] = fadd nnan <8 x float> [[PRODUCT]], %c
; CHECK-NEXT: ret <8 x float> [[SUM]]
define <8 x float> @expands_long_mad(<8 x float> %a, <8 x float> %b, <8 x float> %c) {
  %mad = call nnan spir_func <8 x float> @_Z3madDv8_fS_S_(<8 x float> %a, <8 x float> %b, <8 x float> %c)
  ret <8 x float> %mad
}

; CHECK-LABEL: @loads(
; CHECK: [[A:%.*]] = getelementptr <2 x float>, ptr addrspace(1) %p, i64 %i
; CHECK: load <2 x float>, ptr addrspace(1) [[A]], align 4
; CHECK: [[OFFSET:%.*]] = mul i64 %i, 3
; CHECK: getelementptr float, ptr addrspace(1) %p, i64 [[OFFSET]]
; CHECK-COUNT-3: load float
; CHECK: call spir_func <8 x float> @_Z6vload8mPU3AS1Kf
; CHECK: call spir_func <2 x float> @_Z11vload_half2mPU3AS1KDh
define void @loads(i64 %i, ptr addrspace(1) %p, ptr addrspace(1) %out) {
  %two = call spir_func <2 x float> @_Z6vload2mPU3AS1Kf(i64 %i, ptr addrspace(1) %p)
  store volatile <2 x float> %two, ptr addrspace(1) %out
  %three = call spir_func <3 x float> @_Z6vload3mPU3AS1Kf(i64 %i, ptr addrspace(1) %p)
  store volatile <3 x float> %three, ptr addrspace(1) %out
  %eight = call spir_func <8 x float> @_Z6vload8mPU3AS1Kf(i64 %i, ptr addrspace(1) %p)
  store volatile <8 x float> %eight, ptr addrspace(1) %out
  %half = call spir_func <2 x float> @_Z11vload_half2mPU3AS1KDh(i64 %i, ptr addrspace(1) %p)
  store volatile <2 x float> %half, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @stores(
; CHECK: [[A:%.*]] = getelementptr <2 x float>, ptr addrspace(1) %p, i64 %i
; CHECK: store <2 x float> %two, ptr addrspace(1) [[A]], align 4
; CHECK: [[OFFSET:%.*]] = mul i64 %i, 3
; CHECK: getelementptr float, ptr addrspace(1) %p, i64 [[OFFSET]]
; CHECK-COUNT-3: store float
define void @stores(i64 %i, ptr addrspace(1) %p, <2 x float> %two, <3 x float> %three) {
  call spir_func void @_Z7vstore2Dv2_fmPU3AS1f(<2 x float> %two, i64 %i, ptr addrspace(1) %p)
  call spir_func void @_Z7vstore3Dv3_fmPU3AS1f(<3 x float> %three, i64 %i, ptr addrspace(1) %p)
  ret void
}

; Not in divergent blocks, but for loads and stores.
; CHECK-LABEL: @in_divergent_block(
; CHECK: call spir_func <2 x float> @_Z3sinDv2_f(
; CHECK: store <2 x float> %a
define void @in_divergent_block(<2 x float> %a, ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %odd = trunc i64 %id to i1
  br i1 %odd, label %then, label %end
then:
  %sin = call spir_func <2 x float> @_Z3sinDv2_f(<2 x float> %a)
  store volatile <2 x float> %sin, ptr addrspace(1) %out
  call spir_func void @_Z7vstore2Dv2_fmPU3AS1f(<2 x float> %a, i64 %id, ptr addrspace(1) %out)
  br label %end
end:
  store volatile float 0.0, ptr addrspace(1) %out
  ret void
}

; A loop that carries 32 elements of vectors, and one that carries 33; numbers do not count.
; CHECK-LABEL: @carries_32_elements(
; CHECK: call spir_func float @_Z3sinf(
define void @carries_32_elements(<32 x float> %a, <2 x float> %b, ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %v = phi <32 x float> [ %a, %entry ], [ %w, %loop ]
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %w = fadd <32 x float> %v, %a
  %sin = call spir_func <2 x float> @_Z3sinDv2_f(<2 x float> %b)
  store volatile <2 x float> %sin, ptr addrspace(1) %p
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, 8
  br i1 %more, label %loop, label %exit
exit:
  store <32 x float> %w, ptr addrspace(1) %p
  ret void
}
; CHECK-LABEL: @carries_33_elements(
; CHECK: call spir_func <2 x float> @_Z3sinDv2_f(
define void @carries_33_elements(<33 x float> %a, <2 x float> %b, ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %v = phi <33 x float> [ %a, %entry ], [ %w, %loop ]
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %w = fadd <33 x float> %v, %a
  %sin = call spir_func <2 x float> @_Z3sinDv2_f(<2 x float> %b)
  store volatile <2 x float> %sin, ptr addrspace(1) %p
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, 8
  br i1 %more, label %loop, label %exit
exit:
  store <33 x float> %w, ptr addrspace(1) %p
  ret void
}
; CHECK-LABEL: @carries_17_elements_beside_long_mad(
; CHECK: call spir_func <8 x float> @_Z3madDv8_fS_S_(
; CHECK: call spir_func float @_Z3sinf(
define void @carries_17_elements_beside_long_mad(<17 x float> %a, <8 x float> %b, <2 x float> %c, ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %v = phi <17 x float> [ %a, %entry ], [ %w, %loop ]
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %w = fadd <17 x float> %v, %a
  %mad = call spir_func <8 x float> @_Z3madDv8_fS_S_(<8 x float> %b, <8 x float> %b, <8 x float> %b)
  store volatile <8 x float> %mad, ptr addrspace(1) %p
  %sin = call spir_func <2 x float> @_Z3sinDv2_f(<2 x float> %c)
  store volatile <2 x float> %sin, ptr addrspace(1) %p
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, 8
  br i1 %more, label %loop, label %exit
exit:
  store <17 x float> %w, ptr addrspace(1) %p
  ret void
}
