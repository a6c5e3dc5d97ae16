; RUN: clc-opt -mtriple=spirv64 -passes=spirv-expand-overflow-checks -S %s | FileCheck %s

; CHECK-LABEL: @unsigned_sum(
; CHECK-NEXT: [[R:%.*]] = add i32 %a, %b
; CHECK-NEXT: [[O:%.*]] = icmp ult i32 [[R]], %a
; CHECK-NEXT: %s = select i1 [[O]], i32 -1, i32 [[R]]
; CHECK-NEXT: ret i32 %s
define i32 @unsigned_sum(i32 %a, i32 %b) {
  %c = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %a, i32 %b)
  %r = extractvalue { i32, i1 } %c, 0
  %o = extractvalue { i32, i1 } %c, 1
  %s = select i1 %o, i32 -1, i32 %r
  ret i32 %s
}

; CHECK-LABEL: @unsigned_difference(
; CHECK-NEXT: [[R:%.*]] = sub i32 %a, %b
; CHECK-NEXT: [[O:%.*]] = icmp ult i32 %a, %b
; CHECK-NEXT: %s = select i1 [[O]], i32 0, i32 [[R]]
define i32 @unsigned_difference(i32 %a, i32 %b) {
  %c = call { i32, i1 } @llvm.usub.with.overflow.i32(i32 %a, i32 %b)
  %r = extractvalue { i32, i1 } %c, 0
  %o = extractvalue { i32, i1 } %c, 1
  %s = select i1 %o, i32 0, i32 %r
  ret i32 %s
}

; CHECK-LABEL: @signed_sum(
; CHECK-NEXT: [[R:%.*]] = add i32 %a, %b
; CHECK-DAG: [[B:%.*]] = xor i32 [[R]], %b
; CHECK-DAG: [[A:%.*]] = xor i32 [[R]], %a
; CHECK-NEXT: [[BOTH:%.*]] = and i32 [[A]], [[B]]
; CHECK-NEXT: [[O:%.*]] = icmp slt i32 [[BOTH]], 0
; CHECK-NEXT: %s = select i1 [[O]], i32 0, i32 [[R]]
define i32 @signed_sum(i32 %a, i32 %b) {
  %c = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
  %r = extractvalue { i32, i1 } %c, 0
  %o = extractvalue { i32, i1 } %c, 1
  %s = select i1 %o, i32 0, i32 %r
  ret i32 %s
}

; CHECK-LABEL: @signed_difference(
; CHECK-NEXT: [[R:%.*]] = sub i32 %a, %b
; CHECK-DAG: [[B:%.*]] = xor i32 %a, %b
; CHECK-DAG: [[A:%.*]] = xor i32 [[R]], %a
; CHECK-NEXT: [[BOTH:%.*]] = and i32 [[A]], [[B]]
; CHECK-NEXT: [[O:%.*]] = icmp slt i32 [[BOTH]], 0
; CHECK-NEXT: %s = select i1 [[O]], i32 0, i32 [[R]]
define i32 @signed_difference(i32 %a, i32 %b) {
  %c = call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 %a, i32 %b)
  %r = extractvalue { i32, i1 } %c, 0
  %o = extractvalue { i32, i1 } %c, 1
  %s = select i1 %o, i32 0, i32 %r
  ret i32 %s
}

; No division by zero.
; CHECK-LABEL: @unsigned_product(
; CHECK-NEXT: [[R:%.*]] = mul i32 %a, %b
; CHECK-NEXT: [[Z:%.*]] = icmp eq i32 %a, 0
; CHECK-NEXT: [[D:%.*]] = select i1 [[Z]], i32 1, i32 %a
; CHECK-NEXT: [[Q:%.*]] = udiv i32 [[R]], [[D]]
; CHECK-DAG: [[NE:%.*]] = icmp ne i32 [[Q]], %b
; CHECK-DAG: [[NZ:%.*]] = xor i1 [[Z]], true
; CHECK-NEXT: [[DIFFERS:%.*]] = and i1 [[NE]], [[NZ]]
; CHECK-NEXT: [[O:%.*]] = or i1 [[DIFFERS]], false
; CHECK-NEXT: %s = select i1 [[O]], i32 0, i32 [[R]]
define i32 @unsigned_product(i32 %a, i32 %b) {
  %c = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %a, i32 %b)
  %r = extractvalue { i32, i1 } %c, 0
  %o = extractvalue { i32, i1 } %c, 1
  %s = select i1 %o, i32 0, i32 %r
  ret i32 %s
}

; And no division of the smallest number by -1; its negation overflows.
; CHECK-LABEL: @signed_product(
; CHECK-NEXT: [[R:%.*]] = mul i8 %a, %b
; CHECK-NEXT: [[Z:%.*]] = icmp eq i8 %a, 0
; CHECK-NEXT: [[N:%.*]] = icmp eq i8 %a, -1
; CHECK-NEXT: [[M:%.*]] = icmp eq i8 %b, -128
; CHECK-NEXT: [[ALWAYS:%.*]] = and i1 [[N]], [[M]]
; CHECK-NEXT: [[NEVER:%.*]] = or i1 [[Z]], [[N]]
; CHECK-NEXT: [[D:%.*]] = select i1 [[NEVER]], i8 1, i8 %a
; CHECK-NEXT: [[Q:%.*]] = sdiv i8 [[R]], [[D]]
; CHECK-DAG: [[NE:%.*]] = icmp ne i8 [[Q]], %b
; CHECK-DAG: [[NN:%.*]] = xor i1 [[NEVER]], true
; CHECK-NEXT: [[DIFFERS:%.*]] = and i1 [[NE]], [[NN]]
; CHECK-NEXT: [[O:%.*]] = or i1 [[DIFFERS]], [[ALWAYS]]
; CHECK-NEXT: %s = select i1 [[O]], i8 0, i8 [[R]]
define i8 @signed_product(i8 %a, i8 %b) {
  %c = call { i8, i1 } @llvm.smul.with.overflow.i8(i8 %a, i8 %b)
  %r = extractvalue { i8, i1 } %c, 0
  %o = extractvalue { i8, i1 } %c, 1
  %s = select i1 %o, i8 0, i8 %r
  ret i8 %s
}

; CHECK-LABEL: @vector(
; CHECK-NEXT: [[R:%.*]] = mul <2 x i16> %a, %b
; CHECK: icmp eq <2 x i16> %b, splat (i16 -32768)
; CHECK: sdiv <2 x i16> [[R]]
; CHECK: or <2 x i1>
define <2 x i1> @vector(<2 x i16> %a, <2 x i16> %b) {
  %c = call { <2 x i16>, <2 x i1> } @llvm.smul.with.overflow.v2i16(<2 x i16> %a, <2 x i16> %b)
  %o = extractvalue { <2 x i16>, <2 x i1> } %c, 1
  ret <2 x i1> %o
}

; CHECK-LABEL: @pair(
; CHECK-NEXT: [[R:%.*]] = add i32 %a, %b
; CHECK-NEXT: [[O:%.*]] = icmp ult i32 [[R]], %a
; CHECK-NEXT: [[P:%.*]] = insertvalue { i32, i1 } poison, i32 [[R]], 0
; CHECK-NEXT: [[Q:%.*]] = insertvalue { i32, i1 } [[P]], i1 [[O]], 1
; CHECK-NEXT: ret { i32, i1 } [[Q]]
define { i32, i1 } @pair(i32 %a, i32 %b) {
  %c = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %a, i32 %b)
  ret { i32, i1 } %c
}

; CHECK-LABEL: @pair_and_parts(
; CHECK: insertvalue { i32, i1 } poison, i32 [[R:%.*]], 0
; CHECK: store i32 [[R]], ptr %p
; CHECK-NOT: extractvalue
; CHECK: ret { i32, i1 }
define { i32, i1 } @pair_and_parts(i32 %a, i32 %b, ptr %p) {
  %c = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %a, i32 %b)
  %r = extractvalue { i32, i1 } %c, 0
  store i32 %r, ptr %p
  ret { i32, i1 } %c
}

; CHECK-LABEL: @unused(
; CHECK-NOT: insertvalue
; CHECK: ret void
define void @unused(i32 %a, i32 %b) {
  %c = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %a, i32 %b)
  ret void
}

; CHECK-LABEL: @saturates(
; CHECK-NEXT: %c = call i32 @llvm.uadd.sat.i32(i32 %a, i32 %b)
; CHECK-NEXT: ret i32 %c
define i32 @saturates(i32 %a, i32 %b) {
  %c = call i32 @llvm.uadd.sat.i32(i32 %a, i32 %b)
  ret i32 %c
}
