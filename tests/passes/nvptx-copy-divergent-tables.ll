; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -mcpu=sm_90 -passes=nvptx-copy-divergent-tables -S %s | FileCheck %s
; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -mcpu=sm_90 -passes=nvptx-copy-divergent-tables -S %s | FileCheck --check-prefix=COPIES %s

; These alone are copied, once each.
; COPIES-NOT: .in_global = {{.*}}
; COPIES: @table.in_global = internal unnamed_addr addrspace(1) constant [9 x i32] [i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9], align 64
; COPIES-NEXT: @table = unnamed_addr addrspace(4) constant [9 x i32] [{{.*}}], align 64
; COPIES-NOT: .in_global = {{.*}}
; COPIES: @rows.in_global = internal addrspace(1) constant [4 x [4 x i32]] zeroinitializer
; COPIES-NOT: .in_global = {{.*}}
; COPIES: define
@table = unnamed_addr addrspace(4) constant [9 x i32] [i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9], align 64
@rows = internal addrspace(4) constant [4 x [4 x i32]] zeroinitializer
@small = internal addrspace(4) constant [8 x i32] zeroinitializer
@in_global_memory = internal addrspace(1) constant [9 x i32] zeroinitializer
@variable = internal addrspace(4) global [9 x i32] zeroinitializer
@elsewhere = external addrspace(4) constant [9 x i32]
@replaceable = weak addrspace(4) constant [9 x i32] zeroinitializer
@set_by_host = addrspace(4) externally_initialized constant [9 x i32] zeroinitializer
@addresses = internal addrspace(4) constant [9 x ptr addrspace(4)] [ptr addrspace(4) @small, ptr addrspace(4) null, ptr addrspace(4) null, ptr addrspace(4) null, ptr addrspace(4) null, ptr addrspace(4) null, ptr addrspace(4) null, ptr addrspace(4) null, ptr addrspace(4) null]

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: @divergent(
; CHECK-NEXT: [[I:%.*]] = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; CHECK-NEXT: [[P:%.*]] = getelementptr inbounds nuw [9 x i32], ptr addrspace(1) @table.in_global, i32 0, i32 [[I]]
; CHECK-NEXT: [[X:%.*]] = load i32, ptr addrspace(1) [[P]], align 4, !invariant.load [[NONE:![0-9]+]]
; CHECK-NEXT: store i32 [[X]], ptr addrspace(1) %out
define ptx_kernel void @divergent(ptr addrspace(1) %out) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr inbounds nuw [9 x i32], ptr addrspace(4) @table, i32 0, i32 %i
  %x = load i32, ptr addrspace(4) %p
  store i32 %x, ptr addrspace(1) %out
  ret void
}

; The address of others stays where they need it.
; CHECK-LABEL: @address_used_again(
; CHECK: [[P:%.*]] = getelementptr i32, ptr addrspace(4) @table, i32 %i
; CHECK: [[Q:%.*]] = getelementptr i32, ptr addrspace(1) @table.in_global, i32 %i
; CHECK: load i32, ptr addrspace(1) [[Q]], align 4, !invariant.load [[NONE]]
; CHECK: load volatile i32, ptr addrspace(4) [[P]], align 4
define ptx_kernel void @address_used_again(ptr addrspace(1) %out) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(4) @table, i32 %i
  %x = load i32, ptr addrspace(4) %p
  %y = load volatile i32, ptr addrspace(4) %p
  %s = add i32 %x, %y
  store i32 %s, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @steps(
; CHECK-NEXT: [[I:%.*]] = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; CHECK-NEXT: [[P:%.*]] = getelementptr inbounds [4 x [4 x i32]], ptr addrspace(1) @rows.in_global, i32 0, i32 [[I]]
; CHECK-NEXT: [[Q:%.*]] = getelementptr nuw [4 x i32], ptr addrspace(1) [[P]], i64 0, i64 %j
; CHECK-NEXT: load i32, ptr addrspace(1) [[Q]], align 4, !invariant.load [[NONE]]
define ptx_kernel void @steps(ptr addrspace(1) %out, i64 %j) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr inbounds [4 x [4 x i32]], ptr addrspace(4) @rows, i32 0, i32 %i
  %q = getelementptr nuw [4 x i32], ptr addrspace(4) %p, i64 0, i64 %j
  %x = load i32, ptr addrspace(4) %q
  store i32 %x, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @constant_step(
; CHECK-NEXT: [[I:%.*]] = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; CHECK-NEXT: [[P:%.*]] = getelementptr i32, ptr addrspace(1) getelementptr inbounds (i8, ptr addrspace(1) @rows.in_global, i64 16), i32 [[I]]
; CHECK-NEXT: load i32, ptr addrspace(1) [[P]], align 4, !invariant.load [[NONE]]
define ptx_kernel void @constant_step(ptr addrspace(1) %out) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(4) getelementptr inbounds (i8, ptr addrspace(4) @rows, i64 16), i32 %i
  %x = load i32, ptr addrspace(4) %p
  store i32 %x, ptr addrspace(1) %out
  ret void
}

; An index from a table.
; CHECK-LABEL: @table_in_table(
; CHECK: [[P:%.*]] = getelementptr i32, ptr addrspace(1) @table.in_global, i32
; CHECK: [[J:%.*]] = load i32, ptr addrspace(1) [[P]], align 4, !invariant.load [[NONE]]
; CHECK: [[Q:%.*]] = getelementptr i32, ptr addrspace(1) @table.in_global, i32 [[J]]
; CHECK: load i32, ptr addrspace(1) [[Q]], align 4, !invariant.load [[NONE]]
define ptx_kernel void @table_in_table(ptr addrspace(1) %out) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(4) @table, i32 %i
  %j = load i32, ptr addrspace(4) %p
  %q = getelementptr i32, ptr addrspace(4) @table, i32 %j
  %x = load i32, ptr addrspace(4) %q
  store i32 %x, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @uniform(
; CHECK-NEXT: [[P:%.*]] = getelementptr i32, ptr addrspace(4) @table, i32 %i
; CHECK-NEXT: load i32, ptr addrspace(4) [[P]], align 4{{$}}
define ptx_kernel void @uniform(ptr addrspace(1) %out, i32 %i) {
  %p = getelementptr i32, ptr addrspace(4) @table, i32 %i
  %x = load i32, ptr addrspace(4) %p
  store i32 %x, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @known(
; CHECK-NEXT: load i32, ptr addrspace(4) getelementptr (i8, ptr addrspace(4) @table, i64 4), align 4{{$}}
define ptx_kernel void @known(ptr addrspace(1) %out) {
  %x = load i32, ptr addrspace(4) getelementptr (i8, ptr addrspace(4) @table, i64 4)
  store i32 %x, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @volatile(
; CHECK: load volatile i32, ptr addrspace(4) %p, align 4{{$}}
define ptx_kernel void @volatile(ptr addrspace(1) %out) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(4) @table, i32 %i
  %x = load volatile i32, ptr addrspace(4) %p
  store i32 %x, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @atomic(
; CHECK: load atomic i32, ptr addrspace(4) %p monotonic, align 4{{$}}
define ptx_kernel void @atomic(ptr addrspace(1) %out) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(4) @table, i32 %i
  %x = load atomic i32, ptr addrspace(4) %p monotonic, align 4
  store i32 %x, ptr addrspace(1) %out
  ret void
}

; The host's constant memory.
; CHECK-LABEL: @argument(
; CHECK: load i32, ptr addrspace(4) %p, align 4{{$}}
define ptx_kernel void @argument(ptr addrspace(1) %out, ptr addrspace(4) %table) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(4) %table, i32 %i
  %x = load i32, ptr addrspace(4) %p
  store i32 %x, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @table_not_plain(
; CHECK: load i32, ptr addrspace(4) %p, align 4{{$}}
define ptx_kernel void @table_not_plain(ptr addrspace(1) %out, i1 %c) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t = select i1 %c, ptr addrspace(4) @table, ptr addrspace(4) @rows
  %p = getelementptr i32, ptr addrspace(4) %t, i32 %i
  %x = load i32, ptr addrspace(4) %p
  store i32 %x, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @few_words(
; CHECK: load i32, ptr addrspace(4) %p, align 4{{$}}
define ptx_kernel void @few_words(ptr addrspace(1) %out) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(4) @small, i32 %i
  %x = load i32, ptr addrspace(4) %p
  store i32 %x, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @global_memory(
; CHECK: [[P:%.*]] = getelementptr i32, ptr addrspace(1) @in_global_memory, i32
; CHECK: load i32, ptr addrspace(1) [[P]], align 4{{$}}
define ptx_kernel void @global_memory(ptr addrspace(1) %out) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) @in_global_memory, i32 %i
  %x = load i32, ptr addrspace(1) %p
  store i32 %x, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @not_constant(
; CHECK: load i32, ptr addrspace(4) %p, align 4{{$}}
define ptx_kernel void @not_constant(ptr addrspace(1) %out) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(4) @variable, i32 %i
  %x = load i32, ptr addrspace(4) %p
  store i32 %x, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @declared(
; CHECK: load i32, ptr addrspace(4) %p, align 4{{$}}
define ptx_kernel void @declared(ptr addrspace(1) %out) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(4) @elsewhere, i32 %i
  %x = load i32, ptr addrspace(4) %p
  store i32 %x, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @may_be_replaced(
; CHECK: load i32, ptr addrspace(4) %p, align 4{{$}}
; CHECK: load i32, ptr addrspace(4) %q, align 4{{$}}
define ptx_kernel void @may_be_replaced(ptr addrspace(1) %out) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(4) @replaceable, i32 %i
  %x = load i32, ptr addrspace(4) %p
  %q = getelementptr i32, ptr addrspace(4) @set_by_host, i32 %i
  %y = load i32, ptr addrspace(4) %q
  %s = add i32 %x, %y
  store i32 %s, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @table_of_addresses(
; CHECK: load ptr addrspace(4), ptr addrspace(4) %p, align 8{{$}}
define ptx_kernel void @table_of_addresses(ptr addrspace(1) %out) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr ptr addrspace(4), ptr addrspace(4) @addresses, i32 %i
  %x = load ptr addrspace(4), ptr addrspace(4) %p
  store ptr addrspace(4) %x, ptr addrspace(1) %out
  ret void
}

; CHECK: [[NONE]] = !{}
