; RUN: clc-opt -passes=spirv-index-struct-members -S %s | FileCheck %s
%S = type { [8 x <4 x float>], float, { i32, i32 } }
%P = type { { i8, float }, i32 }

; CHECK-LABEL: @by_offset(
; CHECK-NEXT: [[STEP:%[0-9]+]] = getelementptr inbounds nuw %S, ptr %s, i32 0, i32 1
; CHECK-NEXT: load float, ptr [[STEP]]
; CHECK-NEXT: [[LAST:%[0-9]+]] = getelementptr inbounds %S, ptr %s, i32 0, i32 2, i32 1
; CHECK-NEXT: load i32, ptr [[LAST]]
; CHECK-NEXT: [[BODY:%[0-9]+]] = getelementptr %S, ptr %s, i32 0, i32 0, i32 3
; CHECK-NEXT: load <4 x float>, ptr [[BODY]]
define spir_kernel void @by_offset(ptr byval(%S) %s) {
  %a = getelementptr inbounds nuw i8, ptr %s, i64 128
  %x = load float, ptr %a
  %b = getelementptr inbounds i32, ptr %s, i64 34
  %y = load i32, ptr %b
  %c = getelementptr i8, ptr %s, i64 48
  %z = load <4 x float>, ptr %c
  ret void
}

; CHECK-LABEL: @by_index(
; CHECK: [[BODY:%[0-9]+]] = getelementptr inbounds %S, ptr %s, i32 0, i32 0, i64 %i
; CHECK-NEXT: load <4 x float>, ptr [[BODY]]
define spir_kernel void @by_index(ptr byval(%S) %s, i64 %n) {
  %i = and i64 %n, 7
  %a = getelementptr inbounds <4 x float>, ptr %s, i64 %i
  %x = load <4 x float>, ptr %a
  ret void
}

; The index may be one of a later member.
; CHECK-LABEL: @beyond_array(
; CHECK: getelementptr inbounds <4 x float>, ptr %s, i64 %i
define spir_kernel void @beyond_array(ptr byval(%S) %s, i64 %n) {
  %i = and i64 %n, 15
  %a = getelementptr inbounds <4 x float>, ptr %s, i64 %i
  %x = load <4 x float>, ptr %a
  ret void
}

; CHECK-LABEL: @other_elements(
; CHECK: getelementptr inbounds float, ptr %s, i64 %i
define spir_kernel void @other_elements(ptr byval(%S) %s, i64 %n) {
  %i = and i64 %n, 7
  %a = getelementptr inbounds float, ptr %s, i64 %i
  %x = load float, ptr %a
  ret void
}

; CHECK-LABEL: @no_array(
; CHECK: getelementptr inbounds i8, ptr %p, i64 %i
define spir_kernel void @no_array(ptr byval(%P) %p, i64 %n) {
  %i = and i64 %n, 1
  %a = getelementptr inbounds i8, ptr %p, i64 %i
  %x = load i8, ptr %a
  ret void
}

; Padding, and bytes in the middle of a member.
; CHECK-LABEL: @no_member(
; CHECK: getelementptr inbounds i8, ptr %p, i64 2
; CHECK: getelementptr inbounds i8, ptr %p, i64 5
define spir_kernel void @no_member(ptr byval(%P) %p) {
  %a = getelementptr inbounds i8, ptr %p, i64 2
  %x = load i8, ptr %a
  %b = getelementptr inbounds i8, ptr %p, i64 5
  %y = load i8, ptr %b
  ret void
}

; CHECK-LABEL: @outside(
; CHECK: getelementptr i8, ptr %p, i64 16
define spir_kernel void @outside(ptr byval(%P) %p, ptr %q) {
  %a = getelementptr i8, ptr %p, i64 16
  store ptr %a, ptr %q
  ret void
}

; CHECK-LABEL: @two_indices(
; CHECK: getelementptr [4 x <4 x float>], ptr %s, i64 %i, i64 %i
define spir_kernel void @two_indices(ptr byval(%S) %s, i64 %n) {
  %i = and i64 %n, 1
  %a = getelementptr [4 x <4 x float>], ptr %s, i64 %i, i64 %i
  %x = load <4 x float>, ptr %a
  ret void
}

; CHECK-LABEL: @no_struct_by_value(
; CHECK: getelementptr i8, ptr %s, i64 128
define spir_kernel void @no_struct_by_value(ptr %s) {
  %a = getelementptr i8, ptr %s, i64 128
  %x = load float, ptr %a
  ret void
}
