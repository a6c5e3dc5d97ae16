; RUN: clc-opt -passes=spirv-index-event-arrays -mtriple=spirv64-unknown-unknown -S %s | FileCheck %s

; CHECK-LABEL: @second_event
define void @second_event() {
  ; CHECK: [[E:%.*]] = getelementptr inbounds [2 x target("spirv.Event")], ptr %events, i64 0, i64 1
  ; CHECK-NEXT: call void @use(ptr [[E]])
  %events = alloca [2 x target("spirv.Event")]
  %e = getelementptr i8, ptr %events, i64 8
  call void @use(ptr %e)
  ret void
}

; CHECK-LABEL: @not_by_bytes
define void @not_by_bytes() {
  ; CHECK: %e = getelementptr i32, ptr %events, i64 2
  %events = alloca [2 x target("spirv.Event")]
  %e = getelementptr i32, ptr %events, i64 2
  call void @use(ptr %e)
  ret void
}

; CHECK-LABEL: @no_variable
define void @no_variable(ptr %events) {
  ; CHECK-NEXT: %e = getelementptr i8, ptr %events, i64 8
  %e = getelementptr i8, ptr %events, i64 8
  call void @use(ptr %e)
  ret void
}

; CHECK-LABEL: @unknown_index
define void @unknown_index(i64 %i) {
  ; CHECK: %e = getelementptr i8, ptr %events, i64 %i
  %events = alloca [2 x target("spirv.Event")]
  %e = getelementptr i8, ptr %events, i64 %i
  call void @use(ptr %e)
  ret void
}

; CHECK-LABEL: @no_array
define void @no_array() {
  ; CHECK: %e = getelementptr i8, ptr %number, i64 8
  %number = alloca i64
  %e = getelementptr i8, ptr %number, i64 8
  call void @use(ptr %e)
  ret void
}

; CHECK-LABEL: @array_of_numbers
define void @array_of_numbers() {
  ; CHECK: %e = getelementptr i8, ptr %numbers, i64 8
  %numbers = alloca [2 x i64]
  %e = getelementptr i8, ptr %numbers, i64 8
  call void @use(ptr %e)
  ret void
}

declare void @use(ptr)
