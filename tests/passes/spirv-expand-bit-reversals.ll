; RUN: clc-opt -passes=spirv-expand-bit-reversals -S %s | FileCheck %s

; CHECK-LABEL: @byte
define i8 @byte(i8 %x) {
  ; CHECK-NEXT: [[H1:%.*]] = lshr i8 %x, 1
  ; CHECK-NEXT: [[H2:%.*]] = and i8 [[H1]], 85
  ; CHECK-NEXT: [[L1:%.*]] = and i8 %x, 85
  ; CHECK-NEXT: [[L2:%.*]] = shl i8 [[L1]], 1
  ; CHECK-NEXT: [[ONES:%.*]] = or i8 [[H2]], [[L2]]
  ; CHECK-NEXT: [[H3:%.*]] = lshr i8 [[ONES]], 2
  ; CHECK-NEXT: and i8 [[H3]], 51
  ; CHECK-NEXT: [[L3:%.*]] = and i8 [[ONES]], 51
  ; CHECK-NEXT: shl i8 [[L3]], 2
  ; CHECK-NEXT: [[TWOS:%.*]] = or i8
  ; CHECK-NEXT: [[H4:%.*]] = lshr i8 [[TWOS]], 4
  ; CHECK-NEXT: and i8 [[H4]], 15
  ; CHECK-NEXT: [[L4:%.*]] = and i8 [[TWOS]], 15
  ; CHECK-NEXT: shl i8 [[L4]], 4
  ; CHECK-NEXT: [[R:%.*]] = or i8
  ; CHECK-NEXT: ret i8 [[R]]
  %r = call i8 @llvm.bitreverse.i8(i8 %x)
  ret i8 %r
}

; CHECK-LABEL: @vector
define <2 x i16> @vector(<2 x i16> %x) {
  ; CHECK-NOT: bitreverse
  ; CHECK: and <2 x i16> {{.*}}, splat (i16 255)
  ; CHECK: ret
  %r = call <2 x i16> @llvm.bitreverse.v2i16(<2 x i16> %x)
  ret <2 x i16> %r
}

; CHECK-LABEL: @odd_width
define i24 @odd_width(i24 %x) {
  ; CHECK-NEXT: %r = call i24 @llvm.bitreverse.i24(i24 %x)
  ; CHECK-NEXT: ret
  %r = call i24 @llvm.bitreverse.i24(i24 %x)
  ret i24 %r
}

; CHECK-LABEL: @another_intrinsic
define i32 @another_intrinsic(i32 %x) {
  ; CHECK-NEXT: %r = call i32 @llvm.bswap.i32(i32 %x)
  ; CHECK-NEXT: ret
  %r = call i32 @llvm.bswap.i32(i32 %x)
  ret i32 %r
}

; CHECK-LABEL: @no_intrinsic
define i32 @no_intrinsic(i32 %x) {
  ; CHECK-NEXT: %r = call i32 @f(i32 %x)
  ; CHECK-NEXT: %s = add i32 %r, 1
  ; CHECK-NEXT: ret
  %r = call i32 @f(i32 %x)
  %s = add i32 %r, 1
  ret i32 %s
}

declare i32 @f(i32)
