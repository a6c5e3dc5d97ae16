; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 -passes=amdgpu-hide-byte-products -S %s | FileCheck %s
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx906 -passes=amdgpu-hide-byte-products -S %s | FileCheck %s
; A chip without v_dot4.
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1010 -passes=amdgpu-hide-byte-products -S %s | FileCheck %s --check-prefix=NONE
; The machine code, with and without the pass.
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 -passes='function(amdgpu-hide-byte-products),print-assembly' -disable-output %s | FileCheck %s --check-prefix=WITH
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 -passes=print-assembly -disable-output %s | FileCheck %s --check-prefix=WITHOUT

; NONE-NOT: asm

; CHECK-LABEL: @sum_of_other(
; CHECK: [[hidden:%.*]] = call i32 asm "", "=v,0"(i32 %q)
; CHECK-NEXT: %x = xor i32 [[hidden]], %z
; CHECK-NEXT: %r = add i32 %p, %x
; WITH-LABEL: sum_of_other:
; WITH-NOT: v_dot4
; WITH: s_setpc_b64
; WITHOUT-LABEL: sum_of_other:
; WITHOUT: v_dot4
define i32 @sum_of_other(i8 %a, i8 %b, i8 %c, i8 %d, i32 %z) {
  %a.w = zext i8 %a to i32
  %b.w = zext i8 %b to i32
  %c.w = zext i8 %c to i32
  %d.w = zext i8 %d to i32
  %p = mul i32 %a.w, %b.w
  %q = mul i32 %c.w, %d.w
  %x = xor i32 %q, %z
  %r = add i32 %p, %x
  ret i32 %r
}

; Either operand, and an intrinsic of a product.
; CHECK-LABEL: @maximum(
; CHECK: %x = call i32 @llvm.smax.i32(i32 %z, i32 {{%[0-9]+}})
define i32 @maximum(i8 %a, i8 %b, i8 %c, i8 %d, i32 %z) {
  %a.w = sext i8 %a to i32
  %b.w = sext i8 %b to i32
  %c.w = sext i8 %c to i32
  %d.w = sext i8 %d to i32
  %p = mul i32 %a.w, %b.w
  %q = mul i32 %c.w, %d.w
  %x = call i32 @llvm.smax.i32(i32 %z, i32 %q)
  %r = add i32 %x, %p
  ret i32 %r
}

; AMD's products of 24 bits.
; CHECK-LABEL: @of_24_bits(
; CHECK: asm
define i32 @of_24_bits(i8 %a, i8 %b, i8 %c, i8 %d) {
  %a.w = zext i8 %a to i32
  %b.w = zext i8 %b to i32
  %c.w = sext i8 %c to i32
  %d.w = sext i8 %d to i32
  %p = call i32 @llvm.amdgcn.mul.u24.i32(i32 %a.w, i32 %b.w)
  %q = call i32 @llvm.amdgcn.mul.i24.i32(i32 %c.w, i32 %d.w)
  %x = lshr i32 %q, 8
  %r = add i32 %p, %x
  ret i32 %r
}

; A sum of bytes' products stays.
; CHECK-LABEL: @dot(
; CHECK-NOT: asm
; CHECK: ret
; WITH-LABEL: dot:
; WITH: v_dot4
define i32 @dot(i8 %a, i8 %b, i8 %c, i8 %d, i32 %z) {
  %a.w = sext i8 %a to i32
  %b.w = sext i8 %b to i32
  %c.w = sext i8 %c to i32
  %d.w = sext i8 %d to i32
  %p = mul i32 %a.w, %b.w
  %q = mul i32 %c.w, %d.w
  %x = add i32 %q, %z
  %r = add i32 %p, %x
  ret i32 %r
}

; Numbers of which the second byte is zero.
; CHECK-LABEL: @masks(
; CHECK-DAG: [[p:%.*]] = call i32 asm "", "=v,0"(i32 %p)
; CHECK-DAG: [[q:%.*]] = call i32 asm "", "=v,0"(i32 %q)
; CHECK: %x = add i32 [[q]], %z
; CHECK: %r = add i32 [[p]], %x
; WITH-LABEL: masks:
; WITH-NOT: v_dot4
; WITH: s_setpc_b64
; WITHOUT-LABEL: masks:
; WITHOUT: v_dot4
define i32 @masks(i32 %a, i32 %b, i32 %c, i32 %d, i32 %z) {
  %a.w = and i32 %a, 16711935
  %b.w = and i32 %b, 16711935
  %c.w = and i32 %c, 16711935
  %d.w = and i32 %d, 16711935
  %p = mul i32 %a.w, %b.w
  %q = mul i32 %c.w, %d.w
  %x = add i32 %q, %z
  %r = add i32 %p, %x
  ret i32 %r
}

; LLVM knows where both bytes come from, or where none does.
; CHECK-LABEL: @no_bytes(
; CHECK-NOT: asm
; CHECK: ret
define i32 @no_bytes(i32 %a, i32 %b, i32 %c, i32 %d, i16 %s, i32 %z) {
  %a.w = and i32 %a, 65535
  %b.w = and i32 %b, 65280
  %c.w = zext i16 %s to i32
  %d.w = sub i32 %c, %d
  %p = mul i32 %a.w, %a.w
  %q = mul i32 %b.w, %b.w
  %t = mul i32 %c.w, %c.w
  %u = mul i32 %d.w, %d.w
  %x = xor i32 %q, %p
  %y = add i32 %t, %x
  %v = xor i32 %y, %u
  %w = xor i32 %t, %v
  %r = add i32 %p, %w
  ret i32 %r
}

; The second byte is unknown.
; CHECK-LABEL: @halves(
; CHECK: asm
define i32 @halves(i8 %a, i8 %b, i32 %c, i32 %d, i32 %z) {
  %a.w = zext i8 %a to i32
  %b.w = zext i8 %b to i32
  %high = sub i32 %c, %d
  %shifted = shl i32 %high, 8
  %a.h = or i32 %a.w, %shifted
  %b.h = or i32 %b.w, %shifted
  %p = mul i32 %a.h, %b.w
  %q = mul i32 %b.h, %a.w
  %x = add i32 %q, %z
  %r = add i32 %p, %x
  ret i32 %r
}

; Constants are no bytes to LLVM.
; CHECK-LABEL: @constants(
; CHECK-NOT: asm
; CHECK: ret
define i32 @constants(i8 %a, i8 %b) {
  %a.w = zext i8 %a to i32
  %b.w = zext i8 %b to i32
  %p = mul i32 %a.w, 77
  %q = mul i32 %b.w, 150
  %x = lshr i32 %q, 8
  %r = add i32 %p, %x
  ret i32 %r
}

; Sums of 64 bits: a product of bytes fits 32 bits, another one is hidden.
; CHECK-LABEL: @long_sum(
; CHECK-NOT: asm
; CHECK: [[a:%.*]] = trunc i64 %a.w to i32
; CHECK: [[b:%.*]] = trunc i64 %b.w to i32
; CHECK: [[p:%.*]] = mul nsw i32 [[a]], [[b]]
; CHECK: [[wide:%.*]] = sext i32 [[p]] to i64
; CHECK: %r = add i64 [[wide]], %x
; WITH-LABEL: long_sum:
; WITH-NOT: v_dot4
; WITH: s_setpc_b64
; WITHOUT-LABEL: long_sum:
; WITHOUT: v_dot4
define i64 @long_sum(i8 %a, i8 %b, i8 %c, i8 %d, i64 %z) {
  %a.w = sext i8 %a to i64
  %b.w = sext i8 %b to i64
  %c.w = sext i8 %c to i64
  %d.w = sext i8 %d to i64
  %p = mul i64 %a.w, %b.w
  %q = mul i64 %c.w, %d.w
  %x = add i64 %q, %z
  %r = add i64 %p, %x
  ret i64 %r
}
; CHECK-LABEL: @long_masks(
; CHECK: call i64 asm "", "=v,0"(i64 %p)
define i64 @long_masks(i64 %a, i64 %b, i64 %c, i64 %d, i64 %z) {
  %a.w = and i64 %a, 16711935
  %b.w = and i64 %b, 16711935
  %c.w = and i64 %c, 16711935
  %d.w = and i64 %d, 16711935
  %p = mul i64 %a.w, %b.w
  %q = mul i64 %c.w, %d.w
  %x = add i64 %q, %z
  %r = add i64 %p, %x
  ret i64 %r
}

; One product of bytes is no chain.
; CHECK-LABEL: @one(
; CHECK-NOT: asm
; CHECK: %r = add i64 %p, %x
define i64 @one(i8 %a, i8 %b, i64 %c, i64 %z) {
  %a.w = sext i8 %a to i64
  %b.w = sext i8 %b to i64
  %p = mul i64 %a.w, %b.w
  %q = mul i64 %c, %z
  %x = add i64 %q, %z
  %r = add i64 %p, %x
  ret i64 %r
}

; The code generator takes vectors apart.
; CHECK-LABEL: @vectors(
; CHECK-COUNT-2: asm "", "=v,0"(i32
; CHECK: [[hidden:%.*]] = insertelement <2 x i32> {{.*}}, i64 1
; CHECK-NEXT: %x = xor <2 x i32> [[hidden]], %z
define <2 x i32> @vectors(<2 x i8> %a, <2 x i8> %b, <2 x i32> %z) {
  %a.w = zext <2 x i8> %a to <2 x i32>
  %b.w = zext <2 x i8> %b to <2 x i32>
  %p = mul <2 x i32> %a.w, %a.w
  %q = mul <2 x i32> %b.w, %b.w
  %s = shufflevector <2 x i32> %q, <2 x i32> poison, <2 x i32> <i32 1, i32 0>
  %x = xor <2 x i32> %s, %z
  %r = add <2 x i32> %p, %x
  ret <2 x i32> %r
}

; Fewer bits than 32 are hidden in 32.
; CHECK-LABEL: @shorts(
; CHECK: [[wide:%.*]] = zext i16 %q to i32
; CHECK: [[hidden:%.*]] = call i32 asm "", "=v,0"(i32 [[wide]])
; CHECK: [[short:%.*]] = trunc i32 [[hidden]] to i16
; CHECK: %x = xor i16 [[short]], %z
define i16 @shorts(i8 %a, i8 %b, i16 %z) {
  %a.w = zext i8 %a to i16
  %b.w = zext i8 %b to i16
  %p = mul i16 %a.w, %a.w
  %q = mul i16 %b.w, %b.w
  %x = xor i16 %q, %z
  %r = add i16 %p, %x
  ret i16 %r
}

; Any order of the operands of a sum.
; CHECK-LABEL: @third_addend(
; CHECK: asm "", "=v,0"(i32 %q)
; WITH-LABEL: third_addend:
; WITH-NOT: v_dot4
; WITH: s_setpc_b64
; WITHOUT-LABEL: third_addend:
; WITHOUT: v_dot4
define i32 @third_addend(i8 %a, i8 %b, i8 %c, i8 %d) {
  %a.w = zext i8 %a to i32
  %b.w = zext i8 %b to i32
  %c.w = zext i8 %c to i32
  %d.w = zext i8 %d to i32
  %p = mul i32 %a.w, %b.w
  %q = mul i32 %c.w, %d.w
  %x = lshr i32 %q, 8
  %y = add i32 %x, 3
  %z = add i32 %p, 1000
  %r = add i32 %z, %y
  ret i32 %r
}

; No other product is in the sum.
; CHECK-LABEL: @alone(
; CHECK-NOT: asm
; CHECK: ret
define i32 @alone(i8 %a, i8 %b, i32 %z) {
  %a.w = zext i8 %a to i32
  %b.w = zext i8 %b to i32
  %p = mul i32 %a.w, %b.w
  %x = lshr i32 %p, 8
  %r = add i32 %x, %z
  ret i32 %r
}

; Sums of more than 64 bits never become v_dot4, and no register holds them.
; CHECK-LABEL: @wider_than_registers(
; CHECK-NOT: asm
; CHECK: ret i128
define i128 @wider_than_registers(i8 %a, i8 %b, i8 %c, i8 %d) {
  %a.w = zext i8 %a to i128
  %b.w = zext i8 %b to i128
  %c.w = zext i8 %c to i128
  %d.w = zext i8 %d to i128
  %p = mul nuw nsw i128 %a.w, %b.w
  %q = mul nuw nsw i128 %c.w, %d.w
  %s = lshr i128 %q, 8
  %r = add nuw nsw i128 %p, %s
  ret i128 %r
}
