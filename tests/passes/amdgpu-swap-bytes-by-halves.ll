; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 -passes=amdgpu-swap-bytes-by-halves -S %s | FileCheck %s
; Chips without registers of 16 bits.
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 -mattr=-real-true16 -passes=amdgpu-swap-bytes-by-halves -S %s | FileCheck %s --check-prefix=STAYS
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -passes=amdgpu-swap-bytes-by-halves -S %s | FileCheck %s --check-prefix=STAYS

; CHECK-LABEL: @long(
; CHECK-NEXT: %1 = bitcast i64 %x to <2 x i32>
; CHECK-NEXT: %2 = call <2 x i32> @llvm.bswap.v2i32(<2 x i32> %1)
; CHECK-NEXT: %3 = shufflevector <2 x i32> %2, <2 x i32> poison, <2 x i32> <i32 1, i32 0>
; CHECK-NEXT: %4 = bitcast <2 x i32> %3 to i64
; CHECK-NEXT: ret i64 %4
; STAYS-LABEL: @long(
; STAYS-NEXT: call i64 @llvm.bswap.i64(i64 %x)
define i64 @long(i64 %x) {
  %r = call i64 @llvm.bswap.i64(i64 %x)
  ret i64 %r
}

; CHECK-LABEL: @long2(
; CHECK: shufflevector <4 x i32> %2, <4 x i32> poison, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
define <2 x i64> @long2(<2 x i64> %x) {
  %r = call <2 x i64> @llvm.bswap.v2i64(<2 x i64> %x)
  ret <2 x i64> %r
}

; CHECK-LABEL: @two_of_one_function(
; CHECK-NOT: bswap.i64
; CHECK: ret i64
define i64 @two_of_one_function(i64 %x, i64 %y) {
  %a = call i64 @llvm.bswap.i64(i64 %x)
  %b = call i64 @llvm.bswap.i64(i64 %y)
  %sum = add i64 %a, %b
  ret i64 %sum
}

; CHECK-LABEL: @int(
; CHECK-NEXT: call i32 @llvm.bswap.i32(i32 %x)
define i32 @int(i32 %x) {
  %r = call i32 @llvm.bswap.i32(i32 %x)
  ret i32 %r
}

; CHECK-LABEL: @int4(
; CHECK-NEXT: call <4 x i32> @llvm.bswap.v4i32(<4 x i32> %x)
define <4 x i32> @int4(<4 x i32> %x) {
  %r = call <4 x i32> @llvm.bswap.v4i32(<4 x i32> %x)
  ret <4 x i32> %r
}

; CHECK-LABEL: @other_intrinsic(
; CHECK-NEXT: call i64 @llvm.bitreverse.i64(i64 %x)
define i64 @other_intrinsic(i64 %x) {
  %r = call i64 @llvm.bitreverse.i64(i64 %x)
  ret i64 %r
}

; CHECK-LABEL: @other_function(
; CHECK-NEXT: call i64 @swap(i64 %x)
define i64 @other_function(i64 %x) {
  %r = call i64 @swap(i64 %x)
  ret i64 %r
}
declare i64 @swap(i64)
