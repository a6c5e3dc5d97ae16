; RUN: clc-opt -passes=drop-used-lists -S %s | FileCheck %s
; CHECK-NOT: @llvm.used
; CHECK-NOT: @llvm.compiler.used
; CHECK: @kept = internal global i32 0
@kept = internal global i32 0
@llvm.used = appending global [1 x ptr] [ptr @kept], section "llvm.metadata"
@llvm.compiler.used = appending global [1 x ptr] [ptr @kept], section "llvm.metadata"
