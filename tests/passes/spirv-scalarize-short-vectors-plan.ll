; RUN: clc-opt -passes=spirv-scalarize-short-vectors -S %s | FileCheck %s
; Which operations on vectors are worth scalarising. Contiguous vectors are loaded at %id, scattered ones at its square.
declare spir_func <2 x float> @_Z3sinDv2_f(<2 x float>)
declare spir_func <2 x float> @_Z4sqrtDv2_f(<2 x float>)
declare spir_func <2 x float> @_Z4fabsDv2_f(<2 x float>)
declare spir_func <8 x float> @_Z3madDv8_fS_S_(<8 x float>, <8 x float>, <8 x float>)
declare spir_func float @_Z3dotDv2_fS_(<2 x float>, <2 x float>)
declare spir_func <2 x float> @_Z5truncDv2_f(<2 x float>)
declare spir_func <2 x float> @_Z6vload2mPU3AS1Kf(i64, ptr addrspace(1))
declare spir_func <4 x float> @_Z6vload4mPU3AS1Kf(i64, ptr addrspace(1))
declare spir_func <8 x half> @_Z6vload8mPU3AS1KDh(i64, ptr addrspace(1))
declare spir_func void @_Z7vstore2Dv2_fmPU3AS1f(<2 x float>, i64, ptr addrspace(1))
declare spir_func void @_Z7vstore4Dv4_fmPU3AS1f(<4 x float>, i64, ptr addrspace(1))
declare spir_func float @sums_elements(<2 x float>)
declare spir_func i64 @_Z13get_global_idj(i32)

; CHECK-LABEL: @contiguous(
; CHECK-COUNT-2: sitofp i32
define void @contiguous(i64 %row, ptr addrspace(1) %p, ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %shifted = sub i64 %id, 1
  %index = add i64 %row, %shifted
  %or = or i64 %index, %row
  %narrow = trunc i64 %or to i32
  %wide = sext i32 %narrow to i64
  %a = getelementptr <2 x i32>, ptr addrspace(1) %p, i64 %wide
  %next = getelementptr <2 x i32>, ptr addrspace(1) %a, i64 1
  %v = load <2 x i32>, ptr addrspace(1) %next
  %f = sitofp <2 x i32> %v to <2 x float>
  store volatile <2 x float> %f, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @scattered_operand(
; CHECK: sitofp <2 x i32>
define void @scattered_operand(ptr addrspace(1) %p, ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %square = mul i64 %id, %id
  %far = add i64 %square, 1
  %a = getelementptr <2 x i32>, ptr addrspace(1) %p, i64 %far
  %v = load <2 x i32>, ptr addrspace(1) %a
  %f = sitofp <2 x i32> %v to <2 x float>
  store volatile <2 x float> %f, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @scattered_by_two_ids(
; CHECK: sitofp <2 x i32>
; CHECK: sitofp <2 x i32>
; CHECK: sitofp <2 x i32>
; CHECK: sitofp <2 x i32>
define void @scattered_by_two_ids(i64 %row, ptr addrspace(1) %p, ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %twice = add i64 %id, %id
  %a = getelementptr <2 x i32>, ptr addrspace(1) %p, i64 %twice
  %v = load <2 x i32>, ptr addrspace(1) %a
  %f = sitofp <2 x i32> %v to <2 x float>
  store volatile <2 x float> %f, ptr addrspace(1) %out
  %back = sub i64 %row, %id
  %b = getelementptr <2 x i32>, ptr addrspace(1) %p, i64 %back
  %w = load <2 x i32>, ptr addrspace(1) %b
  %g = sitofp <2 x i32> %w to <2 x float>
  store volatile <2 x float> %g, ptr addrspace(1) %out
  %own = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %c = getelementptr <2 x i32>, ptr addrspace(1) %own, i64 %id
  %x = load <2 x i32>, ptr addrspace(1) %c
  %h = sitofp <2 x i32> %x to <2 x float>
  store volatile <2 x float> %h, ptr addrspace(1) %out
  %d = getelementptr [2 x <2 x i32>], ptr addrspace(1) %p, i64 %id, i64 1
  %y = load <2 x i32>, ptr addrspace(1) %d
  %k = sitofp <2 x i32> %y to <2 x float>
  store volatile <2 x float> %k, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @scattered_use(
; CHECK: sitofp <2 x i32>
define void @scattered_use(<2 x i32> %v, ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %far = mul i64 %id, %id
  %f = sitofp <2 x i32> %v to <2 x float>
  %a = getelementptr <2 x float>, ptr addrspace(1) %out, i64 %far
  store <2 x float> %f, ptr addrspace(1) %a
  ret void
}

; Vectors are followed through operations that are as easy on elements, up to the fifth.
; CHECK-LABEL: @scattered_through_operations(
; CHECK: sitofp <2 x i32>
; CHECK: sitofp <2 x i32>
; CHECK: fptosi <2 x float>
; CHECK-COUNT-2: sitofp i32
define void @scattered_through_operations(i32 %n, ptr addrspace(1) %p, ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %far = mul i64 %id, %id
  %a = getelementptr <2 x i32>, ptr addrspace(1) %p, i64 %far
  %v = load <2 x i32>, ptr addrspace(1) %a
  %v1 = add <2 x i32> %v, %v
  %v2 = shufflevector <2 x i32> %v1, <2 x i32> poison, <2 x i32> <i32 1, i32 0>
  %v3 = insertelement <2 x i32> %v2, i32 %n, i32 0
  %v4 = bitcast <2 x i32> %v3 to <2 x i32>
  %f = sitofp <2 x i32> %v4 to <2 x float>
  store volatile <2 x float> %f, ptr addrspace(1) %out
  %half = sitofp <2 x i32> %v1 to <2 x float>
  %minus = fneg <2 x float> %half
  %chosen = select i1 true, <2 x float> %minus, <2 x float> zeroinitializer
  %back = fptosi <2 x float> %chosen to <2 x i32>
  store volatile <2 x i32> %back, ptr addrspace(1) %out
  %v5 = add <2 x i32> %v4, %v4
  %g = sitofp <2 x i32> %v5 to <2 x float>
  store volatile <2 x float> %g, ptr addrspace(1) %out
  ret void
}

; Quick operations are kept where the driver does not transpose what they load, slow ones are not.
; CHECK-LABEL: @long_vectors_in_memory(
; CHECK: sitofp <8 x i32>
; CHECK-COUNT-8: sdiv i32
define void @long_vectors_in_memory(ptr addrspace(1) %p, ptr addrspace(1) %out) {
  %v = load <8 x i32>, ptr addrspace(1) %p
  %f = sitofp <8 x i32> %v to <8 x float>
  store volatile <8 x float> %f, ptr addrspace(1) %out
  %w = load <8 x i32>, ptr addrspace(1) %p
  %d = sdiv <8 x i32> %w, %w
  store volatile <8 x i32> %d, ptr addrspace(1) %out
  ret void
}

; Slow functions always, those of a few instructions and roots only where it is worth it.
; CHECK-LABEL: @functions_of_scattered_vectors(
; CHECK-COUNT-2: call spir_func float @_Z3sinf(
; CHECK: call spir_func <2 x float> @_Z4fabsDv2_f(
; CHECK: call spir_func <2 x float> @_Z4sqrtDv2_f(
; CHECK: call spir_func <2 x float> @_Z4fabsDv2_f(
define void @functions_of_scattered_vectors(ptr addrspace(1) %p, ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %far = mul i64 %id, %id
  %a = getelementptr <2 x float>, ptr addrspace(1) %p, i64 %far
  %v = load <2 x float>, ptr addrspace(1) %a
  %sin = call spir_func <2 x float> @_Z3sinDv2_f(<2 x float> %v)
  store volatile <2 x float> %sin, ptr addrspace(1) %out
  %fabs = call spir_func <2 x float> @_Z4fabsDv2_f(<2 x float> %v)
  store volatile <2 x float> %fabs, ptr addrspace(1) %out
  %sqrt = call spir_func <2 x float> @_Z4sqrtDv2_f(<2 x float> %v)
  store volatile <2 x float> %sqrt, ptr addrspace(1) %out
  %minus = fneg <2 x float> %v
  %fabs2 = call spir_func <2 x float> @_Z4fabsDv2_f(<2 x float> %minus)
  store volatile <2 x float> %fabs2, ptr addrspace(1) %out
  ret void
}

; A call of vectors that stays one keeps what is computed for it.
; CHECK-LABEL: @operand_of_kept_call(
; CHECK: sitofp <2 x i32>
define void @operand_of_kept_call(<2 x i32> %v, ptr addrspace(1) %out) {
  %f = sitofp <2 x i32> %v to <2 x float>
  %trunc = call spir_func <2 x float> @_Z5truncDv2_f(<2 x float> %f)
  store volatile <2 x float> %trunc, ptr addrspace(1) %out
  ret void
}
; CHECK-LABEL: @operand_of_kept_call_to_number(
; CHECK: sitofp <2 x i32>
define void @operand_of_kept_call_to_number(<2 x i32> %v, ptr addrspace(1) %out) {
  %f = sitofp <2 x i32> %v to <2 x float>
  %sum = call spir_func float @sums_elements(<2 x float> %f)
  store volatile float %sum, ptr addrspace(1) %out
  ret void
}
; CHECK-LABEL: @operand_of_scalarized_call(
; CHECK-COUNT-2: sitofp i32
define void @operand_of_scalarized_call(<2 x i32> %v, ptr addrspace(1) %out) {
  %f = sitofp <2 x i32> %v to <2 x float>
  %sin = call spir_func <2 x float> @_Z3sinDv2_f(<2 x float> %f)
  store volatile <2 x float> %sin, ptr addrspace(1) %out
  ret void
}

; A scattered vector that is loaded before the loop is transposed once.
; CHECK-LABEL: @loaded_before_loop(
; CHECK: loop:
; CHECK-COUNT-2: sitofp i32
define void @loaded_before_loop(ptr addrspace(1) %p, ptr addrspace(1) %out) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %far = mul i64 %id, %id
  %a = getelementptr <2 x i32>, ptr addrspace(1) %p, i64 %far
  %v = load <2 x i32>, ptr addrspace(1) %a
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %f = sitofp <2 x i32> %v to <2 x float>
  store volatile <2 x float> %f, ptr addrspace(1) %out
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, 8
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Geometric functions of vectors that are loaded are kept where those are scattered, of computed ones not.
; CHECK-LABEL: @geometric(
; CHECK: call spir_func float @_Z3dotDv2_fS_(
; CHECK: call spir_func float @_Z3madfff(
define void @geometric(ptr addrspace(1) %p, ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %far = mul i64 %id, %id
  %a = getelementptr <2 x float>, ptr addrspace(1) %p, i64 %far
  %v = load <2 x float>, ptr addrspace(1) %a
  %loaded = call spir_func float @_Z3dotDv2_fS_(<2 x float> %v, <2 x float> %v)
  store volatile float %loaded, ptr addrspace(1) %out
  %minus = fneg <2 x float> %v
  %computed = call spir_func float @_Z3dotDv2_fS_(<2 x float> %minus, <2 x float> %minus)
  store volatile float %computed, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @long_mad_of_scattered_vectors(
; CHECK: fmul <8 x float>
define void @long_mad_of_scattered_vectors(ptr addrspace(1) %p, ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %far = mul i64 %id, %id
  %a = getelementptr <8 x float>, ptr addrspace(1) %p, i64 %far
  %v = load <8 x float>, ptr addrspace(1) %a
  %mad = call spir_func <8 x float> @_Z3madDv8_fS_S_(<8 x float> %v, <8 x float> %v, <8 x float> %v)
  store volatile <8 x float> %mad, ptr addrspace(1) %out
  ret void
}

; vloadn and vstoren.
; CHECK-LABEL: @scattered_accesses(
; CHECK: call spir_func <2 x float> @_Z6vload2mPU3AS1Kf(
; CHECK: call spir_func <2 x float> @_Z6vload2mPU3AS1Kf(
; CHECK: call spir_func void @_Z7vstore2Dv2_fmPU3AS1f(
define void @scattered_accesses(ptr addrspace(1) %p, ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %far = mul i64 %id, %id
  %v = call spir_func <2 x float> @_Z6vload2mPU3AS1Kf(i64 %far, ptr addrspace(1) %p)
  store volatile <2 x float> %v, ptr addrspace(1) %out
  %own = getelementptr float, ptr addrspace(1) %p, i64 %id
  %w = call spir_func <2 x float> @_Z6vload2mPU3AS1Kf(i64 0, ptr addrspace(1) %own)
  store volatile <2 x float> %w, ptr addrspace(1) %out
  call spir_func void @_Z7vstore2Dv2_fmPU3AS1f(<2 x float> zeroinitializer, i64 %far, ptr addrspace(1) %p)
  ret void
}

; Eight bytes even where what uses them is scattered, sixteen not.
; CHECK-LABEL: @accesses_with_scattered_operands(
; CHECK: load <2 x float>
; CHECK: call spir_func <4 x float> @_Z6vload4mPU3AS1Kf(
; CHECK: call spir_func void @_Z7vstore4Dv4_fmPU3AS1f(
define void @accesses_with_scattered_operands(ptr addrspace(1) %p, ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %far = mul i64 %id, %id
  %v = call spir_func <2 x float> @_Z6vload2mPU3AS1Kf(i64 %id, ptr addrspace(1) %p)
  %a = getelementptr <2 x float>, ptr addrspace(1) %out, i64 %far
  store volatile <2 x float> %v, ptr addrspace(1) %a
  %w = call spir_func <4 x float> @_Z6vload4mPU3AS1Kf(i64 %id, ptr addrspace(1) %p)
  %b = getelementptr <4 x float>, ptr addrspace(1) %out, i64 %far
  store volatile <4 x float> %w, ptr addrspace(1) %b
  %x = load <4 x float>, ptr addrspace(1) %b
  call spir_func void @_Z7vstore4Dv4_fmPU3AS1f(<4 x float> %x, i64 %id, ptr addrspace(1) %p)
  ret void
}

; CHECK-LABEL: @accesses_of_sixteen_bytes(
; CHECK: load <4 x float>
; CHECK: store <4 x float>
define void @accesses_of_sixteen_bytes(ptr addrspace(1) %p, <4 x float> %x, ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %w = call spir_func <4 x float> @_Z6vload4mPU3AS1Kf(i64 %id, ptr addrspace(1) %p)
  store volatile <4 x float> %w, ptr addrspace(1) %out
  call spir_func void @_Z7vstore4Dv4_fmPU3AS1f(<4 x float> %x, i64 %id, ptr addrspace(1) %p)
  ret void
}

; In divergent blocks eight bytes, but not where what uses them is scattered; and not sixteen.
; CHECK-LABEL: @accesses_in_divergent_block(
; CHECK: load <2 x float>
; CHECK: call spir_func <2 x float> @_Z6vload2mPU3AS1Kf(
; CHECK: call spir_func <4 x float> @_Z6vload4mPU3AS1Kf(
define void @accesses_in_divergent_block(ptr addrspace(1) %p, ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %far = mul i64 %id, %id
  %odd = trunc i64 %id to i1
  br i1 %odd, label %then, label %end
then:
  %u = call spir_func <2 x float> @_Z6vload2mPU3AS1Kf(i64 %id, ptr addrspace(1) %p)
  store volatile <2 x float> %u, ptr addrspace(1) %out
  %v = call spir_func <2 x float> @_Z6vload2mPU3AS1Kf(i64 %id, ptr addrspace(1) %p)
  %a = getelementptr <2 x float>, ptr addrspace(1) %out, i64 %far
  store volatile <2 x float> %v, ptr addrspace(1) %a
  %w = call spir_func <4 x float> @_Z6vload4mPU3AS1Kf(i64 %id, ptr addrspace(1) %p)
  store volatile <4 x float> %w, ptr addrspace(1) %out
  br label %end
end:
  store volatile float 0.0, ptr addrspace(1) %out
  ret void
}

; Eight elements some of which are used one by one.
; CHECK-LABEL: @long_vectors_with_used_elements(
; CHECK: call spir_func <8 x half> @_Z6vload8mPU3AS1KDh(
; CHECK: load <8 x half>
; CHECK: load <2 x float>
define void @long_vectors_with_used_elements(ptr addrspace(1) %p, ptr addrspace(1) %out) {
  %v = call spir_func <8 x half> @_Z6vload8mPU3AS1KDh(i64 0, ptr addrspace(1) %p)
  %x = extractelement <8 x half> %v, i32 0
  store volatile half %x, ptr addrspace(1) %out
  %w = call spir_func <8 x half> @_Z6vload8mPU3AS1KDh(i64 0, ptr addrspace(1) %p)
  store volatile <8 x half> %w, ptr addrspace(1) %out
  %u = call spir_func <2 x float> @_Z6vload2mPU3AS1Kf(i64 0, ptr addrspace(1) %p)
  %y = extractelement <2 x float> %u, i32 0
  store volatile float %y, ptr addrspace(1) %out
  ret void
}
