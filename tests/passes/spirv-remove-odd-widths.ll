; RUN: clc-opt -mtriple=spirv64 -passes=spirv-remove-odd-widths -S %s | FileCheck %s

; CHECK-LABEL: @unsigned_back(
; CHECK-NEXT: [[A:%.*]] = and i32 %x, 31
; CHECK-NEXT: ret i32 [[A]]
define i32 @unsigned_back(i32 %x) {
  %n = trunc i32 %x to i5
  %w = zext i5 %n to i32
  ret i32 %w
}

; CHECK-LABEL: @signed_back(
; CHECK-NEXT: [[L:%.*]] = shl i32 %x, 27
; CHECK-NEXT: [[A:%.*]] = ashr i32 [[L]], 27
; CHECK-NEXT: ret i32 [[A]]
define i32 @signed_back(i32 %x) {
  %n = trunc i32 %x to i5
  %w = sext i5 %n to i32
  ret i32 %w
}

; CHECK-LABEL: @unsigned_to_more(
; CHECK-NEXT: [[A:%.*]] = and i32 %x, 16777215
; CHECK-NEXT: [[W:%.*]] = zext i32 [[A]] to i64
; CHECK-NEXT: ret i64 [[W]]
define i64 @unsigned_to_more(i32 %x) {
  %n = trunc i32 %x to i24
  %w = zext i24 %n to i64
  ret i64 %w
}

; CHECK-LABEL: @signed_to_more(
; CHECK-NEXT: [[L:%.*]] = shl i32 %x, 8
; CHECK-NEXT: [[A:%.*]] = ashr i32 [[L]], 8
; CHECK-NEXT: [[W:%.*]] = sext i32 [[A]] to i64
; CHECK-NEXT: ret i64 [[W]]
define i64 @signed_to_more(i32 %x) {
  %n = trunc i32 %x to i24
  %w = sext i24 %n to i64
  ret i64 %w
}

; CHECK-LABEL: @unsigned_to_less(
; CHECK-NEXT: [[A:%.*]] = and i64 %x, 31
; CHECK-NEXT: [[W:%.*]] = trunc i64 [[A]] to i16
; CHECK-NEXT: ret i16 [[W]]
define i16 @unsigned_to_less(i64 %x) {
  %n = trunc i64 %x to i5
  %w = zext i5 %n to i16
  ret i16 %w
}

; CHECK-LABEL: @signed_to_less(
; CHECK-NEXT: [[L:%.*]] = shl i64 %x, 59
; CHECK-NEXT: [[A:%.*]] = ashr i64 [[L]], 59
; CHECK-NEXT: [[W:%.*]] = trunc i64 [[A]] to i16
; CHECK-NEXT: ret i16 [[W]]
define i16 @signed_to_less(i64 %x) {
  %n = trunc i64 %x to i5
  %w = sext i5 %n to i16
  ret i16 %w
}

; All extensions of one truncation.
; CHECK-LABEL: @two_extensions(
; CHECK-NEXT: [[U:%.*]] = and i32 %x, 31
; CHECK-NEXT: store i32 [[U]], ptr %p
; CHECK-NEXT: [[L:%.*]] = shl i32 %x, 27
; CHECK-NEXT: [[S:%.*]] = ashr i32 [[L]], 27
; CHECK-NEXT: store i32 [[S]], ptr %p
; CHECK-NEXT: ret void
define void @two_extensions(i32 %x, ptr %p) {
  %n = trunc i32 %x to i5
  %u = zext i5 %n to i32
  store i32 %u, ptr %p
  %s = sext i5 %n to i32
  store i32 %s, ptr %p
  ret void
}

; CHECK-LABEL: @truncated_in_steps(
; CHECK-NEXT: [[A:%.*]] = and i64 %x, 31
; CHECK-NEXT: ret i64 [[A]]
define i64 @truncated_in_steps(i64 %x) {
  %a = trunc i64 %x to i32
  %b = trunc i32 %a to i16
  %c = trunc i16 %b to i5
  %w = zext i5 %c to i64
  ret i64 %w
}

; Usual widths, where the extension is to less than what was truncated.
; CHECK-LABEL: @byte_to_less(
; CHECK-NEXT: [[A:%.*]] = and i64 %x, 255
; CHECK-NEXT: [[W:%.*]] = trunc i64 [[A]] to i32
; CHECK-NEXT: ret i32 [[W]]
define i32 @byte_to_less(i64 %x) {
  %n = trunc i64 %x to i8
  %w = zext i8 %n to i32
  ret i32 %w
}

; CHECK-LABEL: @signed_byte_to_less(
; CHECK-NEXT: [[L:%.*]] = shl i64 %x, 56
; CHECK-NEXT: [[A:%.*]] = ashr i64 [[L]], 56
; CHECK-NEXT: [[W:%.*]] = trunc i64 [[A]] to i32
; CHECK-NEXT: ret i32 [[W]]
define i32 @signed_byte_to_less(i64 %x) {
  %n = trunc i64 %x to i8
  %w = sext i8 %n to i32
  ret i32 %w
}

; In steps: the truncation that the first extension becomes is followed by an extension to less again.
; CHECK-LABEL: @extended_in_steps(
; CHECK-NEXT: [[A:%.*]] = and i64 %x, 255
; CHECK-NEXT: [[B:%.*]] = and i64 [[A]], 65535
; CHECK-NEXT: [[W:%.*]] = trunc i64 [[B]] to i32
; CHECK-NEXT: ret i32 [[W]]
define i32 @extended_in_steps(i64 %x) {
  %n = trunc i64 %x to i8
  %m = zext i8 %n to i16
  %w = zext i16 %m to i32
  ret i32 %w
}

; Usual widths to as much and to more stay.
; CHECK-LABEL: @byte_to_as_much(
; CHECK-NEXT: %n = trunc i64 %x to i8
; CHECK-NEXT: %w = zext i8 %n to i64
; CHECK-NEXT: ret i64 %w
define i64 @byte_to_as_much(i64 %x) {
  %n = trunc i64 %x to i8
  %w = zext i8 %n to i64
  ret i64 %w
}

; CHECK-LABEL: @byte_to_more(
; CHECK-NEXT: %n = trunc i32 %x to i8
; CHECK-NEXT: %w = sext i8 %n to i64
; CHECK-NEXT: ret i64 %w
define i64 @byte_to_more(i32 %x) {
  %n = trunc i32 %x to i8
  %w = sext i8 %n to i64
  ret i64 %w
}

; Those of vectors do not.
; CHECK-LABEL: @bytes_to_as_much(
; CHECK-NEXT: [[A:%.*]] = and <2 x i32> %x, splat (i32 255)
; CHECK-NEXT: ret <2 x i32> [[A]]
define <2 x i32> @bytes_to_as_much(<2 x i32> %x) {
  %n = trunc <2 x i32> %x to <2 x i8>
  %w = zext <2 x i8> %n to <2 x i32>
  ret <2 x i32> %w
}

; CHECK-LABEL: @signed_bytes_to_more(
; CHECK-NEXT: [[L:%.*]] = shl <2 x i32> %x, splat (i32 24)
; CHECK-NEXT: [[A:%.*]] = ashr <2 x i32> [[L]], splat (i32 24)
; CHECK-NEXT: [[W:%.*]] = sext <2 x i32> [[A]] to <2 x i64>
; CHECK-NEXT: ret <2 x i64> [[W]]
define <2 x i64> @signed_bytes_to_more(<2 x i32> %x) {
  %n = trunc <2 x i32> %x to <2 x i8>
  %w = sext <2 x i8> %n to <2 x i64>
  ret <2 x i64> %w
}

; CHECK-LABEL: @odd_vector(
; CHECK-NEXT: [[A:%.*]] = and <2 x i32> %x, splat (i32 31)
; CHECK-NEXT: ret <2 x i32> [[A]]
define <2 x i32> @odd_vector(<2 x i32> %x) {
  %n = trunc <2 x i32> %x to <2 x i5>
  %w = zext <2 x i5> %n to <2 x i32>
  ret <2 x i32> %w
}

; Other uses keep the truncation.
; CHECK-LABEL: @used_otherwise(
; CHECK-NEXT: %n = trunc i32 %x to i5
; CHECK-NEXT: %s = add i5 %n, 1
; CHECK-NEXT: store i5 %s, ptr %p
; CHECK-NEXT: [[A:%.*]] = and i32 %x, 31
; CHECK-NEXT: ret i32 [[A]]
define i32 @used_otherwise(i32 %x, ptr %p) {
  %n = trunc i32 %x to i5
  %s = add i5 %n, 1
  store i5 %s, ptr %p
  %w = zext i5 %n to i32
  ret i32 %w
}

; CHECK-LABEL: @to_float(
; CHECK-NEXT: %n = trunc i32 %x to i5
; CHECK-NEXT: %w = uitofp i5 %n to float
; CHECK-NEXT: ret float %w
define float @to_float(i32 %x) {
  %n = trunc i32 %x to i5
  %w = uitofp i5 %n to float
  ret float %w
}

; An extension to an odd width would be one of an odd width still.
; CHECK-LABEL: @to_odd_width(
; CHECK-NEXT: %n = trunc i32 %x to i5
; CHECK-NEXT: %w = zext i5 %n to i7
; CHECK-NEXT: store i7 %w, ptr %p
; CHECK-NEXT: ret void
define void @to_odd_width(i32 %x, ptr %p) {
  %n = trunc i32 %x to i5
  %w = zext i5 %n to i7
  store i7 %w, ptr %p
  ret void
}

; SPIR-V has booleans.
; CHECK-LABEL: @boolean(
; CHECK-NEXT: %n = trunc i64 %x to i1
; CHECK-NEXT: %w = zext i1 %n to i32
; CHECK-NEXT: ret i32 %w
define i32 @boolean(i64 %x) {
  %n = trunc i64 %x to i1
  %w = zext i1 %n to i32
  ret i32 %w
}

; CHECK-LABEL: @booleans(
; CHECK-NEXT: %n = trunc <2 x i32> %x to <2 x i1>
; CHECK-NEXT: %w = sext <2 x i1> %n to <2 x i32>
; CHECK-NEXT: ret <2 x i32> %w
define <2 x i32> @booleans(<2 x i32> %x) {
  %n = trunc <2 x i32> %x to <2 x i1>
  %w = sext <2 x i1> %n to <2 x i32>
  ret <2 x i32> %w
}

; CHECK-LABEL: @no_truncation(
; CHECK-NEXT: %w = zext i5 %x to i32
; CHECK-NEXT: ret i32 %w
define i32 @no_truncation(i5 %x) {
  %w = zext i5 %x to i32
  ret i32 %w
}

; The promise of the second truncation was about the result of the first.
; CHECK-LABEL: @keeps_no_promise(
; CHECK-NEXT: [[N:%.*]] = trunc i64 %x to i8
; CHECK-NEXT: ret i8 [[N]]
define i8 @keeps_no_promise(i64 %x) {
  %a = trunc i64 %x to i32
  %b = trunc nuw i32 %a to i8
  ret i8 %b
}
