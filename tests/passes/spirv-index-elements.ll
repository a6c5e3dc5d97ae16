; RUN: clc-opt -passes=spirv-index-elements -S %s | FileCheck %s

; CHECK-LABEL: @indexes_loaded_elements(
; CHECK: getelementptr float, ptr addrspace(1) %p, i64 %i
define float @indexes_loaded_elements(ptr addrspace(1) %p, i64 %i) {
  %bytes = shl i64 %i, 2
  %a = getelementptr inbounds i8, ptr addrspace(1) %p, i64 %bytes
  %value = load float, ptr addrspace(1) %a
  ret float %value
}

; CHECK-LABEL: @indexes_stored_elements(
; CHECK: getelementptr <2 x i32>, ptr addrspace(1) %p, i64 %i
define void @indexes_stored_elements(ptr addrspace(1) %p, i64 %i, <2 x i32> %value) {
  %bytes = shl i64 %i, 3
  %a = getelementptr i8, ptr addrspace(1) %p, i64 %bytes
  store <2 x i32> %value, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: @keeps_inbounds_of_exact_index(
; CHECK: getelementptr inbounds float, ptr addrspace(1) %p, i64 %i
define float @keeps_inbounds_of_exact_index(ptr addrspace(1) %p, i64 %i) {
  %bytes = shl nsw i64 %i, 2
  %a = getelementptr inbounds i8, ptr addrspace(1) %p, i64 %bytes
  %value = load float, ptr addrspace(1) %a
  ret float %value
}

; Elements of another size than the factor, pointers, and unknown ones count as integers.
; CHECK-LABEL: @indexes_integers(
; CHECK: getelementptr i32, ptr addrspace(1) %p, i64 %i
; CHECK: getelementptr i64, ptr addrspace(1) %p, i64 %i
; CHECK: getelementptr i64, ptr addrspace(1) %p, i64 %i
define ptr addrspace(1) @indexes_integers(ptr addrspace(1) %p, i64 %i) {
  %bytes = shl i64 %i, 2
  %a = getelementptr i8, ptr addrspace(1) %p, i64 %bytes
  %value = load double, ptr addrspace(1) %a
  %more = shl i64 %i, 3
  %b = getelementptr i8, ptr addrspace(1) %p, i64 %more
  %pointer = load ptr, ptr addrspace(1) %b
  %c = getelementptr i8, ptr addrspace(1) %p, i64 %more
  ret ptr addrspace(1) %c
}

; CHECK-LABEL: @indexes_long_vectors(
; CHECK: getelementptr <16 x i64>, ptr addrspace(1) %p, i64 %i
define <16 x i64> @indexes_long_vectors(ptr addrspace(1) %p, i64 %i) {
  %bytes = shl i64 %i, 7
  %a = getelementptr i8, ptr addrspace(1) %p, i64 %bytes
  %value = load <16 x i64>, ptr addrspace(1) %a
  ret <16 x i64> %value
}

; CHECK-LABEL: @keeps_elements_that_no_type_has(
; CHECK-NOT: getelementptr i128
; CHECK-NOT: getelementptr <32
define ptr addrspace(1) @keeps_elements_that_no_type_has(ptr addrspace(1) %p, i64 %i) {
  %bytes = shl i64 %i, 4
  %a = getelementptr i8, ptr addrspace(1) %p, i64 %bytes
  %more = shl i64 %i, 8
  %b = getelementptr i8, ptr addrspace(1) %a, i64 %more
  %value = load <32 x i64>, ptr addrspace(1) %b
  ret ptr addrspace(1) %b
}

; CHECK-LABEL: @keeps_other_indices(
; CHECK-NOT: getelementptr {{.*}} %i
; CHECK: ret void
define void @keeps_other_indices(ptr addrspace(1) %p, i64 %i, i64 %j, <2 x ptr addrspace(1)> %several) {
  %shifted = shl i64 %i, 2
  %elements = getelementptr i16, ptr addrspace(1) %p, i64 %shifted
  %unknown = shl i64 %i, %j
  %a = getelementptr i8, ptr addrspace(1) %p, i64 %unknown
  %product = mul i64 %i, 12
  %b = getelementptr i8, ptr addrspace(1) %p, i64 %product
  %c = getelementptr i8, <2 x ptr addrspace(1)> %several, i64 %shifted
  ret void
}
