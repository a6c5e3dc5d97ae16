; RUN: clc-opt -passes=select-vector-elements -S %s | FileCheck %s

declare void @use(<4 x float>)

; CHECK-LABEL: @element_of_four(
; CHECK: [[X0:%.*]] = extractelement <4 x float> %v, i64 0
; CHECK: [[X1:%.*]] = extractelement <4 x float> %v, i64 1
; CHECK: [[X2:%.*]] = extractelement <4 x float> %v, i64 2
; CHECK: [[X3:%.*]] = extractelement <4 x float> %v, i64 3
; CHECK: [[B0:%.*]] = and i32 %i, 1
; CHECK: [[C0:%.*]] = icmp ne i32 [[B0]], 0
; CHECK: [[Y0:%.*]] = select i1 [[C0]], float [[X1]], float [[X0]]
; CHECK: [[Y1:%.*]] = select i1 [[C0]], float [[X3]], float [[X2]]
; CHECK: [[B1:%.*]] = and i32 %i, 2
; CHECK: [[C1:%.*]] = icmp ne i32 [[B1]], 0
; CHECK: [[Z:%.*]] = select i1 [[C1]], float [[Y1]], float [[Y0]]
; CHECK-NEXT: ret float [[Z]]
define float @element_of_four(<4 x float> %v, i32 %i) {
  %e = extractelement <4 x float> %v, i32 %i
  ret float %e
}

; The third of three is not one of a pair.
; CHECK-LABEL: @element_of_three(
; CHECK: [[X0:%.*]] = extractelement <3 x i32> %v, i64 0
; CHECK: [[X1:%.*]] = extractelement <3 x i32> %v, i64 1
; CHECK: [[X2:%.*]] = extractelement <3 x i32> %v, i64 2
; CHECK: [[Y0:%.*]] = select i1 %{{.*}}, i32 [[X1]], i32 [[X0]]
; CHECK: [[Z:%.*]] = select i1 %{{.*}}, i32 [[X2]], i32 [[Y0]]
; CHECK-NEXT: ret i32 [[Z]]
define i32 @element_of_three(<3 x i32> %v, i32 %i) {
  %e = extractelement <3 x i32> %v, i32 %i
  ret i32 %e
}

; CHECK-LABEL: @long_index(
; CHECK: [[I:%.*]] = trunc i64 %i to i32
; CHECK: [[B0:%.*]] = and i32 [[I]], 1
; CHECK: select
define double @long_index(<2 x double> %v, i64 %i) {
  %e = extractelement <2 x double> %v, i64 %i
  ret double %e
}

; CHECK-LABEL: @short_index(
; CHECK: [[I:%.*]] = zext i8 %i to i32
; CHECK: and i32 [[I]], 1
; CHECK: select
define i64 @short_index(<2 x i64> %v, i8 %i) {
  %e = extractelement <2 x i64> %v, i8 %i
  ret i64 %e
}

; CHECK-LABEL: @element_of_word(
; CHECK: [[V:%.*]] = bitcast <4 x i8> %v to <1 x i32>
; CHECK: [[W:%.*]] = extractelement <1 x i32> [[V]], i64 0
; CHECK: [[N:%.*]] = and i32 %i, 3
; CHECK: [[P:%.*]] = mul i32 [[N]], 8
; CHECK: [[S:%.*]] = lshr i32 [[W]], [[P]]
; CHECK: [[E:%.*]] = trunc i32 [[S]] to i8
; CHECK-NEXT: ret i8 [[E]]
define i8 @element_of_word(<4 x i8> %v, i32 %i) {
  %e = extractelement <4 x i8> %v, i32 %i
  ret i8 %e
}

; CHECK-LABEL: @element_of_two_words(
; CHECK: [[V:%.*]] = bitcast <4 x half> %v to <2 x i32>
; CHECK: [[W0:%.*]] = extractelement <2 x i32> [[V]], i64 0
; CHECK: [[W1:%.*]] = extractelement <2 x i32> [[V]], i64 1
; CHECK: [[Q:%.*]] = udiv i32 %i, 2
; CHECK: [[B:%.*]] = and i32 [[Q]], 1
; CHECK: [[C:%.*]] = icmp ne i32 [[B]], 0
; CHECK: [[W:%.*]] = select i1 [[C]], i32 [[W1]], i32 [[W0]]
; CHECK: [[N:%.*]] = and i32 %i, 1
; CHECK: [[P:%.*]] = mul i32 [[N]], 16
; CHECK: [[S:%.*]] = lshr i32 [[W]], [[P]]
; CHECK: [[T:%.*]] = trunc i32 [[S]] to i16
; CHECK: [[E:%.*]] = bitcast i16 [[T]] to half
; CHECK-NEXT: ret half [[E]]
define half @element_of_two_words(<4 x half> %v, i32 %i) {
  %e = extractelement <4 x half> %v, i32 %i
  ret half %e
}

; Three bytes are no word.
; CHECK-LABEL: @element_of_three_bytes(
; CHECK-NOT: bitcast
; CHECK: select i1 %{{.*}}, i8
; CHECK: select i1 %{{.*}}, i8
; CHECK: ret i8
define i8 @element_of_three_bytes(<3 x i8> %v, i32 %i) {
  %e = extractelement <3 x i8> %v, i32 %i
  ret i8 %e
}

; CHECK-LABEL: @insertion(
; CHECK: [[X0:%.*]] = extractelement <2 x float> %v, i64 0
; CHECK: [[X1:%.*]] = extractelement <2 x float> %v, i64 1
; CHECK: [[C0:%.*]] = icmp eq i32 %i, 0
; CHECK: [[Y0:%.*]] = select i1 [[C0]], float %x, float [[X0]]
; CHECK: [[V0:%.*]] = insertelement <2 x float> poison, float [[Y0]], i64 0
; CHECK: [[C1:%.*]] = icmp eq i32 %i, 1
; CHECK: [[Y1:%.*]] = select i1 [[C1]], float %x, float [[X1]]
; CHECK: [[V1:%.*]] = insertelement <2 x float> [[V0]], float [[Y1]], i64 1
; CHECK-NEXT: ret <2 x float> [[V1]]
define <2 x float> @insertion(<2 x float> %v, float %x, i32 %i) {
  %w = insertelement <2 x float> %v, float %x, i32 %i
  ret <2 x float> %w
}

; CHECK-LABEL: @insertion_at_long_index(
; CHECK: [[I:%.*]] = trunc i64 %i to i32
; CHECK: icmp eq i32 [[I]], 0
; CHECK: icmp eq i32 [[I]], 1
define <2 x i8> @insertion_at_long_index(<2 x i8> %v, i8 %x, i64 %i) {
  %w = insertelement <2 x i8> %v, i8 %x, i64 %i
  ret <2 x i8> %w
}

; CHECK-LABEL: @sixteen(
; CHECK-COUNT-15: select i1
; CHECK-NEXT: ret float
define float @sixteen(<16 x float> %v, i32 %i) {
  %e = extractelement <16 x float> %v, i32 %i
  ret float %e
}

; CHECK-LABEL: @too_many(
; CHECK-NEXT: extractelement <17 x float> %v, i32 %i
define float @too_many(<17 x float> %v, i32 %i) {
  %e = extractelement <17 x float> %v, i32 %i
  ret float %e
}

; CHECK-LABEL: @too_many_to_insert(
; CHECK-NEXT: insertelement <32 x i8> %v, i8 %x, i32 %i
define <32 x i8> @too_many_to_insert(<32 x i8> %v, i8 %x, i32 %i) {
  %w = insertelement <32 x i8> %v, i8 %x, i32 %i
  ret <32 x i8> %w
}

; CHECK-LABEL: @constant_index(
; CHECK-NEXT: extractelement <4 x float> %v, i32 2
; CHECK-NEXT: ret float
define float @constant_index(<4 x float> %v) {
  %e = extractelement <4 x float> %v, i32 2
  ret float %e
}

; CHECK-LABEL: @insertion_at_constant_index(
; CHECK-NEXT: insertelement <4 x float> %v, float %x, i32 2
; CHECK-NEXT: ret <4 x float>
define <4 x float> @insertion_at_constant_index(<4 x float> %v, float %x) {
  %w = insertelement <4 x float> %v, float %x, i32 2
  ret <4 x float> %w
}

; CHECK-LABEL: @pointers(
; CHECK-NEXT: extractelement <2 x ptr> %v, i32 %i
define ptr @pointers(<2 x ptr> %v, i32 %i) {
  %e = extractelement <2 x ptr> %v, i32 %i
  ret ptr %e
}

; Pointers have no size as scalars, conditions one bit.
; CHECK-LABEL: @insertion_of_pointer(
; CHECK-NEXT: insertelement <2 x ptr> %v, ptr %p, i32 %i
define <2 x ptr> @insertion_of_pointer(<2 x ptr> %v, ptr %p, i32 %i) {
  %w = insertelement <2 x ptr> %v, ptr %p, i32 %i
  ret <2 x ptr> %w
}

; CHECK-LABEL: @conditions(
; CHECK-NEXT: extractelement <4 x i1> %v, i32 %i
define i1 @conditions(<4 x i1> %v, i32 %i) {
  %e = extractelement <4 x i1> %v, i32 %i
  ret i1 %e
}

; CHECK-LABEL: @scalable(
; CHECK-NEXT: extractelement <vscale x 4 x float> %v, i32 %i
define float @scalable(<vscale x 4 x float> %v, i32 %i) {
  %e = extractelement <vscale x 4 x float> %v, i32 %i
  ret float %e
}

; CHECK-LABEL: @loaded(
; CHECK-NEXT: [[V:%.*]] = load <4 x float>, ptr %p
; CHECK-NEXT: extractelement <4 x float> [[V]], i32 %i
define float @loaded(ptr %p, i32 %i) {
  %v = load <4 x float>, ptr %p
  %e = extractelement <4 x float> %v, i32 %i
  ret float %e
}

; CHECK-LABEL: @loaded_and_used(
; CHECK-COUNT-3: select i1
; CHECK: ret float
define float @loaded_and_used(ptr %p, i32 %i) {
  %v = load <4 x float>, ptr %p
  call void @use(<4 x float> %v)
  %e = extractelement <4 x float> %v, i32 %i
  ret float %e
}

; Of an insertion the result is kept.
; CHECK-LABEL: @insertion_into_loaded(
; CHECK-COUNT-4: select i1
; CHECK: ret <4 x float>
define <4 x float> @insertion_into_loaded(ptr %p, float %x, i32 %i) {
  %v = load <4 x float>, ptr %p
  %w = insertelement <4 x float> %v, float %x, i32 %i
  ret <4 x float> %w
}

; CHECK-LABEL: @no_elements(
; CHECK-NEXT: shufflevector <2 x float> %v, <2 x float> %w
; CHECK-NEXT: ret
define <2 x float> @no_elements(<2 x float> %v, <2 x float> %w) {
  %s = shufflevector <2 x float> %v, <2 x float> %w, <2 x i32> <i32 0, i32 3>
  ret <2 x float> %s
}
