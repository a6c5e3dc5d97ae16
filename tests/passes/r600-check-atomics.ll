; Nothing is reported of what stays below. Each other run adds one function that is reported.
; RUN: clc-opt -mtriple=r600-unknown-unknown -mcpu=cypress -passes=r600-check-atomics -S %s | FileCheck %s
; RUN: sed -e 's/^;CHANGE //' %s > %t.change.ll
; RUN: ! clc-opt -mtriple=r600-unknown-unknown -mcpu=cypress -passes=r600-check-atomics -S %t.change.ll > %t.change 2>&1
; RUN: FileCheck %s --check-prefix=OF_CHANGE --input-file=%t.change
; RUN: sed -e 's/^;EXCHANGE //' %s > %t.exchange.ll
; RUN: ! clc-opt -mtriple=r600-unknown-unknown -mcpu=cypress -passes=r600-check-atomics -S %t.exchange.ll > %t.exchange 2>&1
; RUN: FileCheck %s --check-prefix=OF_EXCHANGE --input-file=%t.exchange

; CHECK-LABEL: @result_unused(
define void @result_unused(ptr addrspace(1) %p) {
  %old = atomicrmw add ptr addrspace(1) %p, i32 1 seq_cst
  %pair = cmpxchg ptr addrspace(1) %p, i32 1, i32 2 seq_cst seq_cst
  ret void
}

; CHECK-LABEL: @local(
define i32 @local(ptr addrspace(3) %p) {
  %old = atomicrmw add ptr addrspace(3) %p, i32 1 seq_cst
  %pair = cmpxchg ptr addrspace(3) %p, i32 1, i32 2 seq_cst seq_cst
  %other = extractvalue { i32, i1 } %pair, 0
  %sum = add i32 %old, %other
  ret i32 %sum
}

; CHECK-LABEL: @no_atomic(
define i32 @no_atomic(ptr addrspace(1) %p) {
  %old = load i32, ptr addrspace(1) %p
  ret i32 %old
}

; OF_CHANGE: error: changed uses the result of an atomic operation on global memory, which LLVM's backend for R600 chips cannot write
;CHANGE define i32 @changed(ptr addrspace(1) %p) {
;CHANGE   %old = atomicrmw add ptr addrspace(1) %p, i32 1 seq_cst
;CHANGE   ret i32 %old
;CHANGE }

; OF_EXCHANGE: error: exchanged uses the result of an atomic operation on global memory (line 7), which LLVM's
;EXCHANGE define i1 @exchanged(ptr addrspace(1) %p) !dbg !3 {
;EXCHANGE   %pair = cmpxchg ptr addrspace(1) %p, i32 1, i32 2 seq_cst seq_cst, !dbg !5
;EXCHANGE   %done = extractvalue { i32, i1 } %pair, 1
;EXCHANGE   ret i1 %done
;EXCHANGE }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "exchanged", file: !1, line: 6, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{})
!5 = !DILocation(line: 7, scope: !3)
