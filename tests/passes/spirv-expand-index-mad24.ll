; RUN: clc-opt -passes=spirv-expand-index-mad24 -S %s | FileCheck %s
declare spir_func i32 @_Z5mad24iii(i32, i32, i32)
declare spir_func <2 x i32> @_Z5mad24Dv2_iS_S_(<2 x i32>, <2 x i32>, <2 x i32>)
declare spir_func i32 @_Z6mad_hiiii(i32, i32, i32)
declare spir_func i64 @_Z13get_global_idj(i32)

; CHECK-LABEL: @expands_index(
; CHECK: [[PRODUCT:%.*]] = mul i32 %x, 4
; CHECK: [[SUM:%.*]] = add i32 [[PRODUCT]], %y
; CHECK: getelementptr float, ptr addrspace(1) %p, i32 [[SUM]]
define void @expands_index(i32 %y, ptr addrspace(1) %p) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %x = trunc i64 %id to i32
  %i = call spir_func i32 @_Z5mad24iii(i32 %x, i32 4, i32 %y)
  %a = getelementptr float, ptr addrspace(1) %p, i32 %i
  store float 0.0, ptr addrspace(1) %a
  ret void
}

; What is computed of it is an index, too, and compared.
; CHECK-LABEL: @expands_part_of_index(
; CHECK: mul i32 4, %x
define void @expands_part_of_index(i32 %y, ptr addrspace(1) %p) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %x = trunc i64 %id to i32
  %i = call spir_func i32 @_Z5mad24iii(i32 4, i32 %x, i32 %y)
  br label %loop
loop:
  %k = phi i32 [ %i, %entry ], [ %n, %loop ]
  %n = add i32 %k, 1
  %d = sub i32 %n, %y
  %o = or i32 %d, 1
  %m = mul i32 %o, 3
  %s = shl i32 %m, 1
  %w = sext i32 %s to i64
  %z = zext i32 %s to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %w
  store float 0.0, ptr addrspace(1) %a
  %b = getelementptr float, ptr addrspace(1) %p, i64 %z
  store float 0.0, ptr addrspace(1) %b
  %more = icmp slt i32 %i, %y
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @keeps_divergent_factors(
; CHECK: call spir_func i32 @_Z5mad24iii(
define void @keeps_divergent_factors(i32 %y, ptr addrspace(1) %p) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %x = trunc i64 %id to i32
  %i = call spir_func i32 @_Z5mad24iii(i32 %x, i32 %x, i32 %y)
  %a = getelementptr float, ptr addrspace(1) %p, i32 %i
  store float 0.0, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: @keeps_number_that_is_stored(
; CHECK: call spir_func i32 @_Z5mad24iii(
define void @keeps_number_that_is_stored(i32 %y, ptr addrspace(1) %p) {
  %i = call spir_func i32 @_Z5mad24iii(i32 %y, i32 4, i32 %y)
  store i32 %i, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @keeps_address_of_long_vector(
; CHECK: call spir_func i32 @_Z5mad24iii(
define void @keeps_address_of_long_vector(i32 %y, <8 x float> %v, ptr addrspace(1) %p) {
  %i = call spir_func i32 @_Z5mad24iii(i32 %y, i32 4, i32 %y)
  %a = getelementptr <8 x float>, ptr addrspace(1) %p, i32 %i
  store <8 x float> %v, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: @keeps_other_functions(
; CHECK: call spir_func i32 @_Z6mad_hiiii(
; CHECK: call spir_func <2 x i32> @_Z5mad24Dv2_iS_S_(
define void @keeps_other_functions(i32 %y, <2 x i32> %v, ptr addrspace(1) %p) {
  %i = call spir_func i32 @_Z6mad_hiiii(i32 %y, i32 4, i32 %y)
  %a = getelementptr float, ptr addrspace(1) %p, i32 %i
  store float 0.0, ptr addrspace(1) %a
  %j = call spir_func <2 x i32> @_Z5mad24Dv2_iS_S_(<2 x i32> %v, <2 x i32> %v, <2 x i32> %v)
  %b = getelementptr float, ptr addrspace(1) %p, <2 x i32> %j
  ret void
}
