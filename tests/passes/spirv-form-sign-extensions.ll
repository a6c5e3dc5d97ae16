; RUN: clc-opt -passes='spirv-form-sign-extensions,dce' -S %s | FileCheck %s
@table = internal addrspace(2) constant [64 x i8] zeroinitializer

; CHECK-LABEL: @forms_extension(
; CHECK-NEXT: [[NARROW:%.*]] = trunc i64 %number to i32
; CHECK-NEXT: [[WIDE:%.*]] = sext i32 [[NARROW]] to i64
; CHECK-NEXT: ret i64 [[WIDE]]
define i64 @forms_extension(i64 %number) {
  %left = shl i64 %number, 32
  %wide = ashr exact i64 %left, 32
  ret i64 %wide
}

; CHECK-LABEL: @forms_extension_with_factor(
; CHECK: [[WIDE:%.*]] = sext i32 {{.*}} to i64
; CHECK-NEXT: [[SCALED:%.*]] = shl nsw i64 [[WIDE]], 2
; CHECK-NEXT: ret i64 [[SCALED]]
define i64 @forms_extension_with_factor(i64 %number) {
  %left = shl i64 %number, 32
  %scaled = ashr exact i64 %left, 30
  ret i64 %scaled
}

; CHECK-LABEL: @forms_extension_of_sum(
; CHECK-NEXT: [[NARROW:%.*]] = trunc i64 %number to i32
; CHECK-NEXT: [[SUM:%.*]] = add i32 [[NARROW]], 5
; CHECK-NEXT: sext i32 [[SUM]] to i64
define i64 @forms_extension_of_sum(i64 %number) {
  %left = shl i64 %number, 32
  %sum = add i64 %left, 21474836480
  %wide = ashr exact i64 %sum, 32
  ret i64 %wide
}

; A sum cannot wrap where the address is within a variable.
; CHECK-LABEL: @knows_that_sum_is_exact(
; CHECK: add nsw i32 {{.*}}, 5
define ptr addrspace(2) @knows_that_sum_is_exact(i64 %number) {
  %left = shl i64 %number, 32
  %sum = add i64 %left, 21474836480
  %wide = ashr exact i64 %sum, 32
  %address = getelementptr inbounds i8, ptr addrspace(2) @table, i64 %wide
  ret ptr addrspace(2) %address
}

; CHECK-LABEL: @sum_of_address_that_may_be_outside(
; CHECK: add i32 {{.*}}, 5
define ptr addrspace(2) @sum_of_address_that_may_be_outside(i64 %number) {
  %left = shl i64 %number, 32
  %sum = add i64 %left, 21474836480
  %wide = ashr exact i64 %sum, 32
  %address = getelementptr i8, ptr addrspace(2) @table, i64 %wide
  ret ptr addrspace(2) %address
}

; CHECK-LABEL: @sum_of_address_behind_argument(
; CHECK: add i32 {{.*}}, 5
define ptr addrspace(1) @sum_of_address_behind_argument(i64 %number, ptr addrspace(1) %p) {
  %left = shl i64 %number, 32
  %sum = add i64 %left, 21474836480
  %wide = ashr exact i64 %sum, 32
  %address = getelementptr inbounds i8, ptr addrspace(1) %p, i64 %wide
  ret ptr addrspace(1) %address
}

; CHECK-LABEL: @sum_that_is_one_index_of_two(
; CHECK: add i32 {{.*}}, 5
define ptr addrspace(2) @sum_that_is_one_index_of_two(i64 %number) {
  %left = shl i64 %number, 32
  %sum = add i64 %left, 21474836480
  %wide = ashr exact i64 %sum, 32
  %address = getelementptr inbounds [64 x i8], ptr addrspace(2) @table, i64 0, i64 %wide
  ret ptr addrspace(2) %address
}

; CHECK-LABEL: @keeps_other_widths(
; CHECK: %wide = ashr exact i32 %left, 16
define i32 @keeps_other_widths(i32 %number) {
  %left = shl i32 %number, 16
  %wide = ashr exact i32 %left, 16
  ret i32 %wide
}

; CHECK-LABEL: @keeps_i128(
; CHECK: %wide = ashr exact i128 %left, 32
define i128 @keeps_i128(i128 %number) {
  %left = shl i128 %number, 32
  %wide = ashr exact i128 %left, 32
  ret i128 %wide
}

; CHECK-LABEL: @keeps_longer_shifts_back(
; CHECK: %wide = ashr i64 %left, 33
define i64 @keeps_longer_shifts_back(i64 %number) {
  %left = shl i64 %number, 32
  %wide = ashr i64 %left, 33
  ret i64 %wide
}

; CHECK-LABEL: @keeps_logical_shifts(
; CHECK: %wide = lshr exact i64 %left, 32
define i64 @keeps_logical_shifts(i64 %number) {
  %left = shl i64 %number, 32
  %wide = lshr exact i64 %left, 32
  ret i64 %wide
}

; CHECK-LABEL: @keeps_other_shifts_to_left(
; CHECK: %wide = ashr i64 %left, 32
define i64 @keeps_other_shifts_to_left(i64 %number) {
  %left = shl i64 %number, 31
  %wide = ashr i64 %left, 32
  ret i64 %wide
}

; CHECK-LABEL: @keeps_sum_with_low_bits(
; CHECK: %wide = ashr i64 %sum, 32
define i64 @keeps_sum_with_low_bits(i64 %number) {
  %left = shl i64 %number, 32
  %sum = add i64 %left, 6442450944
  %odd = add i64 %left, 2147483648
  %wide = ashr i64 %sum, 32
  %other = ashr i64 %odd, 32
  %both = sub i64 %wide, %other
  ret i64 %both
}
