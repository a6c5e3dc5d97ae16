; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -mcpu=sm_90 -passes=nvptx-widen-narrow-products -S %s | FileCheck %s

; CHECK-LABEL: @chain(
; CHECK: [[M:%.*]] = mul i32 [[X:%.*]], [[X]]
; CHECK: [[S:%.*]] = add i32 [[M]], {{%.*}}
; CHECK-NEXT: [[P:%.*]] = mul i32 [[S]], [[S]]
; CHECK-NEXT: [[R:%.*]] = trunc i32 [[P]] to i16
; CHECK-NEXT: ret i16 [[R]]
define i16 @chain(i16 %x, i16 %c) {
  %m = mul nsw i16 %x, %x
  %s = add nsw i16 %m, %c
  %p = mul nsw i16 %s, %s
  ret i16 %p
}

; A number that was cut off is taken as it was.
; CHECK-LABEL: @cut_off(
; CHECK-NOT: ext
; CHECK: [[M:%.*]] = mul i32 %x, %x
; CHECK-NEXT: [[P:%.*]] = mul i32 [[M]], %x
; CHECK-NEXT: trunc i32 [[P]] to i8
define i8 @cut_off(i32 %x) {
  %t = trunc i32 %x to i8
  %m = mul i8 %t, %t
  %p = mul i8 %m, %t
  ret i8 %p
}

; CHECK-LABEL: @vector(
; CHECK: [[M:%.*]] = mul <2 x i32> [[X:%.*]], [[X]]
; CHECK: [[D:%.*]] = sub <2 x i32> [[M]], splat (i32 3)
; CHECK-NEXT: [[P:%.*]] = mul <2 x i32> [[D]], [[D]]
; CHECK-NEXT: [[R:%.*]] = trunc <2 x i32> [[P]] to <2 x i8>
; CHECK-NEXT: ret <2 x i8> [[R]]
define <2 x i8> @vector(<2 x i8> %x) {
  %m = mul <2 x i8> %x, %x
  %d = sub <2 x i8> %m, splat (i8 3)
  %p = mul <2 x i8> %d, %d
  ret <2 x i8> %p
}

; What others take of a chain is cut off for them.
; CHECK-LABEL: @other_use(
; CHECK: [[M:%.*]] = mul i32
; CHECK: [[N:%.*]] = trunc i32 [[M]] to i16
; CHECK: mul i32 [[M]], [[M]]
; CHECK: store i16 [[N]], ptr %to
define i16 @other_use(i16 %x, i16 %y, ptr %to) {
  %m = mul i16 %x, %y
  %p = mul i16 %m, %m
  store i16 %m, ptr %to
  ret i16 %p
}

; CHECK-LABEL: @in_other_blocks(
; CHECK: mul i32
; CHECK: more:
; CHECK: mul i32
; CHECK-NEXT: trunc i32
define i16 @in_other_blocks(i16 %x, i1 %is) {
  %m = mul i16 %x, %x
  br i1 %is, label %more, label %end
more:
  %p = mul i16 %m, %m
  br label %end
end:
  %r = phi i16 [ %m, %0 ], [ %p, %more ]
  ret i16 %r
}

; One product alone, products of the same numbers, a division between two, and wider ones stay.
; CHECK-LABEL: @others(
; CHECK-NOT: ext
; CHECK-NOT: trunc
; CHECK: ret
define i16 @others(i16 %x, i16 %y, i32 %w, ptr %to) {
  %m = mul i16 %x, %y
  %n = mul i16 %x, %x
  %s = add i16 %m, %n
  %q = udiv i16 %s, 3
  %p = mul i16 %q, %y
  %v = mul i32 %w, %w
  %z = mul i32 %v, %v
  store i32 %z, ptr %to
  ret i16 %p
}
