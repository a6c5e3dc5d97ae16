; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -passes=nvptx-pass-padding -S %s | FileCheck %s

declare void @use(i64)

; CHECK: declare void @padding_at_the_end(ptr byval([2 x i64]) align 8)
declare void @padding_at_the_end(ptr byval({ i64, i8 }) align 8)
; CHECK: declare void @padding_between(ptr byval([2 x i32]))
declare void @padding_between(ptr byval({ i8, i32 }))
; CHECK: declare void @of_bytes(ptr byval([3 x i16]))
declare void @of_bytes(ptr byval({ i8, i16, i8, i8 }))
; CHECK: declare void @in_a_field(ptr byval([2 x i64]))
declare void @in_a_field(ptr byval({ { i32, i8 }, i64 }))
; CHECK: declare void @in_an_array(ptr byval([6 x i32]))
declare void @in_an_array(ptr byval({ [3 x { i8, i32 }] }))
; CHECK: declare void @in_an_element(ptr byval([4 x i32]))
declare void @in_an_element(ptr byval([2 x { i32, i8 }]))
; CHECK: declare void @in_a_vector(ptr byval([2 x i64]))
declare void @in_a_vector(ptr byval({ <3 x i32> }))
; Elements are of eight bytes at most.
; CHECK: declare void @of_large_alignment(ptr byval([4 x i64]))
declare void @of_large_alignment(ptr byval({ <4 x i32>, i8 }))
; CHECK: declare void @second_argument(i32, ptr byval([2 x i64]), i8)
declare void @second_argument(i32, ptr byval({ i64, i8 }), i8)

; CHECK: declare void @no_padding(ptr byval({ i64, i32, i32 }))
declare void @no_padding(ptr byval({ i64, i32, i32 }))
; CHECK: declare void @packed(ptr byval(<{ i64, i8 }>))
declare void @packed(ptr byval(<{ i64, i8 }>))
; CHECK: declare void @array(ptr byval([3 x i32]))
declare void @array(ptr byval([3 x i32]))
; CHECK: declare void @by_reference(ptr sret({ i64, i8 }))
declare void @by_reference(ptr sret({ i64, i8 }))
; CHECK: declare { i64, i8 } @result_of_declaration()
declare { i64, i8 } @result_of_declaration()

; CHECK-LABEL: define void @argument_and_call(
; CHECK-SAME: ptr byval([2 x i64]) align 8 %s)
; CHECK-NEXT: call void @padding_at_the_end(ptr byval([2 x i64]) align 8 %s)
; CHECK-NEXT: call void @no_padding(ptr byval({ i64, i32, i32 }) %s)
define void @argument_and_call(ptr byval({ i64, i8 }) align 8 %s) {
  call void @padding_at_the_end(ptr byval({ i64, i8 }) align 8 %s)
  call void @no_padding(ptr byval({ i64, i32, i32 }) %s)
  ret void
}

; All bytes of what is loaded are returned.
; CHECK-LABEL: define internal [2 x i64] @loaded(
; CHECK-SAME: ptr [[P:%.*]]) [[ALWAYS:#[0-9]+]] {
; CHECK-NOT: alloca
; CHECK: [[B:%.*]] = load [2 x i64], ptr [[P]], align 4
; CHECK-NEXT: ret [2 x i64] [[B]]
define internal noundef { i64, i8 } @loaded(ptr %p) alwaysinline {
  %v = load { i64, i8 }, ptr %p, align 4
  ret { i64, i8 } %v
}

; Others go through memory, as what is loaded and may have changed.
; CHECK-LABEL: define [2 x i64] @loaded_earlier(
; CHECK: [[M:%.*]] = alloca [2 x i64], align 8
; CHECK: [[V:%.*]] = load { i64, i8 }, ptr [[P:%.*]], align 8
; CHECK-NEXT: store i8 0, ptr [[P]]
; CHECK-NEXT: store { i64, i8 } [[V]], ptr [[M]], align 1
; CHECK-NEXT: [[B:%.*]] = load [2 x i64], ptr [[M]], align 8
; CHECK-NEXT: ret [2 x i64] [[B]]
define { i64, i8 } @loaded_earlier(ptr %p) {
  %v = load { i64, i8 }, ptr %p, align 8
  store i8 0, ptr %p
  ret { i64, i8 } %v
}

; CHECK-LABEL: define [2 x i64] @two_returns(
; CHECK: store { i64, i8 } %v, ptr [[M:%.*]], align 1
; CHECK-NEXT: [[B:%.*]] = load [2 x i64], ptr [[M]], align 8
; CHECK-NEXT: ret [2 x i64] [[B]]
; CHECK: store { i64, i8 } zeroinitializer, ptr
; CHECK: ret [2 x i64]
define { i64, i8 } @two_returns(i1 %c, i64 %x) {
  %v = insertvalue { i64, i8 } poison, i64 %x, 0
  br i1 %c, label %a, label %b
a:
  ret { i64, i8 } %v
b:
  ret { i64, i8 } zeroinitializer
}

; CHECK-LABEL: define { i64, i32, i32 } @result_without_padding(
; CHECK-NEXT: ret { i64, i32, i32 } %v
define { i64, i32, i32 } @result_without_padding({ i64, i32, i32 } %v) {
  ret { i64, i32, i32 } %v
}

; CHECK-LABEL: define <3 x i32> @no_struct(
; CHECK-NEXT: ret <3 x i32> %v
define <3 x i32> @no_struct(<3 x i32> %v) {
  ret <3 x i32> %v
}

; CHECK-LABEL: define { i64, i8 } @address_is_stored(
; CHECK-NEXT: ret { i64, i8 } zeroinitializer
define { i64, i8 } @address_is_stored() {
  ret { i64, i8 } zeroinitializer
}

; CHECK-LABEL: define { i64, i8 } @address_is_passed(
; CHECK-NEXT: ret { i64, i8 } zeroinitializer
define { i64, i8 } @address_is_passed() {
  ret { i64, i8 } zeroinitializer
}
declare void @takes_function(ptr)

; CHECK-LABEL: @passes_functions(
; CHECK-NEXT: store ptr @address_is_stored, ptr %p
; CHECK-NEXT: call void @takes_function(ptr @address_is_passed)
define void @passes_functions(ptr %p) {
  store ptr @address_is_stored, ptr %p
  call void @takes_function(ptr @address_is_passed)
  ret void
}

; CHECK-LABEL: @stores_result(
; CHECK-NEXT: [[M:%.*]] = alloca [2 x i64], align 8
; CHECK-NEXT: [[R:%.*]] = call [2 x i64] @loaded(ptr %p)
; CHECK-NEXT: store [2 x i64] [[R]], ptr [[M]], align 8
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %q, ptr align 1 [[M]], i64 16, i1 false)
; CHECK-NEXT: ret void
define void @stores_result(ptr %p, ptr %q) {
  %v = call { i64, i8 } @loaded(ptr %p)
  store { i64, i8 } %v, ptr %q, align 8
  ret void
}

; CHECK-LABEL: @stores_fields(
; CHECK: [[M:%.*]] = alloca [2 x i64], align 8
; CHECK: [[R:%.*]] = call ptx_device [2 x i64] @of_device(ptr readonly %p), !note
; CHECK-NEXT: store [2 x i64] [[R]], ptr [[M]], align 8
; CHECK: [[F0:%.*]] = getelementptr inbounds { i64, i8 }, ptr [[M]], i32 0, i32 0
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %q, ptr align 1 [[F0]], i64 8, i1 false)
; CHECK: [[F1:%.*]] = getelementptr inbounds { i64, i8 }, ptr [[M]], i32 0, i32 1
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 2 %r, ptr align 1 [[F1]], i64 1, i1 true)
define void @stores_fields(ptr %p, ptr %q, ptr %r) {
  %v = call ptx_device { i64, i8 } @of_device(ptr readonly %p), !note !0
  %a = extractvalue { i64, i8 } %v, 0
  store i64 %a, ptr %q, align 8
  %b = extractvalue { i64, i8 } %v, 1
  store volatile i8 %b, ptr %r, align 2
  ret void
}

; CHECK-LABEL: define linkonce_odr ptx_device [2 x i64] @of_device(
define linkonce_odr ptx_device { i64, i8 } @of_device(ptr %p) {
  %v = load { i64, i8 }, ptr %p, align 8
  ret { i64, i8 } %v
}

; CHECK-LABEL: @uses_field(
; CHECK: call [2 x i64] @loaded(
; CHECK: [[F0:%.*]] = getelementptr inbounds { i64, i8 }, ptr [[M:%.*]], i32 0, i32 0
; CHECK: [[A:%.*]] = load i64, ptr [[F0]], align 1
; CHECK-NEXT: call void @use(i64 [[A]])
define void @uses_field(ptr %p) {
  %v = call { i64, i8 } @loaded(ptr %p)
  %a = extractvalue { i64, i8 } %v, 0
  call void @use(i64 %a)
  ret void
}

; CHECK-LABEL: define [2 x i64] @nested(
define { { i32, i8 }, i64 } @nested(ptr %p) {
  %v = load { { i32, i8 }, i64 }, ptr %p
  ret { { i32, i8 }, i64 } %v
}

; A value of two indices is taken of the whole.
; CHECK-LABEL: @uses_nested_field(
; CHECK: [[V:%.*]] = load { { i32, i8 }, i64 }, ptr %{{.*}}, align 1
; CHECK-NEXT: [[A:%.*]] = extractvalue { { i32, i8 }, i64 } [[V]], 0, 1
; CHECK-NEXT: store i8 [[A]], ptr %q
define void @uses_nested_field(ptr %p, ptr %q) {
  %v = call { { i32, i8 }, i64 } @nested(ptr %p)
  %a = extractvalue { { i32, i8 }, i64 } %v, 0, 1
  store i8 %a, ptr %q
  ret void
}

; CHECK-LABEL: define [2 x i64] @with_pointer(
define { ptr, i8 } @with_pointer(ptr %p) {
  %v = load { ptr, i8 }, ptr %p
  ret { ptr, i8 } %v
}

; A store to where a field points is none of the field.
; CHECK-LABEL: @stores_through_field(
; CHECK: call [2 x i64] @with_pointer(
; CHECK: [[F0:%.*]] = getelementptr inbounds { ptr, i8 }, ptr %{{.*}}, i32 0, i32 0
; CHECK: [[A:%.*]] = load ptr, ptr [[F0]], align 1
; CHECK-NEXT: store i64 %x, ptr [[A]], align 8
; CHECK-NEXT: ret void
define void @stores_through_field(ptr %p, i64 %x) {
  %v = call { ptr, i8 } @with_pointer(ptr %p)
  %a = extractvalue { ptr, i8 } %v, 0
  store i64 %x, ptr %a, align 8
  ret void
}

; CHECK: attributes [[ALWAYS]] = { alwaysinline }
!0 = !{}
