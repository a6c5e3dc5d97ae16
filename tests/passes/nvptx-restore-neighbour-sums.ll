; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -mcpu=sm_90 -passes=nvptx-restore-neighbour-sums -S %s | FileCheck %s

declare void @use(i64)
declare void @use32(i32)

; CHECK-LABEL: @last_of_four(
; CHECK-NEXT: [[F:%.*]] = and i64 %x, -4
; CHECK-NEXT: call void @use(i64 [[F]])
; CHECK-NEXT: [[G:%.*]] = and i64 %x, -4
; CHECK-NEXT: [[L:%.*]] = or disjoint i64 [[G]], 3
; CHECK-NEXT: call void @use(i64 [[L]])
define void @last_of_four(i64 %x) {
  %first = and i64 %x, -4
  call void @use(i64 %first)
  %last = or i64 %x, 3
  call void @use(i64 %last)
  ret void
}

; Also where the `and` comes behind.
; CHECK-LABEL: @and_comes_behind(
; CHECK-NEXT: [[G:%.*]] = and i64 %x, -8
; CHECK-NEXT: [[L:%.*]] = or disjoint i64 [[G]], 7
; CHECK-NEXT: call void @use(i64 [[L]])
; CHECK-NEXT: and i64 %x, -8
define void @and_comes_behind(i64 %x) {
  %last = or i64 %x, 7
  call void @use(i64 %last)
  %first = and i64 %x, -8
  call void @use(i64 %first)
  ret void
}

; The mask need not have bits that the number never has.
; CHECK-LABEL: @high_bits_are_zero(
; CHECK: [[G:%[0-9]+]] = and i32 %x, 252
; CHECK-NEXT: [[L:%.*]] = or disjoint i32 [[G]], 3
; CHECK-NEXT: call void @use32(i32 [[L]])
define void @high_bits_are_zero(i8 %b) {
  %x = zext i8 %b to i32
  %first = and i32 %x, 252
  call void @use32(i32 %first)
  %last = or i32 %x, 3
  call void @use32(i32 %last)
  ret void
}

; The first `and` does not fit, the other does.
; CHECK-LABEL: @one_of_two_masks(
; CHECK: [[G:%[0-9]+]] = and i64 %x, -4
; CHECK-NEXT: or disjoint i64 [[G]], 3
define void @one_of_two_masks(i64 %x) {
  %b = and i64 %x, -4
  %a = and i64 %x, -2
  call void @use(i64 %a)
  call void @use(i64 %b)
  %last = or i64 %x, 3
  call void @use(i64 %last)
  ret void
}

; CHECK-LABEL: @one_of_two_masks_the_other_way(
; CHECK: [[G:%[0-9]+]] = and i64 %x, -4
; CHECK-NEXT: or disjoint i64 [[G]], 3
define void @one_of_two_masks_the_other_way(i64 %x) {
  %a = and i64 %x, -2
  %b = and i64 %x, -4
  call void @use(i64 %a)
  call void @use(i64 %b)
  %last = or i64 %x, 3
  call void @use(i64 %last)
  ret void
}

; CHECK-LABEL: @vectors(
; CHECK: [[G:%[0-9]+]] = and <2 x i32> %x, splat (i32 -4)
; CHECK-NEXT: [[L:%.*]] = or disjoint <2 x i32> [[G]], splat (i32 3)
define <2 x i32> @vectors(<2 x i32> %x, ptr %p) {
  %first = and <2 x i32> %x, splat (i32 -4)
  store <2 x i32> %first, ptr %p
  %last = or <2 x i32> %x, splat (i32 3)
  ret <2 x i32> %last
}

; CHECK-LABEL: @no_and(
; CHECK-NEXT: [[L:%.*]] = or i64 %x, 3
; CHECK-NEXT: call void @use(i64 [[L]])
define void @no_and(i64 %x) {
  %last = or i64 %x, 3
  call void @use(i64 %last)
  %other = xor i64 %x, -4
  call void @use(i64 %other)
  ret void
}

; CHECK-LABEL: @and_of_another(
; CHECK: [[L:%.*]] = or i64 %x, 3
define void @and_of_another(i64 %x, i64 %y) {
  %first = and i64 %y, -4
  call void @use(i64 %first)
  %last = or i64 %x, 3
  call void @use(i64 %last)
  ret void
}

; CHECK-LABEL: @and_with_a_variable(
; CHECK: or i64 %x, 3
define void @and_with_a_variable(i64 %x, i64 %y) {
  %first = and i64 %x, %y
  call void @use(i64 %first)
  %last = or i64 %x, 3
  call void @use(i64 %last)
  ret void
}

; CHECK-LABEL: @mask_lacks_bits(
; CHECK: or i64 %x, 3
define void @mask_lacks_bits(i64 %x) {
  %first = and i64 %x, -8
  call void @use(i64 %first)
  %last = or i64 %x, 3
  call void @use(i64 %last)
  ret void
}

; CHECK-LABEL: @mask_has_bits_of_last(
; CHECK: or i64 %x, 3
define void @mask_has_bits_of_last(i64 %x) {
  %first = and i64 %x, -2
  call void @use(i64 %first)
  %last = or i64 %x, 3
  call void @use(i64 %last)
  ret void
}

; CHECK-LABEL: @or_of_a_variable(
; CHECK: or i64 %x, %y
define void @or_of_a_variable(i64 %x, i64 %y) {
  %first = and i64 %x, -4
  call void @use(i64 %first)
  %last = or i64 %x, %y
  call void @use(i64 %last)
  ret void
}

; CHECK-LABEL: @or_of_constants(
; CHECK-NEXT: or i64 4, 3
define i64 @or_of_constants() {
  %last = or i64 4, 3
  ret i64 %last
}

@bytes = global [64 x i8] zeroinitializer, align 1

; CHECK-LABEL: @or_of_a_constant_address(
; CHECK: or i64 ptrtoint (ptr @bytes to i64), 3
define void @or_of_a_constant_address() {
  %first = and i64 ptrtoint (ptr @bytes to i64), -4
  call void @use(i64 %first)
  %last = or i64 ptrtoint (ptr @bytes to i64), 3
  call void @use(i64 %last)
  ret void
}

; A sum already.
; CHECK-LABEL: @is_disjoint(
; CHECK: [[L:%.*]] = or disjoint i64 %x, 3
; CHECK-NEXT: call void @use(i64 [[L]])
define void @is_disjoint(i64 %x) {
  %first = and i64 %x, -4
  call void @use(i64 %first)
  %last = or disjoint i64 %x, 3
  call void @use(i64 %last)
  ret void
}

; CHECK-LABEL: @no_or(
; CHECK: [[L:%.*]] = xor i64 %x, 3
; CHECK-NEXT: call void @use(i64 [[L]])
define void @no_or(i64 %x) {
  %first = and i64 %x, -4
  call void @use(i64 %first)
  %last = xor i64 %x, 3
  call void @use(i64 %last)
  ret void
}
