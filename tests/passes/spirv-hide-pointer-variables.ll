; RUN: clc-opt -mtriple=spirv64 -passes=spirv-hide-pointer-variables -S %s | FileCheck %s

; CHECK-LABEL: @read_of_structure(
; CHECK-NEXT: %pair = alloca { ptr, i32 }
; CHECK-NEXT: [[N:%.*]] = ptrtoint ptr %pair to i64
; CHECK-NEXT: [[P:%.*]] = inttoptr i64 [[N]] to ptr
; CHECK-NEXT: %x = load ptr, ptr [[P]]
; CHECK-NEXT: ret ptr %x
define ptr @read_of_structure() {
  %pair = alloca { ptr, i32 }
  %x = load ptr, ptr %pair
  ret ptr %x
}

; Each use has a type of its own.
; CHECK-LABEL: @elements(
; CHECK-NEXT: %array = alloca [2 x [2 x ptr addrspace(1)]]
; CHECK-NEXT: [[N:%.*]] = ptrtoint ptr %array to i64
; CHECK-NEXT: [[P:%.*]] = inttoptr i64 [[N]] to ptr
; CHECK-NEXT: %row = getelementptr [2 x ptr addrspace(1)], ptr [[P]], i64 %i
; CHECK-NEXT: [[M:%.*]] = ptrtoint ptr %array to i64
; CHECK-NEXT: [[Q:%.*]] = inttoptr i64 [[M]] to ptr
; CHECK-NEXT: store ptr addrspace(1) %p, ptr [[Q]]
; CHECK-NEXT: ret ptr %row
define ptr @elements(i64 %i, ptr addrspace(1) %p) {
  %array = alloca [2 x [2 x ptr addrspace(1)]]
  %row = getelementptr [2 x ptr addrspace(1)], ptr %array, i64 %i
  store ptr addrspace(1) %p, ptr %array
  ret ptr %row
}

; The variable's own address.
; CHECK-LABEL: @write_of_itself(
; CHECK-NEXT: %pair = alloca { ptr, i32 }
; CHECK-COUNT-2: inttoptr
; CHECK-NOT: ptr %pair
; CHECK: ret void
define void @write_of_itself() {
  %pair = alloca { ptr, i32 }
  store ptr %pair, ptr %pair
  ret void
}

; CHECK-LABEL: @join(
; CHECK: yes:
; CHECK-NEXT: [[N:%.*]] = ptrtoint ptr %pair to i64
; CHECK-NEXT: [[P:%.*]] = inttoptr i64 [[N]] to ptr
; CHECK-NEXT: br label %no
; CHECK: %x = phi ptr [ %p, %0 ], [ [[P]], %yes ]
define ptr @join(i1 %c, ptr %p) {
  %pair = alloca { i32, ptr }
  br i1 %c, label %yes, label %no
yes:
  br label %no
no:
  %x = phi ptr [ %p, %0 ], [ %pair, %yes ]
  ret ptr %x
}

; Cases of a switch share one conversion.
; CHECK-LABEL: @cases(
; CHECK: [[N:%.*]] = ptrtoint ptr %pair to i64
; CHECK-NEXT: [[P:%.*]] = inttoptr i64 [[N]] to ptr
; CHECK-NEXT: switch i32
; CHECK: %x = phi ptr [ [[P]], %0 ], [ [[P]], %0 ], [ %p, %other ]
define ptr @cases(i32 %k, ptr %p) {
  %pair = alloca { i32, ptr }
  switch i32 %k, label %other [ i32 1, label %join
                                i32 9, label %join ]
other:
  br label %join
join:
  %x = phi ptr [ %pair, %0 ], [ %pair, %0 ], [ %p, %other ]
  ret ptr %x
}

; CHECK-LABEL: @number_of_pointer(
; CHECK-NEXT: %pair = alloca { ptr, i32 }
; CHECK-NEXT: %n = ptrtoint ptr %pair to i64
; CHECK-NEXT: ret i64 %n
define i64 @number_of_pointer() {
  %pair = alloca { ptr, i32 }
  %n = ptrtoint ptr %pair to i64
  ret i64 %n
}

; CHECK-LABEL: @lifetime(
; CHECK: call void @llvm.lifetime.start.p0(ptr %pair)
; CHECK-NEXT: ret void
define void @lifetime() {
  %pair = alloca { ptr, i32 }
  call void @llvm.lifetime.start.p0(ptr %pair)
  ret void
}

; CHECK-LABEL: @number(
; CHECK-NEXT: %pair = alloca { i64, i32 }
; CHECK-NEXT: %x = load i64, ptr %pair
; CHECK-NEXT: ret i64 %x
define i64 @number() {
  %pair = alloca { i64, i32 }
  %x = load i64, ptr %pair
  ret i64 %x
}

; CHECK-LABEL: @plain_pointer(
; CHECK-NEXT: %variable = alloca ptr
; CHECK-NEXT: %x = load ptr, ptr %variable
; CHECK-NEXT: ret ptr %x
define ptr @plain_pointer() {
  %variable = alloca ptr
  %x = load ptr, ptr %variable
  ret ptr %x
}
