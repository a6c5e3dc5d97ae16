; RUN: clc-opt -passes=spirv-widen-bit-fields -S %s | FileCheck %s

; CHECK-LABEL: @read_three_bytes
define i32 @read_three_bytes(ptr %p) {
  ; CHECK-NOT: load i24
  ; CHECK: [[HIGH:%.*]] = getelementptr inbounds i8, ptr %p, i64 2
  ; CHECK: load i16, ptr %p, align 4
  ; CHECK: load i8, ptr [[HIGH]], align 2
  ; CHECK: trunc i32 {{.*}} to i24
  %f = load i24, ptr %p, align 4
  %x = zext i24 %f to i32
  ret i32 %x
}

; CHECK-LABEL: @read_volatile
define i24 @read_volatile(ptr %p) {
  ; CHECK: load volatile i16
  ; CHECK: load volatile i8
  %f = load volatile i24, ptr %p
  ret i24 %f
}

; CHECK-LABEL: @write_three_bytes
define void @write_three_bytes(ptr %p, i32 %x) {
  ; CHECK-NOT: store i24
  ; CHECK: store i16 {{.*}}, ptr %p, align 1
  ; CHECK: store i8 {{.*}}, align 1
  %f = trunc i32 %x to i24
  store i24 %f, ptr %p, align 1
  ret void
}

; CHECK-LABEL: @write_volatile
define void @write_volatile(ptr %p, i24 %f) {
  ; CHECK: store volatile i16
  ; CHECK: store volatile i8
  store volatile i24 %f, ptr %p
  ret void
}

; The extension to the odd width goes.
; CHECK-LABEL: @write_extended
define void @write_extended(ptr %p, i8 %x) {
  ; CHECK-NEXT: [[W:%.*]] = zext i8 %x to i32
  ; CHECK-NOT: i24
  ; CHECK: ret void
  %f = zext i8 %x to i24
  store i24 %f, ptr %p
  ret void
}

; CHECK-LABEL: @write_sign_extended
define void @write_sign_extended(ptr %p, i8 %x) {
  ; CHECK-NEXT: [[W:%.*]] = sext i8 %x to i32
  ; CHECK-NEXT: and i32 [[W]], 16777215
  ; CHECK-NOT: i24
  ; CHECK: ret void
  %f = sext i8 %x to i24
  store i24 %f, ptr %p
  ret void
}

; CHECK-LABEL: @shift_right_signed
define i24 @shift_right_signed(i24 %a) {
  ; CHECK-NEXT: [[W:%.*]] = sext i24 %a to i32
  ; CHECK-NEXT: [[R:%.*]] = ashr i32 [[W]], 4
  ; CHECK-NEXT: trunc i32 [[R]] to i24
  %r = ashr i24 %a, 4
  ret i24 %r
}

; CHECK-LABEL: @shift_of_sign_extended
define i24 @shift_of_sign_extended(i8 %x, i24 %n) {
  ; CHECK: [[W:%.*]] = sext i8 %x to i32
  ; CHECK-NEXT: [[N:%.*]] = zext i24 %n to i32
  ; CHECK-NEXT: ashr i32 [[W]], [[N]]
  %a = sext i8 %x to i24
  %r = ashr i24 %a, %n
  ret i24 %r
}

; CHECK-LABEL: @bitwise
define i48 @bitwise(i48 %a, i48 %b) {
  ; CHECK-NEXT: [[A:%.*]] = zext i48 %a to i64
  ; CHECK-NEXT: [[B:%.*]] = zext i48 %b to i64
  ; CHECK-NEXT: xor i64 [[A]], [[B]]
  %r = xor i48 %a, %b
  ret i48 %r
}

; CHECK-LABEL: @sum_stays
define i24 @sum_stays(i24 %a, i24 %b) {
  ; CHECK-NEXT: %r = add i24 %a, %b
  %r = add i24 %a, %b
  ret i24 %r
}

; CHECK-LABEL: @extension_with_uses_stays
define i24 @extension_with_uses_stays(i8 %a) {
  ; CHECK-NEXT: %r = zext i8 %a to i24
  %r = zext i8 %a to i24
  ret i24 %r
}

; CHECK-LABEL: @unused_extension_of_even_width_stays
define void @unused_extension_of_even_width_stays(i8 %a) {
  ; CHECK-NEXT: %r = zext i8 %a to i32
  %r = zext i8 %a to i32
  ret void
}

; CHECK-LABEL: @whole_widths
define i32 @whole_widths(ptr %p, ptr %q) {
  ; CHECK-NEXT: %a = load i32, ptr %p
  ; CHECK-NEXT: %b = xor i32 %a, 1
  ; CHECK-NEXT: store i32 %b, ptr %q
  ; CHECK-NEXT: ret
  %a = load i32, ptr %p
  %b = xor i32 %a, 1
  store i32 %b, ptr %q
  ret i32 %b
}

; Clang's bit-fields take whole bytes, and at most eight.
; CHECK-LABEL: @part_of_a_byte
define i20 @part_of_a_byte(i20 %a) {
  ; CHECK-NEXT: %r = xor i20 %a, 1
  %r = xor i20 %a, 1
  ret i20 %r
}

; CHECK-LABEL: @too_wide
define i72 @too_wide(i72 %a) {
  ; CHECK-NEXT: %r = xor i72 %a, 1
  %r = xor i72 %a, 1
  ret i72 %r
}

; CHECK-LABEL: @vectors
define <2 x i24> @vectors(<2 x i24> %a) {
  ; CHECK-NEXT: %r = xor <2 x i24> %a, splat (i24 1)
  %r = xor <2 x i24> %a, splat (i24 1)
  ret <2 x i24> %r
}
