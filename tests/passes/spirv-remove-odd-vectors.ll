; RUN: split-file %s %t
; RUN: clc-opt -mtriple=spirv64 -passes=spirv-remove-odd-vectors -S %t/elements.ll | FileCheck %t/elements.ll
; RUN: clc-opt -mtriple=spirv64 -passes=spirv-remove-odd-vectors -S %t/variable_index.ll | FileCheck %t/variable_index.ll
; RUN: clc-opt -mtriple=spirv64 -passes=spirv-remove-odd-vectors -S %t/index_beyond_the_end.ll | FileCheck %t/index_beyond_the_end.ll
; RUN: clc-opt -mtriple=spirv64 -passes=spirv-remove-odd-vectors -S %t/shuffle_to_odd.ll | FileCheck %t/shuffle_to_odd.ll
; RUN: clc-opt -mtriple=spirv64 -passes=spirv-remove-odd-vectors -S %t/shuffle_of_two.ll | FileCheck %t/shuffle_of_two.ll
; RUN: clc-opt -mtriple=spirv64 -passes=spirv-remove-odd-vectors -S %t/shuffle_of_the_other.ll | FileCheck %t/shuffle_of_the_other.ll
; RUN: clc-opt -mtriple=spirv64 -passes=spirv-remove-odd-vectors -S %t/other_use.ll | FileCheck %t/other_use.ll
; RUN: clc-opt -mtriple=spirv64 -passes=spirv-remove-odd-vectors -S %t/volatile_read.ll | FileCheck %t/volatile_read.ll
; RUN: clc-opt -mtriple=spirv64 -passes=spirv-remove-odd-vectors -S %t/volatile_write.ll | FileCheck %t/volatile_write.ll
; RUN: clc-opt -mtriple=spirv64 -passes=spirv-remove-odd-vectors -S %t/write_by_elements.ll | FileCheck %t/write_by_elements.ll
; RUN: clc-opt -mtriple=spirv64 -passes=spirv-remove-odd-vectors -S %t/odd_number.ll | FileCheck %t/odd_number.ll
; RUN: clc-opt -mtriple=spirv64 -passes=spirv-remove-odd-vectors -S %t/five.ll | FileCheck %t/five.ll
; RUN: clc-opt -mtriple=spirv64 -passes=spirv-remove-odd-vectors -S %t/one.ll | FileCheck %t/one.ll
; RUN: clc-opt -mtriple=spirv64 -passes=spirv-remove-odd-vectors -S %t/widest_elements.ll | FileCheck %t/widest_elements.ll
; RUN: clc-opt -mtriple=spirv64 -passes=spirv-remove-odd-vectors -S %t/many.ll | FileCheck %t/many.ll
; RUN: clc-opt -mtriple=spirv64 -passes=spirv-remove-odd-vectors -S %t/cast_of_scalar.ll | FileCheck %t/cast_of_scalar.ll
; RUN: clc-opt -mtriple=spirv64 -passes=spirv-remove-odd-vectors -S %t/cast_of_other_widths.ll | FileCheck %t/cast_of_other_widths.ll
; RUN: clc-opt -mtriple=spirv64 -passes=spirv-remove-odd-vectors -S %t/odd_operand.ll | FileCheck %t/odd_operand.ll
; RUN: clc-opt -mtriple=spirv64 -passes=spirv-remove-odd-vectors -S %t/only_an_argument.ll | FileCheck %t/only_an_argument.ll

; Where an odd vector is left, all vectors of the module are taken apart; @even shows whether they are.

;--- elements.ll
; CHECK-LABEL: @first(
; CHECK-NEXT: [[V:%.*]] = load <3 x i16>, ptr %p, align 2
; CHECK-NEXT: [[E:%.*]] = extractelement <3 x i16> [[V]], i64 0
; CHECK-NEXT: [[T:%.*]] = trunc i16 [[E]] to i8
; CHECK-NEXT: ret i8 [[T]]
define i8 @first(ptr %p) {
  %v = load <6 x i8>, ptr %p, align 2
  %e = extractelement <6 x i8> %v, i32 0
  ret i8 %e
}

; CHECK-LABEL: @last(
; CHECK-NEXT: [[V:%.*]] = load <3 x i16>, ptr %p, align 2
; CHECK-NEXT: [[E:%.*]] = extractelement <3 x i16> [[V]], i64 2
; CHECK-NEXT: [[S:%.*]] = lshr i16 [[E]], 8
; CHECK-NEXT: [[T:%.*]] = trunc i16 [[S]] to i8
; CHECK-NEXT: ret i8 [[T]]
define i8 @last(ptr %p) {
  %v = load <6 x i8>, ptr %p, align 2
  %e = extractelement <6 x i8> %v, i64 5
  ret i8 %e
}

; CHECK-LABEL: @floating_point(
; CHECK-NEXT: [[V:%.*]] = load <3 x i64>, ptr addrspace(1) %p, align 4
; CHECK-NEXT: [[E:%.*]] = extractelement <3 x i64> [[V]], i64 1
; CHECK-NEXT: [[S:%.*]] = lshr i64 [[E]], 32
; CHECK-NEXT: [[T:%.*]] = trunc i64 [[S]] to i32
; CHECK-NEXT: [[F:%.*]] = bitcast i32 [[T]] to float
; CHECK-NEXT: ret float [[F]]
define float @floating_point(ptr addrspace(1) %p) {
  %v = load <6 x float>, ptr addrspace(1) %p, align 4
  %e = extractelement <6 x float> %v, i64 3
  ret float %e
}

; Pairs of twelve would be six, so four go together.
; CHECK-LABEL: @twelve(
; CHECK-NEXT: [[V:%.*]] = load <3 x i32>, ptr %p, align 4
; CHECK-NEXT: [[E:%.*]] = extractelement <3 x i32> [[V]], i64 1
; CHECK-NEXT: [[S:%.*]] = lshr i32 [[E]], 16
; CHECK-NEXT: [[T:%.*]] = trunc i32 [[S]] to i8
; CHECK-NEXT: ret i8 [[T]]
define i8 @twelve(ptr %p) {
  %v = load <12 x i8>, ptr %p, align 4
  %e = extractelement <12 x i8> %v, i64 6
  ret i8 %e
}

; CHECK-LABEL: @thirty_two(
; CHECK-NEXT: load <16 x i16>, ptr %p, align 32
define i8 @thirty_two(ptr %p) {
  %v = load <32 x i8>, ptr %p, align 32
  %e = extractelement <32 x i8> %v, i64 6
  ret i8 %e
}

; Elements that nothing asks for stay undefined.
; CHECK-LABEL: @shuffle(
; CHECK-NEXT: [[V:%.*]] = load <3 x i16>, ptr %p, align 4
; CHECK-NEXT: [[A:%.*]] = extractelement <3 x i16> [[V]], i64 2
; CHECK-NEXT: [[B:%.*]] = trunc i16 [[A]] to i8
; CHECK-NEXT: [[C:%.*]] = insertelement <3 x i8> poison, i8 [[B]], i64 0
; CHECK-NEXT: [[D:%.*]] = extractelement <3 x i16> [[V]], i64 0
; CHECK-NEXT: [[E:%.*]] = lshr i16 [[D]], 8
; CHECK-NEXT: [[F:%.*]] = trunc i16 [[E]] to i8
; CHECK-NEXT: [[G:%.*]] = insertelement <3 x i8> [[C]], i8 [[F]], i64 2
; CHECK-NEXT: ret <3 x i8> [[G]]
define <3 x i8> @shuffle(ptr %p) {
  %v = load <6 x i8>, ptr %p, align 4
  %e = shufflevector <6 x i8> %v, <6 x i8> poison, <3 x i32> <i32 4, i32 poison, i32 1>
  ret <3 x i8> %e
}

; CHECK-LABEL: @cast(
; CHECK-NEXT: [[E:%.*]] = extractelement <3 x double> %d, i64 1
; CHECK-NEXT: [[I:%.*]] = bitcast double [[E]] to i64
; CHECK-NEXT: [[S:%.*]] = lshr i64 [[I]], 32
; CHECK-NEXT: [[T:%.*]] = trunc i64 [[S]] to i32
; CHECK-NEXT: [[F:%.*]] = bitcast i32 [[T]] to float
; CHECK-NEXT: ret float [[F]]
define float @cast(<3 x double> %d) {
  %v = bitcast <3 x double> %d to <6 x float>
  %e = extractelement <6 x float> %v, i64 3
  ret float %e
}

; All uses of one cast.
; CHECK-LABEL: @two_elements(
; CHECK-NEXT: [[V:%.*]] = load <3 x i16>, ptr %p
; CHECK-NEXT: [[E:%.*]] = extractelement <3 x i16> [[V]], i64 0
; CHECK-NEXT: [[T:%.*]] = trunc i16 [[E]] to i8
; CHECK-NEXT: [[F:%.*]] = extractelement <3 x i16> [[V]], i64 1
; CHECK-NEXT: [[U:%.*]] = trunc i16 [[F]] to i8
; CHECK-NEXT: add i8 [[T]], [[U]]
define i8 @two_elements(ptr %p) {
  %v = load <6 x i8>, ptr %p
  %e = extractelement <6 x i8> %v, i64 0
  %f = extractelement <6 x i8> %v, i64 2
  %s = add i8 %e, %f
  ret i8 %s
}

; CHECK-LABEL: @write(
; CHECK-NEXT: store <3 x i16> zeroinitializer, ptr %p, align 2
; CHECK-NEXT: ret void
define void @write(ptr %p) {
  store <6 x i8> zeroinitializer, ptr %p, align 2
  ret void
}

; Vectors of SPIR-V, pointers, and casts to them stay.
; CHECK-LABEL: @even_accesses(
; CHECK-NEXT: %a = load <2 x i8>, ptr %p
; CHECK-NEXT: store <2 x i8> %a, ptr %q
; CHECK-NEXT: %b = load <3 x i8>, ptr %p
; CHECK-NEXT: store <3 x i8> %b, ptr %q
; CHECK-NEXT: %c = load <4 x i8>, ptr %p
; CHECK-NEXT: store <4 x i8> %c, ptr %q
; CHECK-NEXT: %d = load <8 x i8>, ptr %p
; CHECK-NEXT: store <8 x i8> %d, ptr %q
; CHECK-NEXT: %e = load <16 x i8>, ptr %p
; CHECK-NEXT: store <16 x i8> %e, ptr %q
; CHECK-NEXT: %f = load <6 x ptr>, ptr %p
; CHECK-NEXT: store <6 x ptr> %f, ptr %q
; CHECK-NEXT: %g = load i48, ptr %p
; CHECK-NEXT: store i48 %g, ptr %q
; CHECK-NEXT: ret void
define void @even_accesses(ptr %p, ptr %q) {
  %a = load <2 x i8>, ptr %p
  store <2 x i8> %a, ptr %q
  %b = load <3 x i8>, ptr %p
  store <3 x i8> %b, ptr %q
  %c = load <4 x i8>, ptr %p
  store <4 x i8> %c, ptr %q
  %d = load <8 x i8>, ptr %p
  store <8 x i8> %d, ptr %q
  %e = load <16 x i8>, ptr %p
  store <16 x i8> %e, ptr %q
  %f = load <6 x ptr>, ptr %p
  store <6 x ptr> %f, ptr %q
  %g = load i48, ptr %p
  store i48 %g, ptr %q
  ret void
}

; CHECK-LABEL: @even_cast(
; CHECK-NEXT: %v = bitcast <2 x i16> %x to <4 x i8>
; CHECK-NEXT: %e = extractelement <4 x i8> %v, i64 1
; CHECK-NEXT: ret i8 %e
define i8 @even_cast(<2 x i16> %x) {
  %v = bitcast <2 x i16> %x to <4 x i8>
  %e = extractelement <4 x i8> %v, i64 1
  ret i8 %e
}

; CHECK-LABEL: @cast_to_scalar(
; CHECK-NEXT: %v = bitcast <4 x i8> %x to i32
; CHECK-NEXT: ret i32 %v
define i32 @cast_to_scalar(<4 x i8> %x) {
  %v = bitcast <4 x i8> %x to i32
  ret i32 %v
}

; No odd vector is left, so all others stay whole.
; CHECK-LABEL: @even(
; CHECK-NEXT: fadd <4 x float> %x, %x
define <4 x float> @even(<4 x float> %x) {
  %y = fadd <4 x float> %x, %x
  ret <4 x float> %y
}

;--- variable_index.ll
; CHECK-LABEL: @f(
; CHECK: load i16, ptr %p
; CHECK: icmp eq i32 %i, 5
; CHECK: ret i8
define i8 @f(ptr %p, i32 %i) {
  %v = load <6 x i8>, ptr %p
  %e = extractelement <6 x i8> %v, i32 %i
  ret i8 %e
}

; CHECK-LABEL: @even(
; CHECK-NOT: fadd <4 x float>
; CHECK: fadd float
define <4 x float> @even(<4 x float> %x) {
  %y = fadd <4 x float> %x, %x
  ret <4 x float> %y
}

;--- index_beyond_the_end.ll
; CHECK-LABEL: @f(
; CHECK-NOT: lshr
; CHECK: [[E:%.*]] = extractelement <6 x i8> {{%.*}}, i64 7
; CHECK-NEXT: ret i8 [[E]]
define i8 @f(ptr %p) {
  %v = load <6 x i8>, ptr %p
  %e = extractelement <6 x i8> %v, i64 7
  ret i8 %e
}

; CHECK-LABEL: @even(
; CHECK-NOT: fadd <4 x float>
; CHECK: fadd float
define <4 x float> @even(<4 x float> %x) {
  %y = fadd <4 x float> %x, %x
  ret <4 x float> %y
}

;--- shuffle_to_odd.ll
; CHECK-LABEL: @f(
; CHECK-NOT: lshr
; CHECK: bitcast i16 {{%.*}} to <2 x i8>
; CHECK-NOT: lshr
; CHECK: ret <5 x i8>
define <5 x i8> @f(ptr %p) {
  %v = load <6 x i8>, ptr %p
  %e = shufflevector <6 x i8> %v, <6 x i8> poison, <5 x i32> <i32 5, i32 4, i32 3, i32 2, i32 1>
  ret <5 x i8> %e
}

; CHECK-LABEL: @even(
; CHECK-NOT: fadd <4 x float>
; CHECK: fadd float
define <4 x float> @even(<4 x float> %x) {
  %y = fadd <4 x float> %x, %x
  ret <4 x float> %y
}

;--- shuffle_of_two.ll
; CHECK-LABEL: @f(
; CHECK-NOT: lshr
; CHECK: [[A:%.*]] = extractelement <6 x i8> %w, i64 2
; CHECK-NOT: lshr
; CHECK: bitcast i16 {{%.*}} to <2 x i8>
; CHECK-NOT: lshr
; CHECK: insertelement <2 x i8> {{%.*}}, i8 [[A]], i64 1
; CHECK: ret <2 x i8>
define <2 x i8> @f(ptr %p, <6 x i8> %w) {
  %v = load <6 x i8>, ptr %p
  %e = shufflevector <6 x i8> %v, <6 x i8> %w, <2 x i32> <i32 1, i32 8>
  ret <2 x i8> %e
}

; CHECK-LABEL: @even(
; CHECK-NOT: fadd <4 x float>
; CHECK: fadd float
define <4 x float> @even(<4 x float> %x) {
  %y = fadd <4 x float> %x, %x
  ret <4 x float> %y
}

;--- shuffle_of_the_other.ll
; CHECK-LABEL: @f(
; CHECK: [[A:%.*]] = extractelement <6 x i8> %w, i64 1
; CHECK: [[B:%.*]] = extractelement <6 x i8> %w, i64 2
; CHECK: [[C:%.*]] = insertelement <2 x i8> poison, i8 [[A]], i64 0
; CHECK: [[D:%.*]] = insertelement <2 x i8> [[C]], i8 [[B]], i64 1
; CHECK: ret <2 x i8> [[D]]
define <2 x i8> @f(ptr %p, <6 x i8> %w) {
  %v = load <6 x i8>, ptr %p
  %e = shufflevector <6 x i8> %w, <6 x i8> %v, <2 x i32> <i32 1, i32 2>
  ret <2 x i8> %e
}

; CHECK-LABEL: @even(
; CHECK-NOT: fadd <4 x float>
; CHECK: fadd float
define <4 x float> @even(<4 x float> %x) {
  %y = fadd <4 x float> %x, %x
  ret <4 x float> %y
}

;--- other_use.ll
; CHECK-LABEL: @f(
; CHECK: load i16, ptr %p
; CHECK: ret <6 x i8>
define <6 x i8> @f(ptr %p) {
  %v = load <6 x i8>, ptr %p
  ret <6 x i8> %v
}

; CHECK-LABEL: @even(
; CHECK-NOT: fadd <4 x float>
; CHECK: fadd float
define <4 x float> @even(<4 x float> %x) {
  %y = fadd <4 x float> %x, %x
  ret <4 x float> %y
}

;--- volatile_read.ll
; CHECK-LABEL: @f(
; CHECK-NEXT: %v = load volatile <6 x i8>, ptr %p
; CHECK-NEXT: ret void
define void @f(ptr %p) {
  %v = load volatile <6 x i8>, ptr %p
  ret void
}

; CHECK-LABEL: @even(
; CHECK-NOT: fadd <4 x float>
; CHECK: fadd float
define <4 x float> @even(<4 x float> %x) {
  %y = fadd <4 x float> %x, %x
  ret <4 x float> %y
}

;--- volatile_write.ll
; CHECK-LABEL: @f(
; CHECK-NEXT: store volatile <6 x i8> zeroinitializer, ptr %p
; CHECK-NEXT: ret void
define void @f(ptr %p) {
  store volatile <6 x i8> zeroinitializer, ptr %p
  ret void
}

; CHECK-LABEL: @even(
; CHECK-NOT: fadd <4 x float>
; CHECK: fadd float
define <4 x float> @even(<4 x float> %x) {
  %y = fadd <4 x float> %x, %x
  ret <4 x float> %y
}

;--- write_by_elements.ll
; CHECK-LABEL: @f(
; CHECK-NOT: store i8
; CHECK-COUNT-3: store i16
; CHECK-NOT: store
; CHECK: ret void
define void @f(ptr %p, <6 x i8> %v) {
  store <6 x i8> %v, ptr %p
  ret void
}

; CHECK-LABEL: @even(
; CHECK-NOT: fadd <4 x float>
; CHECK: fadd float
define <4 x float> @even(<4 x float> %x) {
  %y = fadd <4 x float> %x, %x
  ret <4 x float> %y
}

;--- odd_number.ll
; CHECK-LABEL: @f(
; CHECK: load i8, ptr %p
; CHECK: ret i8
define i8 @f(ptr %p) {
  %v = load <9 x i8>, ptr %p
  %e = extractelement <9 x i8> %v, i64 4
  ret i8 %e
}

; CHECK-LABEL: @g(
; CHECK: store i8 0, ptr %p
; CHECK: ret void
define void @g(ptr %p) {
  store <9 x i8> zeroinitializer, ptr %p
  ret void
}

; CHECK-LABEL: @even(
; CHECK-NOT: fadd <4 x float>
; CHECK: fadd float
define <4 x float> @even(<4 x float> %x) {
  %y = fadd <4 x float> %x, %x
  ret <4 x float> %y
}

;--- five.ll
; CHECK-LABEL: @f(
; CHECK: load i16, ptr %p
; CHECK: ret i16
define i16 @f(ptr %p) {
  %v = load <5 x i16>, ptr %p
  %e = extractelement <5 x i16> %v, i64 4
  ret i16 %e
}

; CHECK-LABEL: @g(
; CHECK: store i16 0, ptr %p
; CHECK: ret void
define void @g(ptr %p) {
  store <5 x i16> zeroinitializer, ptr %p
  ret void
}

; CHECK-LABEL: @even(
; CHECK-NOT: fadd <4 x float>
; CHECK: fadd float
define <4 x float> @even(<4 x float> %x) {
  %y = fadd <4 x float> %x, %x
  ret <4 x float> %y
}

;--- one.ll
; CHECK-LABEL: @f(
; CHECK: load i32, ptr %p
; CHECK: ret i32
define i32 @f(ptr %p) {
  %v = load <1 x i32>, ptr %p
  %e = extractelement <1 x i32> %v, i64 0
  ret i32 %e
}

; CHECK-LABEL: @g(
; CHECK: store i32 0, ptr %p
; CHECK: ret void
define void @g(ptr %p) {
  store <1 x i32> zeroinitializer, ptr %p
  ret void
}

; CHECK-LABEL: @even(
; CHECK-NOT: fadd <4 x float>
; CHECK: fadd float
define <4 x float> @even(<4 x float> %x) {
  %y = fadd <4 x float> %x, %x
  ret <4 x float> %y
}

;--- widest_elements.ll
; CHECK-LABEL: @f(
; CHECK: load i64, ptr %p
; CHECK: ret i64
define i64 @f(ptr %p) {
  %v = load <6 x i64>, ptr %p
  %e = extractelement <6 x i64> %v, i64 4
  ret i64 %e
}

; CHECK-LABEL: @g(
; CHECK: store i64 0, ptr %p
; CHECK: ret void
define void @g(ptr %p) {
  store <6 x i64> zeroinitializer, ptr %p
  ret void
}

; CHECK-LABEL: @even(
; CHECK-NOT: fadd <4 x float>
; CHECK: fadd float
define <4 x float> @even(<4 x float> %x) {
  %y = fadd <4 x float> %x, %x
  ret <4 x float> %y
}

;--- many.ll
; CHECK-LABEL: @f(
; CHECK: load i32, ptr %p
; CHECK: ret i32
define i32 @f(ptr %p) {
  %v = load <512 x i32>, ptr %p
  %e = extractelement <512 x i32> %v, i64 4
  ret i32 %e
}

; CHECK-LABEL: @g(
; CHECK: store i32 0, ptr %p
; CHECK: ret void
define void @g(ptr %p) {
  store <512 x i32> zeroinitializer, ptr %p
  ret void
}

; CHECK-LABEL: @even(
; CHECK-NOT: fadd <4 x float>
; CHECK: fadd float
define <4 x float> @even(<4 x float> %x) {
  %y = fadd <4 x float> %x, %x
  ret <4 x float> %y
}

;--- cast_of_scalar.ll
; CHECK-LABEL: @f(
; CHECK-NOT: lshr
; CHECK: bitcast i48 %x to <6 x i8>
; CHECK-NOT: lshr
; CHECK: ret i8
define i8 @f(i48 %x) {
  %v = bitcast i48 %x to <6 x i8>
  %e = extractelement <6 x i8> %v, i64 1
  ret i8 %e
}

; CHECK-LABEL: @even(
; CHECK-NOT: fadd <4 x float>
; CHECK: fadd float
define <4 x float> @even(<4 x float> %x) {
  %y = fadd <4 x float> %x, %x
  ret <4 x float> %y
}

;--- cast_of_other_widths.ll
; CHECK-LABEL: @f(
; CHECK-NOT: lshr
; CHECK: bitcast <4 x i24> {{%.*}} to <6 x i16>
; CHECK-NOT: lshr
; CHECK: ret i16
define i16 @f(<4 x i24> %x) {
  %v = bitcast <4 x i24> %x to <6 x i16>
  %e = extractelement <6 x i16> %v, i64 1
  ret i16 %e
}

; CHECK-LABEL: @even(
; CHECK-NOT: fadd <4 x float>
; CHECK: fadd float
define <4 x float> @even(<4 x float> %x) {
  %y = fadd <4 x float> %x, %x
  ret <4 x float> %y
}

;--- odd_operand.ll
; CHECK-LABEL: @f(
; CHECK-NEXT: [[E:%.*]] = extractelement <5 x i8> %v, i64 1
; CHECK-NEXT: ret i8 [[E]]
define i8 @f(<5 x i8> %v) {
  %e = extractelement <5 x i8> %v, i64 1
  ret i8 %e
}

; CHECK-LABEL: @even(
; CHECK-NOT: fadd <4 x float>
; CHECK: fadd float
define <4 x float> @even(<4 x float> %x) {
  %y = fadd <4 x float> %x, %x
  ret <4 x float> %y
}

;--- only_an_argument.ll
; No instruction uses it.
; CHECK-LABEL: @f(<5 x i8> %v)
; CHECK-NEXT: ret void
define void @f(<5 x i8> %v) {
  ret void
}

; CHECK-LABEL: @even(
; CHECK-NEXT: fadd <4 x float> %x, %x
define <4 x float> @even(<4 x float> %x) {
  %y = fadd <4 x float> %x, %x
  ret <4 x float> %y
}
