; RUN: clc-opt '-passes=spirv-lower-fmuladd<tuned>' -S %s | FileCheck %s
; RUN: clc-opt -passes=spirv-lower-fmuladd -S %s | FileCheck --check-prefix=PLAIN %s
; RUN: clc-opt '-passes=spirv-lower-fmuladd<tuned>' -debug-pass-manager -disable-output %s 2>&1 | FileCheck --check-prefix=LOG %s
declare half @llvm.fmuladd.f16(half, half, half)
declare float @llvm.fmuladd.f32(float, float, float)
declare double @llvm.fmuladd.f64(double, double, double)
declare <2 x float> @llvm.fmuladd.v2f32(<2 x float>, <2 x float>, <2 x float>)
declare <8 x float> @llvm.fmuladd.v8f32(<8 x float>, <8 x float>, <8 x float>)
declare spir_func i64 @_Z13get_global_idj(i32)

; CHECK-LABEL: @calls_mad(
; PLAIN-LABEL: @calls_mad(
; PLAIN-NEXT: [[PRODUCT:%.*]] = fmul nnan float %a, %b
; PLAIN-NEXT: [[SUM:%.*]] = fadd nnan float [[PRODUCT]], %c
; PLAIN-NEXT: ret float [[SUM]]
; CHECK-NEXT: %1 = call nnan spir_func float @_Z3madfff(float %a, float %b, float %c)
; CHECK-NEXT: ret float %1
define float @calls_mad(float %a, float %b, float %c) {
  %sum = call nnan float @llvm.fmuladd.f32(float %a, float %b, float %c)
  ret float %sum
}

; LOG: Running analysis: LoopAnalysis on calls_mad
; LOG-NOT: Running analysis: LoopAnalysis on has_nothing_to_lower
define float @has_nothing_to_lower(float %a) {
  ret float %a
}

; CHECK-LABEL: @calls_mad_of_other_widths(
; CHECK: call spir_func half @_Z3madDhDhDh(
; CHECK: call spir_func double @_Z3madddd(
define double @calls_mad_of_other_widths(half %h, double %d, ptr addrspace(1) %out) {
  %first = call half @llvm.fmuladd.f16(half %h, half %h, half %h)
  store half %first, ptr addrspace(1) %out
  %second = call double @llvm.fmuladd.f64(double %d, double %d, double %d)
  ret double %second
}

; Short vectors by elements, long ones as they are.
; CHECK-LABEL: @scalarizes_short_vectors(
; CHECK-COUNT-2: call spir_func float @_Z3madfff(
; CHECK-NOT: call
define <2 x float> @scalarizes_short_vectors(<2 x float> %a) {
  %sum = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %a, <2 x float> %a, <2 x float> %a)
  ret <2 x float> %sum
}

; CHECK-LABEL: @keeps_long_vectors(
; CHECK: call spir_func <8 x float> @_Z3madDv8_fS_S_(
define <8 x float> @keeps_long_vectors(<8 x float> %a) {
  %sum = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %a, <8 x float> %a, <8 x float> %a)
  ret <8 x float> %sum
}

; Scattered vectors: each work-item loads its own, not next to that of its neighbour.
; CHECK-LABEL: @expands_scattered_vectors(
; CHECK: [[PRODUCT:%.*]] = fmul nnan <2 x float> %a, %a
; CHECK: fadd nnan <2 x float> [[PRODUCT]], %a
define <2 x float> @expands_scattered_vectors(ptr addrspace(1) %p) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %far = mul i64 %id, %id
  %address = getelementptr <2 x float>, ptr addrspace(1) %p, i64 %far
  %a = load <2 x float>, ptr addrspace(1) %address
  %sum = call nnan <2 x float> @llvm.fmuladd.v2f32(<2 x float> %a, <2 x float> %a, <2 x float> %a)
  ret <2 x float> %sum
}

; CHECK-LABEL: @keeps_scattered_long_vectors(
; CHECK: call spir_func <8 x float> @_Z3madDv8_fS_S_(
define <8 x float> @keeps_scattered_long_vectors(ptr addrspace(1) %p) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %far = mul i64 %id, %id
  %address = getelementptr <8 x float>, ptr addrspace(1) %p, i64 %far
  %a = load <8 x float>, ptr addrspace(1) %address
  %sum = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %a, <8 x float> %a, <8 x float> %a)
  ret <8 x float> %sum
}

; CHECK-LABEL: @expands_in_divergent_block(
; CHECK: [[PRODUCT:%.*]] = fmul float %a, %a
; CHECK: fadd float [[PRODUCT]], %a
define void @expands_in_divergent_block(float %a, ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %odd = trunc i64 %id to i1
  br i1 %odd, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  store volatile float %a, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @subtracts_negated_factor(
; CHECK: [[PRODUCT:%.*]] = fmul float %a, %b
; CHECK: fsub float %b, [[PRODUCT]]
define void @subtracts_negated_factor(float %a, float %b, ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %odd = trunc i64 %id to i1
  br i1 %odd, label %then, label %end
then:
  %minus = fneg float %a
  %sum = call float @llvm.fmuladd.f32(float %minus, float %b, float %b)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  store volatile float %a, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @subtracts_negated_addend(
; CHECK: [[PRODUCT:%.*]] = fmul float %a, %b
; CHECK: fsub float [[PRODUCT]], %a
define void @subtracts_negated_addend(float %a, float %b, ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %odd = trunc i64 %id to i1
  br i1 %odd, label %then, label %end
then:
  %minus = fneg float %a
  %sum = call float @llvm.fmuladd.f32(float %a, float %b, float %minus)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  store volatile float %a, ptr addrspace(1) %out
  ret void
}

; Where the driver may not contract a product and a sum, `mad` permits it to.
; PLAIN-LABEL: @keeps_mad_where_contraction_is_off(
; PLAIN: call spir_func float @_Z3madfff(
; CHECK-LABEL: @keeps_mad_where_contraction_is_off(
; CHECK: call spir_func float @_Z3madfff(float %a, float %a, float %a)
define void @keeps_mad_where_contraction_is_off(float %a, ptr addrspace(1) %out) "contraction-off" {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %odd = trunc i64 %id to i1
  br i1 %odd, label %then, label %end
then:
  %sum = call float @llvm.fmuladd.f32(float %a, float %a, float %a)
  store float %sum, ptr addrspace(1) %out
  br label %end
end:
  store volatile float %a, ptr addrspace(1) %out
  ret void
}

; A kernel that keeps blocks in registers.
; CHECK-LABEL: @keeps_33_vectors(
; CHECK-COUNT-33: call spir_func <2 x float> @_Z3madDv2_fS_S_(
define <2 x float> @keeps_33_vectors(<2 x float> %v0) {
  %v1 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v0, <2 x float> %v0, <2 x float> %v0)
  %v2 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v1, <2 x float> %v1, <2 x float> %v1)
  %v3 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v2, <2 x float> %v2, <2 x float> %v2)
  %v4 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v3, <2 x float> %v3, <2 x float> %v3)
  %v5 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v4, <2 x float> %v4, <2 x float> %v4)
  %v6 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v5, <2 x float> %v5, <2 x float> %v5)
  %v7 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v6, <2 x float> %v6, <2 x float> %v6)
  %v8 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v7, <2 x float> %v7, <2 x float> %v7)
  %v9 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v8, <2 x float> %v8, <2 x float> %v8)
  %v10 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v9, <2 x float> %v9, <2 x float> %v9)
  %v11 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v10, <2 x float> %v10, <2 x float> %v10)
  %v12 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v11, <2 x float> %v11, <2 x float> %v11)
  %v13 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v12, <2 x float> %v12, <2 x float> %v12)
  %v14 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v13, <2 x float> %v13, <2 x float> %v13)
  %v15 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v14, <2 x float> %v14, <2 x float> %v14)
  %v16 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v15, <2 x float> %v15, <2 x float> %v15)
  %v17 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v16, <2 x float> %v16, <2 x float> %v16)
  %v18 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v17, <2 x float> %v17, <2 x float> %v17)
  %v19 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v18, <2 x float> %v18, <2 x float> %v18)
  %v20 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v19, <2 x float> %v19, <2 x float> %v19)
  %v21 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v20, <2 x float> %v20, <2 x float> %v20)
  %v22 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v21, <2 x float> %v21, <2 x float> %v21)
  %v23 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v22, <2 x float> %v22, <2 x float> %v22)
  %v24 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v23, <2 x float> %v23, <2 x float> %v23)
  %v25 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v24, <2 x float> %v24, <2 x float> %v24)
  %v26 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v25, <2 x float> %v25, <2 x float> %v25)
  %v27 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v26, <2 x float> %v26, <2 x float> %v26)
  %v28 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v27, <2 x float> %v27, <2 x float> %v27)
  %v29 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v28, <2 x float> %v28, <2 x float> %v28)
  %v30 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v29, <2 x float> %v29, <2 x float> %v29)
  %v31 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v30, <2 x float> %v30, <2 x float> %v30)
  %v32 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v31, <2 x float> %v31, <2 x float> %v31)
  %v33 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v32, <2 x float> %v32, <2 x float> %v32)
  ret <2 x float> %v33
}

; CHECK-LABEL: @scalarizes_32_vectors(
; CHECK-COUNT-64: call spir_func float @_Z3madfff(
define <2 x float> @scalarizes_32_vectors(<2 x float> %v0) {
  %v1 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v0, <2 x float> %v0, <2 x float> %v0)
  %v2 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v1, <2 x float> %v1, <2 x float> %v1)
  %v3 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v2, <2 x float> %v2, <2 x float> %v2)
  %v4 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v3, <2 x float> %v3, <2 x float> %v3)
  %v5 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v4, <2 x float> %v4, <2 x float> %v4)
  %v6 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v5, <2 x float> %v5, <2 x float> %v5)
  %v7 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v6, <2 x float> %v6, <2 x float> %v6)
  %v8 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v7, <2 x float> %v7, <2 x float> %v7)
  %v9 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v8, <2 x float> %v8, <2 x float> %v8)
  %v10 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v9, <2 x float> %v9, <2 x float> %v9)
  %v11 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v10, <2 x float> %v10, <2 x float> %v10)
  %v12 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v11, <2 x float> %v11, <2 x float> %v11)
  %v13 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v12, <2 x float> %v12, <2 x float> %v12)
  %v14 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v13, <2 x float> %v13, <2 x float> %v13)
  %v15 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v14, <2 x float> %v14, <2 x float> %v14)
  %v16 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v15, <2 x float> %v15, <2 x float> %v15)
  %v17 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v16, <2 x float> %v16, <2 x float> %v16)
  %v18 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v17, <2 x float> %v17, <2 x float> %v17)
  %v19 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v18, <2 x float> %v18, <2 x float> %v18)
  %v20 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v19, <2 x float> %v19, <2 x float> %v19)
  %v21 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v20, <2 x float> %v20, <2 x float> %v20)
  %v22 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v21, <2 x float> %v21, <2 x float> %v21)
  %v23 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v22, <2 x float> %v22, <2 x float> %v22)
  %v24 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v23, <2 x float> %v23, <2 x float> %v23)
  %v25 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v24, <2 x float> %v24, <2 x float> %v24)
  %v26 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v25, <2 x float> %v25, <2 x float> %v25)
  %v27 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v26, <2 x float> %v26, <2 x float> %v26)
  %v28 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v27, <2 x float> %v27, <2 x float> %v27)
  %v29 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v28, <2 x float> %v28, <2 x float> %v28)
  %v30 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v29, <2 x float> %v29, <2 x float> %v29)
  %v31 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v30, <2 x float> %v30, <2 x float> %v30)
  %v32 = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v31, <2 x float> %v31, <2 x float> %v31)
  ret <2 x float> %v32
}
