; RUN: clc-opt -mtriple=nvptx64-nvidia-cuda -passes=nvptx-prepare-cuda-launches -S %s | FileCheck %s

@table = internal addrspace(4) constant [4 x float] zeroinitializer

declare i32 @llvm.nvvm.read.ptx.sreg.envreg0()
declare i32 @llvm.nvvm.read.ptx.sreg.envreg2()
declare i32 @llvm.nvvm.read.ptx.sreg.envreg3()
declare i32 @llvm.nvvm.read.ptx.sreg.envreg6()
declare i32 @llvm.nvvm.read.ptx.sreg.envreg8()
declare i32 @llvm.nvvm.read.ptx.sreg.envreg9()

; CHECK-LABEL: define i32 @first_group()
; CHECK-NEXT: ret i32 0
define i32 @first_group() {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.envreg0()
  ret i32 %x
}

; CHECK-LABEL: define i32 @groups()
; CHECK-NEXT: call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
define i32 @groups() {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.envreg6()
  ret i32 %x
}

; Grids are short in y and z, so that a launch may have several parts there.
; CHECK-LABEL: define i32 @in_z()
; CHECK-SAME: [[INLINED:#[0-9]+]]
; CHECK-NEXT: call i32 @llvm.nvvm.read.ptx.sreg.envreg2()
; CHECK-NEXT: call i32 @llvm.nvvm.read.ptx.sreg.envreg8()
define i32 @in_z() {
  %first = call i32 @llvm.nvvm.read.ptx.sreg.envreg2()
  %count = call i32 @llvm.nvvm.read.ptx.sreg.envreg8()
  %sum = add i32 %first, %count
  ret i32 %sum
}

; CHECK-LABEL: define i32 @offset()
; CHECK-SAME: [[INLINED]]
define i32 @offset() noinline optnone {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.envreg3()
  ret i32 %x
}

; CHECK-LABEL: define i32 @calls_offset()
; CHECK-SAME: [[INLINED]]
define i32 @calls_offset() noinline optnone {
  %x = call i32 @offset()
  ret i32 %x
}

; CHECK-LABEL: define i32 @dimensions()
; CHECK-SAME: [[INLINED]]
define i32 @dimensions() {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.envreg9()
  ret i32 %x
}

; CHECK-LABEL: define float @takes(ptr addrspace(4) %p)
; CHECK-SAME: [[INLINED]]
define float @takes(ptr addrspace(4) %p) {
  %x = load float, ptr addrspace(4) %p
  ret float %x
}

; CHECK-LABEL: define ptr addrspace(4) @returns()
; CHECK-SAME: [[INLINED]]
define ptr addrspace(4) @returns() {
  ret ptr addrspace(4) @table
}

; CHECK-LABEL: define float @loads(ptr %p)
; CHECK-SAME: [[INLINED]]
define float @loads(ptr %p) {
  %q = load ptr addrspace(4), ptr %p
  %x = load float, ptr addrspace(4) %q
  ret float %x
}

; Addresses of variables stay in constant memory, wherever they are.
; CHECK-LABEL: define float @element(i64 %i) {
define float @element(i64 %i) {
  %p = getelementptr float, ptr addrspace(4) @table, i64 %i
  %x = load float, ptr addrspace(4) %p
  ret float %x
}

; CHECK-LABEL: define ptx_kernel void @kernel(ptr addrspace(1) %o)
; CHECK-SAME: [[KERNEL:#[0-9]+]]
define ptx_kernel void @kernel(ptr addrspace(1) %o) noinline optnone {
  %x = call i32 @calls_offset()
  store i32 %x, ptr addrspace(1) %o
  ret void
}

; CHECK-DAG: attributes [[INLINED]] = { alwaysinline }
; CHECK-DAG: attributes [[KERNEL]] = { noinline }
