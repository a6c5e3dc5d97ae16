; RUN: clc-opt -passes=reduce-vector-conditions -S %s | FileCheck %s

declare void @use(i1)

; CHECK-LABEL: @none(
; CHECK-NEXT: [[C0:%.*]] = extractelement <4 x i1> %c, i64 0
; CHECK-NEXT: [[C1:%.*]] = extractelement <4 x i1> %c, i64 1
; CHECK-NEXT: [[C2:%.*]] = extractelement <4 x i1> %c, i64 2
; CHECK-NEXT: [[C3:%.*]] = extractelement <4 x i1> %c, i64 3
; CHECK-NEXT: [[A:%.*]] = or i1 [[C0]], [[C1]]
; CHECK-NEXT: [[B:%.*]] = or i1 [[A]], [[C2]]
; CHECK-NEXT: [[C:%.*]] = or i1 [[B]], [[C3]]
; CHECK-NEXT: [[N:%.*]] = xor i1 [[C]], true
; CHECK-NEXT: ret i1 [[N]]
define i1 @none(<4 x i1> %c) {
  %bits = bitcast <4 x i1> %c to i4
  %r = icmp eq i4 %bits, 0
  ret i1 %r
}

; CHECK-LABEL: @any(
; CHECK: [[C0:%.*]] = extractelement <2 x i1> %c, i64 0
; CHECK: [[C1:%.*]] = extractelement <2 x i1> %c, i64 1
; CHECK-NEXT: [[A:%.*]] = or i1 [[C0]], [[C1]]
; CHECK-NEXT: ret i1 [[A]]
define i1 @any(<2 x i1> %c) {
  %bits = bitcast <2 x i1> %c to i2
  %r = icmp ne i2 %bits, 0
  ret i1 %r
}

; CHECK-LABEL: @all(
; CHECK: [[C0:%.*]] = extractelement <2 x i1> %c, i64 0
; CHECK: [[C1:%.*]] = extractelement <2 x i1> %c, i64 1
; CHECK-NEXT: [[A:%.*]] = and i1 [[C0]], [[C1]]
; CHECK-NEXT: ret i1 [[A]]
define i1 @all(<2 x i1> %c) {
  %bits = bitcast <2 x i1> %c to i2
  %r = icmp eq i2 %bits, -1
  ret i1 %r
}

; CHECK-LABEL: @not_all(
; CHECK: [[C0:%.*]] = extractelement <2 x i1> %c, i64 0
; CHECK: [[C1:%.*]] = extractelement <2 x i1> %c, i64 1
; CHECK-NEXT: [[A:%.*]] = and i1 [[C0]], [[C1]]
; CHECK-NEXT: [[N:%.*]] = xor i1 [[A]], true
; CHECK-NEXT: ret i1 [[N]]
define i1 @not_all(<2 x i1> %c) {
  %bits = bitcast <2 x i1> %c to i2
  %r = icmp ne i2 %bits, -1
  ret i1 %r
}

; CHECK-LABEL: @two_questions(
; CHECK-NOT: bitcast
; CHECK: or i1
; CHECK-NOT: bitcast
; CHECK: and i1
; CHECK: ret void
define void @two_questions(<2 x i1> %c) {
  %bits = bitcast <2 x i1> %c to i2
  %r = icmp ne i2 %bits, 0
  call void @use(i1 %r)
  %s = icmp eq i2 %bits, -1
  call void @use(i1 %s)
  ret void
}

; CHECK-LABEL: @sixteen(
; CHECK: or i1
; CHECK-NOT: icmp
; CHECK: ret i1
define i1 @sixteen(<16 x i1> %c) {
  %bits = bitcast <16 x i1> %c to i16
  %r = icmp ne i16 %bits, 0
  ret i1 %r
}

; CHECK-LABEL: @too_many(
; CHECK-NEXT: [[B:%.*]] = bitcast <17 x i1> %c to i17
; CHECK-NEXT: icmp ne i17 [[B]], 0
define i1 @too_many(<17 x i1> %c) {
  %bits = bitcast <17 x i1> %c to i17
  %r = icmp ne i17 %bits, 0
  ret i1 %r
}

; CHECK-LABEL: @asks_for_some(
; CHECK-NEXT: [[B:%.*]] = bitcast <4 x i1> %c to i4
; CHECK-NEXT: icmp eq i4 [[B]], 5
define i1 @asks_for_some(<4 x i1> %c) {
  %bits = bitcast <4 x i1> %c to i4
  %r = icmp eq i4 %bits, 5
  ret i1 %r
}

; CHECK-LABEL: @asks_for_a_variable(
; CHECK-NEXT: [[B:%.*]] = bitcast <4 x i1> %c to i4
; CHECK-NEXT: icmp eq i4 [[B]], %n
define i1 @asks_for_a_variable(<4 x i1> %c, i4 %n) {
  %bits = bitcast <4 x i1> %c to i4
  %r = icmp eq i4 %bits, %n
  ret i1 %r
}

; As a number with a sign, so that the last condition decides.
; CHECK-LABEL: @asks_for_order(
; CHECK-NEXT: [[B:%.*]] = bitcast <4 x i1> %c to i4
; CHECK-NEXT: icmp slt i4 [[B]], 0
define i1 @asks_for_order(<4 x i1> %c) {
  %bits = bitcast <4 x i1> %c to i4
  %r = icmp slt i4 %bits, 0
  ret i1 %r
}

; CHECK-LABEL: @is_used_as_number(
; CHECK-NEXT: [[B:%.*]] = bitcast <4 x i1> %c to i4
; CHECK-NEXT: [[R:%.*]] = icmp eq i4 [[B]], 0
; CHECK-NEXT: select i1 [[R]], i4 7, i4 [[B]]
define i4 @is_used_as_number(<4 x i1> %c) {
  %bits = bitcast <4 x i1> %c to i4
  %r = icmp eq i4 %bits, 0
  %s = select i1 %r, i4 7, i4 %bits
  ret i4 %s
}

; CHECK-LABEL: @elements_are_numbers(
; CHECK-NEXT: [[B:%.*]] = bitcast <4 x i8> %c to i32
; CHECK-NEXT: icmp eq i32 [[B]], 0
define i1 @elements_are_numbers(<4 x i8> %c) {
  %bits = bitcast <4 x i8> %c to i32
  %r = icmp eq i32 %bits, 0
  ret i1 %r
}

; CHECK-LABEL: @no_vector(
; CHECK-NEXT: [[B:%.*]] = bitcast float %x to i32
; CHECK-NEXT: icmp eq i32 [[B]], 0
define i1 @no_vector(float %x) {
  %bits = bitcast float %x to i32
  %r = icmp eq i32 %bits, 0
  ret i1 %r
}

; CHECK-LABEL: @to_bytes(
; CHECK-NEXT: [[B:%.*]] = bitcast <16 x i1> %c to <2 x i8>
; CHECK-NEXT: icmp eq <2 x i8> [[B]], zeroinitializer
define <2 x i1> @to_bytes(<16 x i1> %c) {
  %bits = bitcast <16 x i1> %c to <2 x i8>
  %r = icmp eq <2 x i8> %bits, zeroinitializer
  ret <2 x i1> %r
}

; Without uses every condition on them holds.
; CHECK-LABEL: @to_half(
; CHECK-NEXT: bitcast <16 x i1> %c to half
define void @to_half(<16 x i1> %c) {
  %bits = bitcast <16 x i1> %c to half
  ret void
}

; CHECK-LABEL: @no_bitcast(
; CHECK-NEXT: [[B:%.*]] = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %c)
; CHECK-NEXT: icmp eq i1 [[B]], false
define i1 @no_bitcast(<4 x i1> %c) {
  %bits = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %c)
  %r = icmp eq i1 %bits, 0
  ret i1 %r
}

; CHECK-LABEL: @no_bitcast_but_an_element(
; CHECK-NEXT: [[E:%.*]] = extractelement <4 x i1> %c, i32 2
; CHECK-NEXT: icmp eq i1 [[E]], false
define i1 @no_bitcast_but_an_element(<4 x i1> %c) {
  %bits = extractelement <4 x i1> %c, i32 2
  %r = icmp eq i1 %bits, 0
  ret i1 %r
}
