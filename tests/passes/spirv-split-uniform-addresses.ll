; RUN: clc-opt -passes='spirv-split-uniform-addresses' -S %s | FileCheck %s
; %key is divergent and has no stride: it is loaded.
declare spir_func i64 @_Z13get_global_idj(i32)

; CHECK-LABEL: @splits_index(
; CHECK: %i = add i64 %key, %row
; CHECK-NEXT: [[ROW:%.*]] = getelementptr float, ptr addrspace(1) %p, i64 %row
; CHECK-NEXT: [[ELEMENT:%.*]] = getelementptr float, ptr addrspace(1) [[ROW]], i64 %key
; CHECK: store float 0.000000e+00, ptr addrspace(1) [[ELEMENT]]
define void @splits_index(ptr addrspace(1) %p, ptr addrspace(1) %keys, i64 %row) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %place = getelementptr i64, ptr addrspace(1) %keys, i64 %id
  %key = load i64, ptr addrspace(1) %place
  %i = add i64 %key, %row
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 0.0, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: @splits_extended_index(
; CHECK: [[WIDE:%.*]] = sext i32 %row to i64
; CHECK-NEXT: [[ROW:%.*]] = getelementptr float, ptr addrspace(1) %p, i64 [[WIDE]]
; CHECK-NEXT: [[KEY:%.*]] = sext i32 %key to i64
; CHECK-NEXT: getelementptr float, ptr addrspace(1) [[ROW]], i64 [[KEY]]
define void @splits_extended_index(ptr addrspace(1) %p, ptr addrspace(1) %keys, i32 %row) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %place = getelementptr i32, ptr addrspace(1) %keys, i64 %id
  %key = load i32, ptr addrspace(1) %place
  %i = add nsw i32 %row, %key
  %w = sext i32 %i to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %w
  store float 0.0, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: @keeps_index_that_may_wrap(
; CHECK: store float 0.000000e+00, ptr addrspace(1) %a
define void @keeps_index_that_may_wrap(ptr addrspace(1) %p, ptr addrspace(1) %keys, i32 %row) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %place = getelementptr i32, ptr addrspace(1) %keys, i64 %id
  %key = load i32, ptr addrspace(1) %place
  %i = add i32 %row, %key
  %w = sext i32 %i to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %w
  store float 0.0, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: @keeps_differences(
; CHECK: store float 0.000000e+00, ptr addrspace(1) %a
define void @keeps_differences(ptr addrspace(1) %p, ptr addrspace(1) %keys, i64 %row) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %place = getelementptr i64, ptr addrspace(1) %keys, i64 %id
  %key = load i64, ptr addrspace(1) %place
  %i = sub i64 %row, %key
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 0.0, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: @keeps_numbers(
; CHECK: store float 0.000000e+00, ptr addrspace(1) %a
define void @keeps_numbers(ptr addrspace(1) %p, ptr addrspace(1) %keys) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %place = getelementptr i64, ptr addrspace(1) %keys, i64 %id
  %key = load i64, ptr addrspace(1) %place
  %a = getelementptr float, ptr addrspace(1) %p, i64 %key
  store float 0.0, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: @keeps_first_of_several_indices(
; CHECK: store float 0.000000e+00, ptr addrspace(1) %a
define void @keeps_first_of_several_indices(ptr addrspace(1) %p, ptr addrspace(1) %keys, i64 %row) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %place = getelementptr i64, ptr addrspace(1) %keys, i64 %id
  %key = load i64, ptr addrspace(1) %place
  %i = add i64 %key, %row
  %a = getelementptr [4 x float], ptr addrspace(1) %p, i64 %i, i64 1
  store float 0.0, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: @keeps_divergent_pointer(
; CHECK: store float 0.000000e+00, ptr addrspace(1) %a
define void @keeps_divergent_pointer(ptr addrspace(1) %keys, i64 %row) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %place = getelementptr i64, ptr addrspace(1) %keys, i64 %id
  %key = load i64, ptr addrspace(1) %place
  %i = add i64 %key, %row
  %a = getelementptr float, ptr addrspace(1) %place, i64 %i
  store float 0.0, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: @keeps_divergent_parts(
; CHECK: store float 0.000000e+00, ptr addrspace(1) %a
define void @keeps_divergent_parts(ptr addrspace(1) %p, ptr addrspace(1) %keys) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %place = getelementptr i64, ptr addrspace(1) %keys, i64 %id
  %key = load i64, ptr addrspace(1) %place
  %square = mul i64 %id, %id
  %i = add i64 %key, %square
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 0.0, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: @keeps_index_with_stride(
; CHECK: store float 0.000000e+00, ptr addrspace(1) %a
define void @keeps_index_with_stride(ptr addrspace(1) %p, i64 %row) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %i = add i64 %id, %row
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 0.0, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: @keeps_uniform_index(
; CHECK: store float 0.000000e+00, ptr addrspace(1) %a
define void @keeps_uniform_index(ptr addrspace(1) %p, i64 %row, i64 %column) {
  %i = add i64 %column, %row
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 0.0, ptr addrspace(1) %a
  ret void
}
