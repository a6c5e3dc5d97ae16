; RUN: clc-opt -passes='spirv-widen-index-sums,dce' -S %s | FileCheck %s
declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i32 @_Z3usei(i32)

; CHECK-LABEL: @widens_sum(
; CHECK: %x = trunc i64 %id to i32
; CHECK-NEXT: [[X:%.*]] = sext i32 %x to i64
; CHECK-NEXT: [[SUM:%.*]] = add nsw i64 [[X]], -7
; CHECK-NEXT: ret i64 [[SUM]]
define i64 @widens_sum() {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %x = trunc i64 %id to i32
  %sum = add nsw i32 %x, -7
  %wide = sext i32 %sum to i64
  ret i64 %wide
}

; Arguments are widened at the begin of the function, and each number once.
; CHECK-LABEL: @widens_difference_of_sum(
; CHECK-NEXT: [[Y:%.*]] = sext i32 %y to i64
; CHECK: [[X:%.*]] = sext i32 %x to i64
; CHECK-NEXT: [[SUM:%.*]] = add nsw i64 [[X]], [[Y]]
; CHECK-NEXT: [[DIFFERENCE:%.*]] = sub nsw i64 [[SUM]], [[Y]]
; CHECK-NEXT: ret i64 [[DIFFERENCE]]
define i64 @widens_difference_of_sum(i32 %y) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %x = trunc i64 %id to i32
  %sum = add nsw i32 %x, %y
  %difference = sub nsw i32 %sum, %y
  %wide = sext i32 %difference to i64
  ret i64 %wide
}

; CHECK-LABEL: @widens_disjoint_or(
; CHECK: add nsw i64 {{.*}}, 1
define i64 @widens_disjoint_or() {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %x = trunc i64 %id to i32
  %sum = or disjoint i32 %x, 1
  %wide = sext i32 %sum to i64
  ret i64 %wide
}

; Numbers with a constant stride.
; CHECK-LABEL: @widens_linear_numbers(
; CHECK: add nsw i64 {{.*}}, 1
define i64 @widens_linear_numbers(i32 %y, i1 %which, i32 %factor) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %j, %loop ]
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, 8
  br i1 %more, label %loop, label %exit
exit:
  %x = trunc i64 %j to i32
  %chosen = select i1 %which, i32 %x, i32 %y
  %product = mul i32 %chosen, %factor
  %other = mul i32 %factor, %product
  %shifted = shl i32 %other, 2
  %joined = or i32 %shifted, 1
  %less = sub i32 %joined, %y
  %short = trunc i32 %less to i16
  %long = zext i16 %short to i32
  %more.long = add i32 %long, 5
  %sum = add nsw i32 %more.long, 1
  %wide = sext i32 %sum to i64
  ret i64 %wide
}

; CHECK-LABEL: @keeps_sum_that_may_wrap(
; CHECK: %wide = sext i32 %sum to i64
define i64 @keeps_sum_that_may_wrap() {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %x = trunc i64 %id to i32
  %sum = add i32 %x, 7
  %wide = sext i32 %sum to i64
  ret i64 %wide
}

; CHECK-LABEL: @keeps_or_with_common_bits(
; CHECK: %wide = sext i32 %sum to i64
define i64 @keeps_or_with_common_bits() {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %x = trunc i64 %id to i32
  %sum = or i32 %x, 7
  %wide = sext i32 %sum to i64
  ret i64 %wide
}

; CHECK-LABEL: @keeps_product(
; CHECK: %wide = sext i32 %product to i64
define i64 @keeps_product() {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %x = trunc i64 %id to i32
  %product = mul nsw i32 %x, 7
  %wide = sext i32 %product to i64
  ret i64 %wide
}

; CHECK-LABEL: @keeps_number_itself(
; CHECK: %wide = sext i32 %x to i64
; CHECK: ret i64 %wide
define i64 @keeps_number_itself() {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %x = trunc i64 %id to i32
  %wide = sext i32 %x to i64
  ret i64 %wide
}

; CHECK-LABEL: @keeps_uniform_sum(
; CHECK: %wide = sext i32 %sum to i64
define i64 @keeps_uniform_sum(i32 %y) {
  %sum = add nsw i32 %y, 7
  %wide = sext i32 %sum to i64
  ret i64 %wide
}

; CHECK-LABEL: @keeps_sum_of_loaded_number(
; CHECK: %wide = sext i32 %sum to i64
define i64 @keeps_sum_of_loaded_number(ptr addrspace(1) %p) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %x = load i32, ptr addrspace(1) %a
  %sum = add nsw i32 %x, 7
  %wide = sext i32 %sum to i64
  ret i64 %wide
}

; CHECK-LABEL: @keeps_sum_of_square(
; CHECK: %wide = sext i32 %sum to i64
define i64 @keeps_sum_of_square() {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %x = trunc i64 %id to i32
  %square = mul i32 %x, %x
  %sum = add nsw i32 %square, 7
  %wide = sext i32 %sum to i64
  ret i64 %wide
}

; CHECK-LABEL: @keeps_sum_of_result(
; CHECK: %wide = sext i32 %sum to i64
define i64 @keeps_sum_of_result() {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %x = trunc i64 %id to i32
  %result = call spir_func i32 @_Z3usei(i32 %x)
  %sum = add nsw i32 %result, 7
  %wide = sext i32 %sum to i64
  ret i64 %wide
}

; CHECK-LABEL: @keeps_sum_of_divergent_choice(
; CHECK: %wide = sext i32 %sum to i64
define i64 @keeps_sum_of_divergent_choice(i32 %y) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %x = trunc i64 %id to i32
  %odd = trunc i64 %id to i1
  %chosen = select i1 %odd, i32 %x, i32 %y
  %sum = add nsw i32 %chosen, 7
  %wide = sext i32 %sum to i64
  ret i64 %wide
}

; CHECK-LABEL: @keeps_sum_of_choice_of_loaded(
; CHECK: %wide = sext i32 %sum to i64
; CHECK: %wide2 = sext i32 %sum2 to i64
define i64 @keeps_sum_of_choice_of_loaded(i1 %which, ptr addrspace(1) %p) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %x = load i32, ptr addrspace(1) %a
  %chosen = select i1 %which, i32 %x, i32 0
  %sum = add nsw i32 %chosen, 7
  %wide = sext i32 %sum to i64
  %chosen2 = select i1 %which, i32 0, i32 %x
  %sum2 = add nsw i32 %chosen2, 7
  %wide2 = sext i32 %sum2 to i64
  %both = sub i64 %wide, %wide2
  ret i64 %both
}

; CHECK-LABEL: @keeps_other_widths(
; CHECK: %wide = sext i16 %sum to i32
define i32 @keeps_other_widths() {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %x = trunc i64 %id to i16
  %sum = add nsw i16 %x, 7
  %wide = sext i16 %sum to i32
  ret i32 %wide
}
