; RUN: clc-opt -mtriple=spirv64 -passes=spirv-index-event-arrays -S %s | FileCheck --check-prefixes=CHECK,WIDE %s
; RUN: clc-opt -mtriple=spirv32 -passes=spirv-index-event-arrays -S %s | FileCheck --check-prefixes=CHECK,NARROW %s

declare void @use(ptr)

; An event is as large as a pointer.
; CHECK-LABEL: @events(
; CHECK-NEXT: %a = alloca [3 x target("spirv.Event")]
; WIDE-NEXT: [[P:%.*]] = getelementptr inbounds [3 x target("spirv.Event")], ptr %a, i64 0, i64 1
; NARROW-NEXT: [[P:%.*]] = getelementptr inbounds [3 x target("spirv.Event")], ptr %a, i64 0, i64 2
; CHECK-NEXT: call void @use(ptr [[P]])
; CHECK-NEXT: ret void
define spir_kernel void @events() {
  %a = alloca [3 x target("spirv.Event")]
  %p = getelementptr inbounds i8, ptr %a, i64 8
  call void @use(ptr %p)
  ret void
}

; CHECK-LABEL: @two(
; WIDE: getelementptr inbounds [3 x target("spirv.Event")], ptr %a, i64 0, i64 1
; WIDE: getelementptr inbounds [3 x target("spirv.Event")], ptr %a, i64 0, i64 2
define spir_kernel void @two() {
  %a = alloca [3 x target("spirv.Event")]
  %p = getelementptr inbounds i8, ptr %a, i64 8
  call void @use(ptr %p)
  %q = getelementptr inbounds i8, ptr %a, i64 16
  call void @use(ptr %q)
  ret void
}

; CHECK-LABEL: @by_elements(
; CHECK: %p = getelementptr inbounds [3 x target("spirv.Event")], ptr %a, i64 0, i64 1
define spir_kernel void @by_elements() {
  %a = alloca [3 x target("spirv.Event")]
  %p = getelementptr inbounds [3 x target("spirv.Event")], ptr %a, i64 0, i64 1
  call void @use(ptr %p)
  ret void
}

; CHECK-LABEL: @by_words(
; CHECK: %p = getelementptr inbounds i32, ptr %a, i64 8
define spir_kernel void @by_words() {
  %a = alloca [16 x target("spirv.Event")]
  %p = getelementptr inbounds i32, ptr %a, i64 8
  call void @use(ptr %p)
  ret void
}

; CHECK-LABEL: @no_variable(
; CHECK-NEXT: %p = getelementptr inbounds i8, ptr %a, i64 8
define void @no_variable(ptr %a) {
  %p = getelementptr inbounds i8, ptr %a, i64 8
  call void @use(ptr %p)
  ret void
}

; CHECK-LABEL: @unknown_index(
; CHECK: %p = getelementptr inbounds i8, ptr %a, i64 %i
define spir_kernel void @unknown_index(i64 %i) {
  %a = alloca [3 x target("spirv.Event")]
  %p = getelementptr inbounds i8, ptr %a, i64 %i
  call void @use(ptr %p)
  ret void
}

; CHECK-LABEL: @no_array(
; CHECK: %p = getelementptr inbounds i8, ptr %a, i64 8
define spir_kernel void @no_array() {
  %a = alloca { target("spirv.Event"), target("spirv.Event") }
  %p = getelementptr inbounds i8, ptr %a, i64 8
  call void @use(ptr %p)
  ret void
}

; CHECK-LABEL: @one_event(
; CHECK: %p = getelementptr inbounds i8, ptr %a, i64 8
define spir_kernel void @one_event() {
  %a = alloca target("spirv.Event")
  %p = getelementptr inbounds i8, ptr %a, i64 8
  call void @use(ptr %p)
  ret void
}

; CHECK-LABEL: @no_events(
; CHECK: %p = getelementptr inbounds i8, ptr %a, i64 8
define spir_kernel void @no_events() {
  %a = alloca [3 x i64]
  %p = getelementptr inbounds i8, ptr %a, i64 8
  call void @use(ptr %p)
  ret void
}

; The constant of events[i - 1] may come first.
; CHECK-LABEL: @before(
; WIDE: getelementptr [3 x target("spirv.Event")], ptr %a, i64 0, i64 -1
define spir_kernel void @before(i64 %i) {
  %a = alloca [3 x target("spirv.Event")]
  %p = getelementptr i8, ptr %a, i64 -8
  %q = getelementptr target("spirv.Event"), ptr %p, i64 %i
  call void @use(ptr %q)
  ret void
}
