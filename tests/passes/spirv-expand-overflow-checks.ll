; RUN: clc-opt -passes=spirv-expand-overflow-checks -S %s | FileCheck %s

; CHECK-LABEL: @unsigned_sum
define i1 @unsigned_sum(i32 %a, i32 %b, ptr %p) {
  ; CHECK-NEXT: [[R:%.*]] = add i32 %a, %b
  ; CHECK-NEXT: [[O:%.*]] = icmp ult i32 [[R]], %a
  ; CHECK-NEXT: store i32 [[R]], ptr %p
  ; CHECK-NEXT: ret i1 [[O]]
  %c = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %a, i32 %b)
  %r = extractvalue { i32, i1 } %c, 0
  store i32 %r, ptr %p
  %o = extractvalue { i32, i1 } %c, 1
  ret i1 %o
}

; CHECK-LABEL: @unsigned_difference
define i1 @unsigned_difference(i32 %a, i32 %b) {
  ; CHECK-NEXT: sub i32 %a, %b
  ; CHECK-NEXT: [[O:%.*]] = icmp ult i32 %a, %b
  ; CHECK-NEXT: ret i1 [[O]]
  %c = call { i32, i1 } @llvm.usub.with.overflow.i32(i32 %a, i32 %b)
  %o = extractvalue { i32, i1 } %c, 1
  ret i1 %o
}

; CHECK-LABEL: @signed_sum
define i1 @signed_sum(i32 %a, i32 %b) {
  ; CHECK-NEXT: [[R:%.*]] = add i32 %a, %b
  ; CHECK-NEXT: [[B:%.*]] = xor i32 [[R]], %b
  ; CHECK-NEXT: [[A:%.*]] = xor i32 [[R]], %a
  ; CHECK-NEXT: [[C:%.*]] = and i32 [[A]], [[B]]
  ; CHECK-NEXT: [[O:%.*]] = icmp slt i32 [[C]], 0
  ; CHECK-NEXT: ret i1 [[O]]
  %c = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
  %o = extractvalue { i32, i1 } %c, 1
  ret i1 %o
}

; CHECK-LABEL: @signed_difference
define i1 @signed_difference(i32 %a, i32 %b) {
  ; CHECK-NEXT: [[R:%.*]] = sub i32 %a, %b
  ; CHECK-NEXT: [[B:%.*]] = xor i32 %a, %b
  ; CHECK-NEXT: [[A:%.*]] = xor i32 [[R]], %a
  ; CHECK-NEXT: [[C:%.*]] = and i32 [[A]], [[B]]
  ; CHECK-NEXT: [[O:%.*]] = icmp slt i32 [[C]], 0
  ; CHECK-NEXT: ret i1 [[O]]
  %c = call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 %a, i32 %b)
  %o = extractvalue { i32, i1 } %c, 1
  ret i1 %o
}

; CHECK-LABEL: @unsigned_product
define i1 @unsigned_product(i32 %a, i32 %b) {
  ; CHECK-NEXT: [[R:%.*]] = mul i32 %a, %b
  ; CHECK-NEXT: [[Z:%.*]] = icmp eq i32 %a, 0
  ; CHECK-NEXT: [[D:%.*]] = select i1 [[Z]], i32 1, i32 %a
  ; CHECK-NEXT: [[Q:%.*]] = udiv i32 [[R]], [[D]]
  ; CHECK-NEXT: icmp ne i32 [[Q]], %b
  ; CHECK-NOT: icmp
  ; CHECK: ret i1
  %c = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %a, i32 %b)
  %o = extractvalue { i32, i1 } %c, 1
  ret i1 %o
}

; CHECK-LABEL: @signed_product
define i1 @signed_product(i32 %a, i32 %b) {
  ; CHECK-NEXT: [[R:%.*]] = mul i32 %a, %b
  ; CHECK-NEXT: [[Z:%.*]] = icmp eq i32 %a, 0
  ; CHECK-NEXT: [[M:%.*]] = icmp eq i32 %a, -1
  ; CHECK-NEXT: [[B:%.*]] = icmp eq i32 %b, -2147483648
  ; CHECK-NEXT: [[ALWAYS:%.*]] = and i1 [[M]], [[B]]
  ; CHECK-NEXT: [[NEVER:%.*]] = or i1 [[Z]], [[M]]
  ; CHECK-NEXT: [[D:%.*]] = select i1 [[NEVER]], i32 1, i32 %a
  ; CHECK-NEXT: [[Q:%.*]] = sdiv i32 [[R]], [[D]]
  ; CHECK-NEXT: [[N:%.*]] = icmp ne i32 [[Q]], %b
  ; CHECK-NEXT: [[NOT:%.*]] = xor i1 [[NEVER]], true
  ; CHECK-NEXT: [[DIFFERS:%.*]] = and i1 [[N]], [[NOT]]
  ; CHECK-NEXT: [[O:%.*]] = or i1 [[DIFFERS]], [[ALWAYS]]
  ; CHECK-NEXT: ret i1 [[O]]
  %c = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %a, i32 %b)
  %o = extractvalue { i32, i1 } %c, 1
  ret i1 %o
}

; CHECK-LABEL: @pair_as_a_whole
define { i32, i1 } @pair_as_a_whole(i32 %a, i32 %b) {
  ; CHECK-NEXT: [[R:%.*]] = add i32 %a, %b
  ; CHECK-NEXT: [[O:%.*]] = icmp ult i32 [[R]], %a
  ; CHECK-NEXT: [[P:%.*]] = insertvalue { i32, i1 } poison, i32 [[R]], 0
  ; CHECK-NEXT: [[Q:%.*]] = insertvalue { i32, i1 } [[P]], i1 [[O]], 1
  ; CHECK-NEXT: ret { i32, i1 } [[Q]]
  %c = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %a, i32 %b)
  ret { i32, i1 } %c
}

; CHECK-LABEL: @part_used_no_pair
define i32 @part_used_no_pair(i32 %a, i32 %b) {
  ; CHECK-NOT: insertvalue
  ; CHECK: ret i32
  %c = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %a, i32 %b)
  %r = extractvalue { i32, i1 } %c, 0
  ret i32 %r
}

; CHECK-LABEL: @plain_sum
define i32 @plain_sum(i32 %a, i32 %b) {
  ; CHECK-NEXT: %r = add i32 %a, %b
  ; CHECK-NEXT: ret i32 %r
  %r = add i32 %a, %b
  ret i32 %r
}
