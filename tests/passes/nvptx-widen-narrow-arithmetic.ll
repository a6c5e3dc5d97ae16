; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -mcpu=sm_90 -passes=nvptx-widen-narrow-arithmetic -S %s | FileCheck %s

declare void @use(i8)

; CHECK-LABEL: @of_char(
; CHECK-NEXT: [[B:%.*]] = zext i8 %b to i32
; CHECK-NEXT: [[N:%.*]] = xor i32 %x, [[B]]
; CHECK-NEXT: [[R:%.*]] = and i32 [[N]], 255
; CHECK-NEXT: ret i32 [[R]]
define i32 @of_char(i32 %x, i8 %b) {
  %t = trunc i32 %x to i8
  %n = xor i8 %t, %b
  %r = zext i8 %n to i32
  ret i32 %r
}

; CHECK-LABEL: @of_short(
; CHECK-NEXT: [[B:%.*]] = zext i16 %b to i32
; CHECK-NEXT: [[N:%.*]] = add i32 [[B]], %x
; CHECK-NEXT: [[R:%.*]] = and i32 [[N]], 65535
; CHECK-NEXT: ret i32 [[R]]
define i32 @of_short(i32 %x, i16 %b) {
  %t = trunc i32 %x to i16
  %n = add nsw i16 %b, %t
  %r = zext i16 %n to i32
  ret i32 %r
}

; CHECK-LABEL: @from_and_to_long(
; CHECK-NEXT: [[X:%.*]] = trunc i64 %x to i32
; CHECK-NEXT: [[B:%.*]] = zext i8 %b to i32
; CHECK-NEXT: [[N:%.*]] = sub i32 [[X]], [[B]]
; CHECK-NEXT: [[A:%.*]] = and i32 [[N]], 255
; CHECK-NEXT: [[R:%.*]] = zext i32 [[A]] to i64
; CHECK-NEXT: ret i64 [[R]]
define i64 @from_and_to_long(i64 %x, i8 %b) {
  %t = trunc i64 %x to i8
  %n = sub i8 %t, %b
  %r = zext i8 %n to i64
  ret i64 %r
}

; CHECK-LABEL: @every_operation(
; CHECK-NOT: i8
; CHECK: [[B:%.*]] = mul i32 %x, 3
; CHECK-NEXT: [[C:%.*]] = and i32 [[B]], 60
; CHECK-NEXT: [[D:%.*]] = or i32 [[C]], 65
; CHECK-NEXT: [[E:%.*]] = add i32 [[D]], %y
; CHECK-NEXT: [[F:%.*]] = sub i32 [[E]], %x
; CHECK-NEXT: [[R:%.*]] = and i32 [[F]], 255
; CHECK-NEXT: ret i32 [[R]]
define i32 @every_operation(i32 %x, i32 %y) {
  %t = trunc i32 %x to i8
  %u = trunc i32 %y to i8
  %b = mul i8 %t, 3
  %c = and i8 %b, 60
  %d = or i8 %c, 65
  %e = add i8 %d, %u
  %f = sub i8 %e, %t
  %r = zext i8 %f to i32
  ret i32 %r
}

; CHECK-LABEL: @six_deep(
; CHECK-NOT: i8
; CHECK: ret i32
define i32 @six_deep(i32 %x) {
  %t = trunc i32 %x to i8
  %a = add i8 %t, 1
  %b = xor i8 %a, 2
  %c = add i8 %b, 3
  %d = xor i8 %c, 4
  %e = add i8 %d, 5
  %f = xor i8 %e, 6
  %r = zext i8 %f to i32
  ret i32 %r
}

; CHECK-LABEL: @too_deep(
; CHECK: trunc i32 %x to i8
; CHECK: [[G:%.*]] = add i8 %f, 7
; CHECK-NEXT: [[R:%.*]] = zext i8 [[G]] to i32
; CHECK-NEXT: ret i32 [[R]]
define i32 @too_deep(i32 %x) {
  %t = trunc i32 %x to i8
  %a = add i8 %t, 1
  %b = xor i8 %a, 2
  %c = add i8 %b, 3
  %d = xor i8 %c, 4
  %e = add i8 %d, 5
  %f = xor i8 %e, 6
  %g = add i8 %f, 7
  %r = zext i8 %g to i32
  ret i32 %r
}

; A result that others use is computed as it was, and extended.
; CHECK-LABEL: @inner_has_other_uses(
; CHECK: [[A:%.*]] = add i8 %t, 1
; CHECK: [[W:%.*]] = zext i8 [[A]] to i32
; CHECK-NEXT: [[N:%.*]] = xor i32 [[W]], %y
; CHECK-NEXT: and i32 [[N]], 255
define i32 @inner_has_other_uses(i32 %x, i32 %y) {
  %t = trunc i32 %x to i8
  %u = trunc i32 %y to i8
  %a = add i8 %t, 1
  call void @use(i8 %a)
  %n = xor i8 %a, %u
  %r = zext i8 %n to i32
  ret i32 %r
}

; Two extensions, each of a tree of its own.
; CHECK-LABEL: @two(
; CHECK-NOT: i8
; CHECK: ret i32
define i32 @two(i32 %x) {
  %t = trunc i32 %x to i8
  %a = add i8 %t, 1
  %b = mul i8 %t, 5
  %r = zext i8 %a to i32
  %s = zext i8 %b to i32
  %q = add i32 %r, %s
  ret i32 %q
}


; CHECK-LABEL: @has_other_uses(
; CHECK: [[N:%.*]] = xor i8 %t, %b
; CHECK: [[R:%.*]] = zext i8 [[N]] to i32
; CHECK-NEXT: ret i32 [[R]]
define i32 @has_other_uses(i32 %x, i8 %b) {
  %t = trunc i32 %x to i8
  %n = xor i8 %t, %b
  call void @use(i8 %n)
  %r = zext i8 %n to i32
  ret i32 %r
}

; CHECK-LABEL: @nothing_is_cut_off(
; CHECK-NEXT: [[N:%.*]] = xor i8 %a, %b
; CHECK-NEXT: [[R:%.*]] = zext i8 [[N]] to i32
define i32 @nothing_is_cut_off(i8 %a, i8 %b) {
  %n = xor i8 %a, %b
  %r = zext i8 %n to i32
  ret i32 %r
}

; CHECK-LABEL: @cut_off_of_a_short(
; CHECK-NEXT: [[T:%.*]] = trunc i16 %x to i8
; CHECK-NEXT: [[N:%.*]] = xor i8 [[T]], %b
; CHECK-NEXT: [[R:%.*]] = zext i8 [[N]] to i32
define i32 @cut_off_of_a_short(i16 %x, i8 %b) {
  %t = trunc i16 %x to i8
  %n = xor i8 %t, %b
  %r = zext i8 %n to i32
  ret i32 %r
}

; Only a tree's own cut-offs count, not those behind a shift.
; CHECK-LABEL: @cut_off_behind_a_shift(
; CHECK-NEXT: [[T:%.*]] = trunc i32 %x to i8
; CHECK-NEXT: [[S:%.*]] = lshr i8 [[T]], 2
; CHECK-NEXT: [[N:%.*]] = xor i8 [[S]], %b
; CHECK-NEXT: [[R:%.*]] = zext i8 [[N]] to i32
define i32 @cut_off_behind_a_shift(i32 %x, i8 %b) {
  %t = trunc i32 %x to i8
  %s = lshr i8 %t, 2
  %n = xor i8 %s, %b
  %r = zext i8 %n to i32
  ret i32 %r
}

; CHECK-LABEL: @inner_is_a_division(
; CHECK: [[Q:%.*]] = udiv i8 %t, %b
; CHECK-NEXT: [[W:%.*]] = zext i8 [[Q]] to i32
; CHECK-NEXT: [[N:%.*]] = add i32 [[W]], %x
; CHECK-NEXT: and i32 [[N]], 255
define i32 @inner_is_a_division(i32 %x, i8 %b) {
  %t = trunc i32 %x to i8
  %q = udiv i8 %t, %b
  %n = add i8 %q, %t
  %r = zext i8 %n to i32
  ret i32 %r
}

; CHECK-LABEL: @shift(
; CHECK-NEXT: [[T:%.*]] = trunc i32 %x to i8
; CHECK-NEXT: [[N:%.*]] = lshr i8 [[T]], 3
; CHECK-NEXT: [[R:%.*]] = zext i8 [[N]] to i32
define i32 @shift(i32 %x) {
  %t = trunc i32 %x to i8
  %n = lshr i8 %t, 3
  %r = zext i8 %n to i32
  ret i32 %r
}

; CHECK-LABEL: @no_operation(
; CHECK-NEXT: [[T:%.*]] = trunc i32 %x to i8
; CHECK-NEXT: [[R:%.*]] = zext i8 [[T]] to i32
define i32 @no_operation(i32 %x) {
  %t = trunc i32 %x to i8
  %r = zext i8 %t to i32
  ret i32 %r
}

; CHECK-LABEL: @extended_to_short(
; CHECK-NEXT: [[T:%.*]] = trunc i32 %x to i8
; CHECK-NEXT: [[N:%.*]] = xor i8 [[T]], %b
; CHECK-NEXT: [[R:%.*]] = zext i8 [[N]] to i16
define i16 @extended_to_short(i32 %x, i8 %b) {
  %t = trunc i32 %x to i8
  %n = xor i8 %t, %b
  %r = zext i8 %n to i16
  ret i16 %r
}

; CHECK-LABEL: @extended_with_sign(
; CHECK-NEXT: [[T:%.*]] = trunc i32 %x to i8
; CHECK-NEXT: [[N:%.*]] = xor i8 [[T]], %b
; CHECK-NEXT: [[R:%.*]] = sext i8 [[N]] to i32
define i32 @extended_with_sign(i32 %x, i8 %b) {
  %t = trunc i32 %x to i8
  %n = xor i8 %t, %b
  %r = sext i8 %n to i32
  ret i32 %r
}

; CHECK-LABEL: @of_condition(
; CHECK-NEXT: [[T:%.*]] = trunc i32 %x to i1
; CHECK-NEXT: [[N:%.*]] = xor i1 [[T]], %b
; CHECK-NEXT: [[R:%.*]] = zext i1 [[N]] to i32
define i32 @of_condition(i32 %x, i1 %b) {
  %t = trunc i32 %x to i1
  %n = xor i1 %t, %b
  %r = zext i1 %n to i32
  ret i32 %r
}

; CHECK-LABEL: @of_int(
; CHECK-NEXT: [[T:%.*]] = trunc i64 %x to i32
; CHECK-NEXT: [[N:%.*]] = xor i32 [[T]], %b
; CHECK-NEXT: [[R:%.*]] = zext i32 [[N]] to i64
define i64 @of_int(i64 %x, i32 %b) {
  %t = trunc i64 %x to i32
  %n = xor i32 %t, %b
  %r = zext i32 %n to i64
  ret i64 %r
}

; CHECK-LABEL: @vectors(
; CHECK-NEXT: [[T:%.*]] = trunc <2 x i32> %x to <2 x i8>
; CHECK-NEXT: [[N:%.*]] = xor <2 x i8> [[T]], %b
; CHECK-NEXT: [[R:%.*]] = zext <2 x i8> [[N]] to <2 x i32>
define <2 x i32> @vectors(<2 x i32> %x, <2 x i8> %b) {
  %t = trunc <2 x i32> %x to <2 x i8>
  %n = xor <2 x i8> %t, %b
  %r = zext <2 x i8> %n to <2 x i32>
  ret <2 x i32> %r
}
