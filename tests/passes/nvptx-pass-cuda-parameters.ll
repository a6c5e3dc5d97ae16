; RUN: clc-opt -mtriple=nvptx64-nvidia-cuda -passes=nvptx-pass-cuda-parameters,verify -S %s | FileCheck %s

; CHECK-DAG: @table = internal addrspace(4) constant [4 x float]
; CHECK-DAG: @both = internal addrspace(4) constant [4 x i32] zeroinitializer, align 16
; CHECK-DAG: @both.in_global = internal addrspace(1) constant [4 x i32] zeroinitializer, align 16
; CHECK-DAG: @pointers = internal addrspace(4) constant [2 x ptr addrspace(1)] [ptr addrspace(1) @pointee.in_global, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @pointee.in_global, i64 4)]
; CHECK-DAG: @clc_dynamic_local = external addrspace(3) global [0 x i8], align 128
; CHECK-NOT: @pointee = internal
@table = internal addrspace(4) constant [4 x float] zeroinitializer
@both = internal addrspace(4) constant [4 x i32] zeroinitializer, align 16
@pointee = internal addrspace(4) constant [2 x i32] zeroinitializer
@pointers = internal addrspace(4) constant [2 x ptr addrspace(4)] [ptr addrspace(4) @pointee, ptr addrspace(4) getelementptr (i8, ptr addrspace(4) @pointee, i64 4)]

declare i32 @llvm.nvvm.read.ptx.sreg.envreg1()
declare i32 @llvm.nvvm.read.ptx.sreg.envreg2()
declare i32 @llvm.nvvm.read.ptx.sreg.envreg7()
declare i32 @llvm.nvvm.read.ptx.sreg.envreg8()
declare i32 @llvm.nvvm.read.ptx.sreg.envreg3()
declare i32 @llvm.nvvm.read.ptx.sreg.envreg4()
declare i32 @llvm.nvvm.read.ptx.sreg.envreg5()
declare i32 @llvm.nvvm.read.ptx.sreg.envreg9()
declare void @llvm.memcpy.p1.p4.i64(ptr addrspace(1), ptr addrspace(4), i64, i1)

; Kernels come behind all others.
; CHECK-LABEL: define void @no_kernel(ptr addrspace(3) %l)
define void @no_kernel(ptr addrspace(3) %l) {
  ret void
}

; CHECK: declare ptx_kernel void @declared(ptr addrspace(3))
declare ptx_kernel void @declared(ptr addrspace(3))

; CHECK-LABEL: define ptx_kernel void @hidden(ptr addrspace(1) noalias %o, i32 %0, i32 %1, i32 %2, i32 %3, i32 %4, i32 %5, i32 %6, i32 %7)
; CHECK-NEXT: store i32 %0, ptr addrspace(1) %o
; CHECK-NEXT: store i32 %1, ptr addrspace(1) %o
; CHECK-NEXT: store i32 %2, ptr addrspace(1) %o
; CHECK-NEXT: store i32 %3, ptr addrspace(1) %o
; CHECK-NEXT: store i32 %4, ptr addrspace(1) %o
; CHECK-NEXT: store i32 %5, ptr addrspace(1) %o
; CHECK-NEXT: store i32 %6, ptr addrspace(1) %o
; CHECK-NEXT: store i32 %7, ptr addrspace(1) %o
define ptx_kernel void @hidden(ptr addrspace(1) noalias %o) {
  %x3 = call i32 @llvm.nvvm.read.ptx.sreg.envreg3()
  store i32 %x3, ptr addrspace(1) %o
  %x4 = call i32 @llvm.nvvm.read.ptx.sreg.envreg4()
  store i32 %x4, ptr addrspace(1) %o
  %x5 = call i32 @llvm.nvvm.read.ptx.sreg.envreg5()
  store i32 %x5, ptr addrspace(1) %o
  %x9 = call i32 @llvm.nvvm.read.ptx.sreg.envreg9()
  store i32 %x9, ptr addrspace(1) %o
  %x1 = call i32 @llvm.nvvm.read.ptx.sreg.envreg1()
  store i32 %x1, ptr addrspace(1) %o
  %x2 = call i32 @llvm.nvvm.read.ptx.sreg.envreg2()
  store i32 %x2, ptr addrspace(1) %o
  %x7 = call i32 @llvm.nvvm.read.ptx.sreg.envreg7()
  store i32 %x7, ptr addrspace(1) %o
  %x8 = call i32 @llvm.nvvm.read.ptx.sreg.envreg8()
  store i32 %x8, ptr addrspace(1) %o
  ret void
}

; CHECK-LABEL: define ptx_kernel void @local(i32 %l, i32 %m, i32 %0
; CHECK-NEXT: [[L:%.*]] = and i32 %l, -16
; CHECK-NEXT: [[LP:%.*]] = getelementptr i8, ptr addrspace(3) @clc_dynamic_local, i32 [[L]]
; CHECK-NEXT: [[M:%.*]] = and i32 %m, -128
; CHECK-NEXT: [[MP:%.*]] = getelementptr i8, ptr addrspace(3) @clc_dynamic_local, i32 [[M]]
; CHECK-NEXT: store i32 1, ptr addrspace(3) [[LP]]
; CHECK-NEXT: store i32 2, ptr addrspace(3) [[MP]]
define ptx_kernel void @local(ptr addrspace(3) align 16 %l, ptr addrspace(3) noalias align 128 %m) {
  store i32 1, ptr addrspace(3) %l
  store i32 2, ptr addrspace(3) %m
  ret void
}

; A table of the program stays where it is.
; CHECK-LABEL: define ptx_kernel void @constant(ptr addrspace(1) %o, ptr addrspace(1) readonly %c, i64 %i
; CHECK: [[P:%.*]] = getelementptr float, ptr addrspace(1) %c, i64 %i
; CHECK-NEXT: load float, ptr addrspace(1) [[P]], align 4, !invariant.load
; CHECK-NEXT: getelementptr float, ptr addrspace(4) @table, i64 %i
; CHECK-NEXT: load float, ptr addrspace(4) %{{.*}}, align 4{{$}}
define ptx_kernel void @constant(ptr addrspace(1) %o, ptr addrspace(4) readonly %c, i64 %i) {
  %p = getelementptr float, ptr addrspace(4) %c, i64 %i
  %x = load float, ptr addrspace(4) %p
  %q = getelementptr float, ptr addrspace(4) @table, i64 %i
  %y = load float, ptr addrspace(4) %q
  %sum = fadd float %x, %y
  store float %sum, ptr addrspace(1) %o
  ret void
}

; CHECK-LABEL: define ptx_kernel void @meets(ptr addrspace(1) %o, ptr addrspace(1) %c, i1 %which, i64 %i
; CHECK: [[P:%.*]] = getelementptr i32, ptr addrspace(1) @both.in_global, i64 %i
; CHECK-NEXT: [[CHOSEN:%.*]] = select i1 %which, ptr addrspace(1) [[P]], ptr addrspace(1) %c
; CHECK-NEXT: icmp eq ptr addrspace(1) [[CHOSEN]], null
; CHECK-NEXT: load i32, ptr addrspace(1) [[CHOSEN]], align 4, !invariant.load
; CHECK: load i32, ptr addrspace(4) @both, align 4{{$}}
define ptx_kernel void @meets(ptr addrspace(1) %o, ptr addrspace(4) %c, i1 %which, i64 %i) {
  %p = getelementptr i32, ptr addrspace(4) @both, i64 %i
  %chosen = select i1 %which, ptr addrspace(4) %p, ptr addrspace(4) %c
  %none = icmp eq ptr addrspace(4) %chosen, null
  %x = load i32, ptr addrspace(4) %chosen
  %y = select i1 %none, i32 0, i32 %x
  store i32 %y, ptr addrspace(1) %o
  %direct = load i32, ptr addrspace(4) @both
  store i32 %direct, ptr addrspace(1) %o
  ret void
}

; CHECK-LABEL: define ptx_kernel void @loop(
; CHECK: phi ptr addrspace(1) [ %c, %{{[0-9]+}} ], [ [[NEXT:%.*]], %loop ]
; CHECK: [[NEXT]] = getelementptr i32, ptr addrspace(1)
define ptx_kernel void @loop(ptr addrspace(1) %o, ptr addrspace(4) %c, i32 %n) {
  br label %loop
loop:
  %p = phi ptr addrspace(4) [ %c, %0 ], [ %next, %loop ]
  %next = getelementptr i32, ptr addrspace(4) %p, i64 1
  %x = load i32, ptr addrspace(4) %p
  %more = icmp slt i32 %x, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Pointers that were in memory point to global memory, whatever was stored.
; CHECK-LABEL: define ptx_kernel void @memory(
; CHECK: store ptr addrspace(1) %c, ptr %two
; CHECK: store ptr addrspace(1) @both.in_global, ptr %two
; CHECK: [[P:%.*]] = load ptr addrspace(1), ptr %two
; CHECK-NEXT: load i32, ptr addrspace(1) [[P]], align 4, !invariant.load
; CHECK-NEXT: [[Q:%.*]] = load ptr addrspace(1), ptr addrspace(4) @pointers
; CHECK-NEXT: call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %o, ptr addrspace(1) [[Q]], i64 4, i1 false)
define ptx_kernel void @memory(ptr addrspace(1) %o, ptr addrspace(4) %c) {
  %two = alloca [2 x ptr addrspace(4)]
  store ptr addrspace(4) %c, ptr %two
  store ptr addrspace(4) @both, ptr %two
  %p = load ptr addrspace(4), ptr %two
  %x = load i32, ptr addrspace(4) %p
  %q = load ptr addrspace(4), ptr addrspace(4) @pointers
  call void @llvm.memcpy.p1.p4.i64(ptr addrspace(1) %o, ptr addrspace(4) %q, i64 4, i1 false)
  ret void
}

; CHECK-LABEL: define ptx_kernel void @volatile(
; CHECK: load volatile i32, ptr addrspace(1) %c, align 4{{$}}
define ptx_kernel void @volatile(ptr addrspace(4) %c) {
  %x = load volatile i32, ptr addrspace(4) %c
  ret void
}
