; RUN: clc-opt -mtriple=spirv64 -passes=spirv-offset-member-pointers -S %s | FileCheck %s

; CHECK-LABEL: @read_of_structure(
; CHECK-NEXT: %pair = alloca { ptr, i32 }
; CHECK-NEXT: [[P:%.*]] = getelementptr inbounds i8, ptr %pair, i32 0
; CHECK-NEXT: %x = load ptr, ptr [[P]]
; CHECK-NEXT: ret ptr %x
define ptr @read_of_structure() {
  %pair = alloca { ptr, i32 }
  %x = load ptr, ptr %pair
  ret ptr %x
}

; CHECK-LABEL: @read_of_array(
; CHECK: [[P:%.*]] = getelementptr inbounds i8, ptr %array, i32 0
; CHECK-NEXT: %x = load ptr addrspace(1), ptr [[P]]
define ptr addrspace(1) @read_of_array() {
  %array = alloca [2 x ptr addrspace(1)]
  %x = load ptr addrspace(1), ptr %array
  ret ptr addrspace(1) %x
}

; Only the address that is written to gets an offset, not what is written.
; CHECK-LABEL: @write(
; CHECK-NEXT: %pair = alloca { ptr, i32 }
; CHECK-NEXT: [[P:%.*]] = getelementptr inbounds i8, ptr %pair, i32 0
; CHECK-NEXT: store ptr %q, ptr [[P]]
; CHECK-NEXT: ret void
define void @write(ptr %q) {
  %pair = alloca { ptr, i32 }
  store ptr %q, ptr %pair
  ret void
}

; CHECK-LABEL: @write_of_other(
; CHECK-NEXT: %pair = alloca { ptr, i32 }
; CHECK-NEXT: %other = alloca { ptr, i32 }
; CHECK-NEXT: [[P:%.*]] = getelementptr inbounds i8, ptr %pair, i32 0
; CHECK-NEXT: store ptr %other, ptr [[P]]
; CHECK-NEXT: ret void
define void @write_of_other() {
  %pair = alloca { ptr, i32 }
  %other = alloca { ptr, i32 }
  store ptr %other, ptr %pair
  ret void
}

; The variable's own address.
; CHECK-LABEL: @write_of_itself(
; CHECK-NEXT: %pair = alloca { ptr, i32 }
; CHECK-NEXT: [[Q:%.*]] = getelementptr inbounds i8, ptr %pair, i32 0
; CHECK-NEXT: [[P:%.*]] = getelementptr inbounds i8, ptr %pair, i32 0
; CHECK-NEXT: store ptr [[Q]], ptr [[P]]
define void @write_of_itself() {
  %pair = alloca { ptr, i32 }
  store ptr %pair, ptr %pair
  ret void
}

; CHECK-LABEL: @number(
; CHECK-NEXT: %pair = alloca { i64, i32 }
; CHECK-NEXT: %x = load i64, ptr %pair
; CHECK-NEXT: store i64 1, ptr %pair
; CHECK-NEXT: ret i64 %x
define i64 @number() {
  %pair = alloca { i64, i32 }
  %x = load i64, ptr %pair
  store i64 1, ptr %pair
  ret i64 %x
}

; CHECK-LABEL: @plain_pointer(
; CHECK-NEXT: %variable = alloca ptr
; CHECK-NEXT: %x = load ptr, ptr %variable
; CHECK-NEXT: store ptr %variable, ptr %variable
; CHECK-NEXT: ret ptr %x
define ptr @plain_pointer() {
  %variable = alloca ptr
  %x = load ptr, ptr %variable
  store ptr %variable, ptr %variable
  ret ptr %x
}

; CHECK-LABEL: @first_of_vector(
; CHECK-NEXT: %vector = alloca <2 x ptr>
; CHECK-NEXT: %x = load ptr, ptr %vector
; CHECK-NEXT: ret ptr %x
define ptr @first_of_vector() {
  %vector = alloca <2 x ptr>
  %x = load ptr, ptr %vector
  ret ptr %x
}

; CHECK-LABEL: @whole_vector(
; CHECK-NEXT: %array = alloca [2 x ptr]
; CHECK-NEXT: %x = load <2 x ptr>, ptr %array
; CHECK-NEXT: ret <2 x ptr> %x
define <2 x ptr> @whole_vector() {
  %array = alloca [2 x ptr]
  %x = load <2 x ptr>, ptr %array
  ret <2 x ptr> %x
}

; CHECK-LABEL: @no_variable(
; CHECK-NEXT: %x = load ptr, ptr %p
; CHECK-NEXT: store ptr %p, ptr %x
; CHECK-NEXT: ret void
define void @no_variable(ptr %p) {
  %x = load ptr, ptr %p
  store ptr %p, ptr %x
  ret void
}

; CHECK-LABEL: @second_member(
; CHECK-NEXT: %pair = alloca { i64, ptr }
; CHECK-NEXT: %p = getelementptr inbounds i8, ptr %pair, i64 8
; CHECK-NEXT: %x = load ptr, ptr %p
; CHECK-NEXT: ret ptr %x
define ptr @second_member() {
  %pair = alloca { i64, ptr }
  %p = getelementptr inbounds i8, ptr %pair, i64 8
  %x = load ptr, ptr %p
  ret ptr %x
}

; CHECK-LABEL: @exchange(
; CHECK-NEXT: %pair = alloca { ptr, i32 }
; CHECK-NEXT: %x = atomicrmw xchg ptr %pair, ptr %q seq_cst
; CHECK-NEXT: ret ptr %x
define ptr @exchange(ptr %q) {
  %pair = alloca { ptr, i32 }
  %x = atomicrmw xchg ptr %pair, ptr %q seq_cst
  ret ptr %x
}

; An index is one of the array, not of its address.
; CHECK-LABEL: @element(
; CHECK-NEXT: %array = alloca [4 x ptr]
; CHECK-NEXT: [[P:%.*]] = getelementptr inbounds i8, ptr %array, i32 0
; CHECK-NEXT: %p = getelementptr inbounds ptr, ptr [[P]], i64 %i
; CHECK-NEXT: ret ptr %p
define ptr @element(i64 %i) {
  %array = alloca [4 x ptr]
  %p = getelementptr inbounds ptr, ptr %array, i64 %i
  ret ptr %p
}

; CHECK-LABEL: @typed_element(
; CHECK-NEXT: %array = alloca [4 x ptr]
; CHECK-NEXT: %p = getelementptr [4 x ptr], ptr %array, i64 0, i64 %i
; CHECK-NEXT: ret ptr %p
define ptr @typed_element(i64 %i) {
  %array = alloca [4 x ptr]
  %p = getelementptr [4 x ptr], ptr %array, i64 0, i64 %i
  ret ptr %p
}

; CHECK-LABEL: @element_of_no_variable(
; CHECK-NEXT: %q = getelementptr ptr, ptr %p, i64 %i
; CHECK-NEXT: ret ptr %q
define ptr @element_of_no_variable(ptr %p, i64 %i) {
  %q = getelementptr ptr, ptr %p, i64 %i
  ret ptr %q
}
