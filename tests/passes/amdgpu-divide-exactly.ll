; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 -passes=amdgpu-divide-exactly -S %s | FileCheck %s --check-prefixes=CHECK,OPTIMISED
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 -clc-codegen-level=0 -passes=amdgpu-divide-exactly -S %s | FileCheck %s --check-prefixes=CHECK,PLAIN

; Unsigned numbers: wrong from 23 bits on, up to 24, by float.
; CHECK-LABEL: @unsigned_of_23_bits(
; CHECK: call i32 asm "", "=v,0"(i32 %a)
; CHECK-NEXT: udiv i32 %{{.*}}, %b
define i32 @unsigned_of_23_bits(i32 %x, i32 %y) {
  %a = and i32 %x, 8388607
  %b = and i32 %y, 8388607
  %q = udiv i32 %a, %b
  ret i32 %q
}
; CHECK-LABEL: @remainder_of_24_bits(
; CHECK: call i32 asm "", "=v,0"(i32 %a)
; CHECK-NEXT: urem i32 %{{.*}}, %b
define i32 @remainder_of_24_bits(i32 %x, i32 %y) {
  %a = and i32 %x, 16777215
  %b = and i32 %y, 255
  %q = urem i32 %a, %b
  ret i32 %q
}
; CHECK-LABEL: @divisor_of_24_bits(
; CHECK: call i32 asm
define i32 @divisor_of_24_bits(i32 %x, i32 %y) {
  %a = and i32 %x, 255
  %b = and i32 %y, 16777215
  %q = udiv i32 %a, %b
  ret i32 %q
}
; CHECK-LABEL: @unsigned_of_22_bits(
; CHECK-NOT: asm
; CHECK: udiv i32 %a, %b
define i32 @unsigned_of_22_bits(i32 %x, i32 %y) {
  %a = and i32 %x, 4194303
  %b = and i32 %y, 4194303
  %q = udiv i32 %a, %b
  ret i32 %q
}
; LLVM divides wider numbers without float.
; CHECK-LABEL: @unsigned_of_25_bits(
; CHECK-NOT: asm
; CHECK: udiv i32 %a, %b
define i32 @unsigned_of_25_bits(i32 %x, i32 %y) {
  %a = and i32 %x, 33554431
  %b = and i32 %y, 8388607
  %q = udiv i32 %a, %b
  ret i32 %q
}
; CHECK-LABEL: @unknown_numbers(
; CHECK-NOT: asm
; CHECK: udiv i32 %x, %y
; CHECK-NOT: asm
; CHECK: sdiv i32 %x, %y
define i32 @unknown_numbers(i32 %x, i32 %y) {
  %q = udiv i32 %x, %y
  %s = sdiv i32 %x, %y
  %sum = add i32 %q, %s
  ret i32 %sum
}
; Sign bits count as zeros.
; CHECK-LABEL: @extended_numbers(
; CHECK: call i32 asm "", "=v,0"(i32 %a)
define i32 @extended_numbers(i16 %x, i16 %y) {
  %a = sext i16 %x to i32
  %b = zext i16 %y to i32
  %q = udiv i32 %a, %b
  ret i32 %q
}

; Longs that are known to be small are divided by float, too, in 32 bits here.
; CHECK-LABEL: @longs_of_24_bits(
; CHECK: %[[A:.*]] = trunc i64 %a to i32
; CHECK-NEXT: %[[HIDDEN:.*]] = call i32 asm "", "=v,0"(i32 %[[A]])
; CHECK-NEXT: %[[B:.*]] = trunc i64 %b to i32
; CHECK-NEXT: %[[Q:.*]] = udiv i32 %[[HIDDEN]], %[[B]]
; CHECK-NEXT: zext i32 %[[Q]] to i64
define i64 @longs_of_24_bits(i64 %x, i64 %y) {
  %a = and i64 %x, 16777215
  %b = and i64 %y, 255
  %q = udiv i64 %a, %b
  ret i64 %q
}
; CHECK-LABEL: @other_longs(
; CHECK-NOT: asm
; CHECK: udiv i64 %a, %b
; CHECK-NOT: asm
; CHECK: udiv i64 %c, %b
; CHECK-NOT: asm
; CHECK: udiv i64 %s, %b
define i64 @other_longs(i64 %x, i64 %y, i16 %z) {
  %a = and i64 %x, 4194303
  %b = and i64 %y, 255
  %q = udiv i64 %a, %b
  %c = and i64 %x, 33554431
  %r = udiv i64 %c, %b
  %s = sext i16 %z to i64
  %t = udiv i64 %s, %b
  %sum = add i64 %q, %r
  %all = add i64 %sum, %t
  ret i64 %all
}

; Signed numbers: wrong with 24 bits, the sign included.
; CHECK-LABEL: @signed_of_24_bits(
; CHECK: call i32 asm "", "=v,0"(i32 %a)
; CHECK-NEXT: sdiv i32 %{{.*}}, %b
define i32 @signed_of_24_bits(i32 %x, i32 %y) {
  %a = ashr i32 %x, 8
  %b = and i32 %y, 255
  %q = sdiv i32 %a, %b
  ret i32 %q
}
; CHECK-LABEL: @signed_of_25_bits(
; CHECK-NOT: asm
; CHECK: sdiv i32 %a, %b
define i32 @signed_of_25_bits(i32 %x, i32 %y) {
  %a = ashr i32 %x, 7
  %b = ashr i32 %y, 16
  %q = sdiv i32 %a, %b
  ret i32 %q
}
; CHECK-LABEL: @signed_by_positive(
; CHECK-NOT: asm
; CHECK: srem i32 %a, %b
define i32 @signed_by_positive(i32 %x, i32 %y) {
  %a = ashr i32 %x, 9
  %b = and i32 %y, 255
  %q = srem i32 %a, %b
  ret i32 %q
}
; The least number of the width by -1.
; CHECK-LABEL: @least_by_minus_one(
; CHECK: call i32 asm "", "=v,0"(i32 %a)
; CHECK-NEXT: sdiv i32 %{{.*}}, %b
define i32 @least_by_minus_one(i32 %x, i32 %y) {
  %a = ashr i32 %x, 24
  %b = ashr i32 %y, 24
  %q = sdiv i32 %a, %b
  ret i32 %q
}
; CHECK-LABEL: @numerator_of_fewer_bits(
; CHECK-NOT: asm
; CHECK: sdiv i32 %a, %b
define i32 @numerator_of_fewer_bits(i32 %x, i32 %y) {
  %a = ashr i32 %x, 25
  %b = ashr i32 %y, 24
  %q = sdiv i32 %a, %b
  ret i32 %q
}

; Numbers of 8 and 16 bits are divided in 32.
; CHECK-LABEL: @chars(
; CHECK: %[[A:.*]] = sext i8 %x to i32
; CHECK-NEXT: %[[HIDDEN:.*]] = call i32 asm "", "=v,0"(i32 %[[A]])
; CHECK-NEXT: %[[B:.*]] = sext i8 %y to i32
; CHECK-NEXT: %[[Q:.*]] = sdiv i32 %[[HIDDEN]], %[[B]]
; CHECK-NEXT: %[[R:.*]] = trunc i32 %[[Q]] to i8
; CHECK-NEXT: ret i8 %[[R]]
define i8 @chars(i8 %x, i8 %y) {
  %q = sdiv i8 %x, %y
  ret i8 %q
}
; Where nothing is optimised, also those that are right.
; CHECK-LABEL: @unsigned_shorts(
; OPTIMISED-NEXT: %q = udiv i16 %x, %y
; PLAIN-NEXT: %[[A:.*]] = zext i16 %x to i32
; PLAIN-NEXT: %[[B:.*]] = zext i16 %y to i32
; PLAIN-NEXT: udiv i32 %[[A]], %[[B]]
; CHECK-NOT: asm
; CHECK: ret i16
define i16 @unsigned_shorts(i16 %x, i16 %y) {
  %q = udiv i16 %x, %y
  ret i16 %q
}
; CHECK-LABEL: @vector(
; CHECK: %[[A0:.*]] = extractelement <2 x i8> %x, i64 0
; CHECK: sext i8 %[[A0]] to i32
; CHECK: srem i32
; CHECK: %[[FIRST:.*]] = insertelement <2 x i8> poison, i8 %{{.*}}, i64 0
; CHECK: extractelement <2 x i8> %x, i64 1
; CHECK: srem i32
; CHECK: %[[SECOND:.*]] = insertelement <2 x i8> %[[FIRST]], i8 %{{.*}}, i64 1
; CHECK-NEXT: ret <2 x i8> %[[SECOND]]
define <2 x i8> @vector(<2 x i8> %x, <2 x i8> %y) {
  %q = srem <2 x i8> %x, %y
  ret <2 x i8> %q
}

; CHECK-LABEL: @by_constant(
; CHECK-NEXT: %q = sdiv i8 %x, -3
define i8 @by_constant(i8 %x) {
  %q = sdiv i8 %x, -3
  ret i8 %q
}
; CHECK-LABEL: @other_operations(
; CHECK-NEXT: %p = mul i8 %x, %y
; CHECK-NEXT: %f = fdiv float %a, %b
define float @other_operations(i8 %x, i8 %y, float %a, float %b) {
  %p = mul i8 %x, %y
  %f = fdiv float %a, %b
  ret float %f
}
