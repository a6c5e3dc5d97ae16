; RUN: clc-opt -passes=mark-program-functions -S %s | FileCheck %s

; CHECK: define ptx_kernel void @kernel() [[MARKED:#[0-9]+]] {
define ptx_kernel void @kernel() {
  ret void
}

; CHECK: define float @function(float %x) [[MARKED]] {
define float @function(float %x) {
  ret float %x
}

; Other attributes stay.
; CHECK: define void @with_attributes() [[BOTH:#[0-9]+]] {
define void @with_attributes() nounwind {
  ret void
}

; What a library defines is not the program's own.
; CHECK: declare float @elsewhere(float){{$}}
declare float @elsewhere(float)

; CHECK: attributes [[MARKED]] = { "clc-of-program" }
; CHECK: attributes [[BOTH]] = { nounwind "clc-of-program" }
