; RUN: clc-opt -passes='spirv-repeat-variable-offsets' -S %s | FileCheck %s
declare spir_func void @wait(i32, ptr)

; CHECK-LABEL: @repeats(
; CHECK: [[FIRST:%.*]] = getelementptr i8, ptr %events, i64 16
; CHECK-NEXT: store i32 1, ptr [[FIRST]]
; CHECK-NEXT: [[SECOND:%.*]] = getelementptr i8, ptr %events, i64 16
; CHECK-NEXT: call spir_func void @wait(i32 2, ptr [[SECOND]])
define void @repeats() {
  %events = alloca [2 x [2 x target("spirv.Event")]], align 16
  %a = getelementptr i8, ptr %events, i64 16
  store i32 1, ptr %a
  call spir_func void @wait(i32 2, ptr %a)
  ret void
}

; CHECK-LABEL: @keeps(
; CHECK: %a = getelementptr i8, ptr %numbers, i64 16
; CHECK-NEXT: store i32 1, ptr %a
; CHECK-NEXT: call spir_func void @wait(i32 2, ptr %a)
define void @keeps() {
  %numbers = alloca [8 x i32], align 16
  %a = getelementptr i8, ptr %numbers, i64 16
  store i32 1, ptr %a
  call spir_func void @wait(i32 2, ptr %a)
  ret void
}
