; RUN: clc-opt -passes=align-local-arguments -S %s | FileCheck %s

; CHECK: define spir_kernel void @raises(ptr addrspace(3) align 16 %cells, ptr addrspace(3) align 16 %words)
define spir_kernel void @raises(ptr addrspace(3) %cells, ptr addrspace(3) align 4 %words) {
  ret void
}

; CHECK: define spir_kernel void @keeps_wider(ptr addrspace(3) align 128 %cells)
define spir_kernel void @keeps_wider(ptr addrspace(3) align 128 %cells) {
  ret void
}

; CHECK: define spir_kernel void @other_spaces(ptr addrspace(1) %global, ptr align 4 %private, i32 %size)
define spir_kernel void @other_spaces(ptr addrspace(1) %global, ptr align 4 %private, i32 %size) {
  ret void
}

; Arguments of other functions may point into the middle of an array.
; CHECK: define void @no_kernel(ptr addrspace(3) %cells)
define void @no_kernel(ptr addrspace(3) %cells) {
  ret void
}
