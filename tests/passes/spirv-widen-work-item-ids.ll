; RUN: clc-opt -passes='spirv-widen-work-item-ids,dce' -S %s | FileCheck %s
declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func i64 @_Z12get_group_idj(i32)

; CHECK-LABEL: @widens_index(
; CHECK: %n = trunc i64 %id to i32
; CHECK: [[LOCAL:%.*]] = call spir_func i64 @_Z12get_local_idj(i32 0)
; CHECK: [[FIRST:%.*]] = sub i64 %id, [[LOCAL]]
; CHECK: [[NARROW:%.*]] = trunc i64 [[FIRST]] to i32
; CHECK: [[WIDE:%.*]] = sext i32 [[NARROW]] to i64
; CHECK: [[INDEX:%.*]] = add i64 [[WIDE]], [[LOCAL]]
; CHECK: getelementptr float, ptr addrspace(1) %p, i64 [[INDEX]]
define void @widens_index(ptr addrspace(1) %p) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %n = trunc i64 %id to i32
  store i32 %n, ptr addrspace(1) %p
  %w = sext i32 %n to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %w
  store float 0.0, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: @widens_index_of_sums(
; CHECK: call spir_func i64 @_Z12get_local_idj(i32 0)
; CHECK: sub i64 %third,
define void @widens_index_of_sums(i64 %y, ptr addrspace(1) %p) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %first = add i64 %y, %id
  %second = sub i64 %first, %y
  %third = or disjoint i64 %second, %y
  %n = trunc i64 %third to i32
  %w = sext i32 %n to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %w
  store float 0.0, ptr addrspace(1) %a
  ret void
}

; An ID in the group fits: the number itself is the index.
; CHECK-LABEL: @takes_local_id(
; CHECK-NOT: trunc
; CHECK: getelementptr float, ptr addrspace(1) %p, i64 %id
define void @takes_local_id(ptr addrspace(1) %p) {
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %n = trunc i64 %id to i32
  %w = sext i32 %n to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %w
  store float 0.0, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: @widens_index_of_local_sum(
; CHECK: %sum =
; CHECK-NEXT: [[LOCAL:%.*]] = call spir_func i64 @_Z12get_local_idj(i32 0)
; CHECK: sub i64 %sum, [[LOCAL]]
define void @widens_index_of_local_sum(i64 %y, ptr addrspace(1) %p) {
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %sum = add i64 %id, %y
  %n = trunc i64 %sum to i32
  %w = sext i32 %n to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %w
  store float 0.0, ptr addrspace(1) %a
  ret void
}

; Widened once and exactly, behind where it is narrowed, for what is no index.
; CHECK-LABEL: @widens_once(
; CHECK: %id = call
; CHECK-NEXT: %n = trunc i64 %id to i32
; CHECK-NEXT: [[WIDE:%.*]] = sext i32 %n to i64
; CHECK-NEXT: %other
; CHECK-NEXT: store i64 [[WIDE]],
; CHECK-NEXT: store i64 [[WIDE]],
define void @widens_once(ptr addrspace(1) %p) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %other = call spir_func i64 @_Z12get_group_idj(i32 0)
  %n = trunc i64 %id to i32
  %w = sext i32 %n to i64
  store i64 %w, ptr addrspace(1) %p
  %v = sext i32 %n to i64
  store i64 %v, ptr addrspace(1) %p
  ret void
}

; Numbers that are not one more for each work-item of the first dimension.
; CHECK-LABEL: @other_dimension(
; CHECK-NOT: get_local_id
define void @other_dimension(ptr addrspace(1) %p) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 1)
  %n = trunc i64 %id to i32
  %w = sext i32 %n to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %w
  store float 0.0, ptr addrspace(1) %a
  ret void
}
; CHECK-LABEL: @unknown_dimension(
; CHECK-NOT: get_local_id
define void @unknown_dimension(i32 %dimension, ptr addrspace(1) %p) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 %dimension)
  %n = trunc i64 %id to i32
  %w = sext i32 %n to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %w
  store float 0.0, ptr addrspace(1) %a
  ret void
}
; CHECK-LABEL: @argument(
; CHECK-NOT: get_local_id
define void @argument(i64 %number, ptr addrspace(1) %p) {
  %n = trunc i64 %number to i32
  %w = sext i32 %n to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %w
  store float 0.0, ptr addrspace(1) %a
  ret void
}
; CHECK-LABEL: @group(
; CHECK-NOT: get_local_id
define void @group(ptr addrspace(1) %p) {
  %id = call spir_func i64 @_Z12get_group_idj(i32 0)
  %n = trunc i64 %id to i32
  %w = sext i32 %n to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %w
  store float 0.0, ptr addrspace(1) %a
  ret void
}
; CHECK-LABEL: @product(
; CHECK-NOT: get_local_id
define void @product(i64 %y, ptr addrspace(1) %p) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %product = mul i64 %id, %y
  %n = trunc i64 %product to i32
  %w = sext i32 %n to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %w
  store float 0.0, ptr addrspace(1) %a
  ret void
}
; CHECK-LABEL: @sum_of_product(
; CHECK-NOT: get_local_id
define void @sum_of_product(i64 %y, ptr addrspace(1) %p) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %product = mul i64 %id, 3
  %sum = add i64 %product, %y
  %n = trunc i64 %sum to i32
  %w = sext i32 %n to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %w
  store float 0.0, ptr addrspace(1) %a
  ret void
}
; Only IDs are narrowed where they are computed.
; CHECK-LABEL: @other_results_stay(
; CHECK: %other =
; CHECK-NEXT: %n = trunc i64 %group to i32
define void @other_results_stay(ptr addrspace(1) %p) {
  %group = call spir_func i64 @_Z12get_group_idj(i32 0)
  %other = call spir_func i64 @_Z13get_global_idj(i32 0)
  %n = trunc i64 %group to i32
  store i32 %n, ptr addrspace(1) %p
  ret void
}
; CHECK-LABEL: @or_with_common_bits(
; CHECK-NOT: get_local_id
define void @or_with_common_bits(i64 %y, ptr addrspace(1) %p) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %or = or i64 %id, %y
  %n = trunc i64 %or to i32
  %w = sext i32 %n to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %w
  store float 0.0, ptr addrspace(1) %a
  ret void
}
; CHECK-LABEL: @twice_id(
; CHECK-NOT: get_local_id
define void @twice_id(ptr addrspace(1) %p) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %sum = add i64 %id, %id
  %n = trunc i64 %sum to i32
  %w = sext i32 %n to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %w
  store float 0.0, ptr addrspace(1) %a
  ret void
}
; CHECK-LABEL: @subtracted_id(
; CHECK-NOT: get_local_id
define void @subtracted_id(i64 %y, ptr addrspace(1) %p) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %difference = sub i64 %y, %id
  %n = trunc i64 %difference to i32
  %w = sext i32 %n to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %w
  store float 0.0, ptr addrspace(1) %a
  ret void
}
; CHECK-LABEL: @other_extensions(
; CHECK-NOT: get_local_id
; CHECK: %z = zext i32 %n to i64
; CHECK-NOT: get_local_id
; CHECK: %w = sext i32 %n to i128
define void @other_extensions(ptr addrspace(1) %p) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %n = trunc i64 %id to i32
  %z = zext i32 %n to i64
  %w = sext i32 %n to i128
  %a = getelementptr float, ptr addrspace(1) %p, i64 %z
  store float 0.0, ptr addrspace(1) %a
  %b = getelementptr float, ptr addrspace(1) %p, i128 %w
  store float 0.0, ptr addrspace(1) %b
  ret void
}
; CHECK-LABEL: @narrower(
; CHECK: %w = sext i16 %n to i64
define void @narrower(ptr addrspace(1) %p) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %n = trunc i64 %id to i16
  %w = sext i16 %n to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %w
  store float 0.0, ptr addrspace(1) %a
  ret void
}
; CHECK-LABEL: @wider(
; CHECK: %w = sext i32 %n to i128
define void @wider(i128 %y, ptr addrspace(1) %p) {
  %n = trunc i128 %y to i32
  %w = sext i32 %n to i128
  store i128 %w, ptr addrspace(1) %p
  ret void
}
