; RUN: split-file %s %t
; RUN: clc-opt -passes=run-global-constructors -S %t/runs.ll | FileCheck --implicit-check-not=global_ctors %t/runs.ll
; RUN: not clc-opt -passes=run-global-constructors -S %t/loops.ll 2>&1 | FileCheck %t/loops.ll
; RUN: not clc-opt -passes=run-global-constructors -S %t/calls.ll 2>&1 | FileCheck %t/calls.ll
; RUN: not clc-opt -passes=run-global-constructors -S %t/destructor.ll 2>&1 | FileCheck %t/destructor.ll
; RUN: clc-opt -passes=run-global-constructors -S %t/declared.ll | FileCheck %t/declared.ll
; RUN: clc-opt -passes=run-global-constructors -S %t/none.ll | FileCheck --implicit-check-not=annotations %t/none.ll

;--- runs.ll
; CHECK: @x = local_unnamed_addr global i32 7
@x = global i32 0
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @init, ptr null }]
define internal void @init() {
  store i32 7, ptr @x
  ret void
}

;--- loops.ll
; CHECK: the value of x is computed by code that would have to run before the kernels, which no driver does; make it constexpr
@x = global i32 0
declare i32 @f()
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @init, ptr null }]
define internal void @init() {
  call void @store_it()
  ret void
}
define internal void @store_it() noinline {
  %v = call i32 @f()
  store i32 %v, ptr @x
  ret void
}

;--- calls.ll
; CHECK: setup(int) would have to run before the kernels, which no driver does; leave out its attribute 'constructor'
declare i32 @f()
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @_Z5setupi, ptr null }]
define internal void @_Z5setupi() {
  %v = call i32 @f()
  ret void
}

;--- destructor.ll
; CHECK: cleanup() would have to run after the kernels
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @_Z7cleanupv, ptr null }]
define internal void @_Z7cleanupv() {
  ret void
}

;--- none.ll
; Without constructors nothing else changes, as globalopt would.
; CHECK: @unused = internal global i32 0
@unused = internal global i32 0
@llvm.global.annotations = appending global [0 x i8] zeroinitializer, section "llvm.metadata"

;--- declared.ll
; CHECK: @llvm.global_ctors = external global [1 x { i32, ptr, ptr }]
@llvm.global_ctors = external global [1 x { i32, ptr, ptr }]
