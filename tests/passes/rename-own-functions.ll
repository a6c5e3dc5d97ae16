; RUN: clc-opt -passes=rename-own-functions -S %s | FileCheck %s

; CHECK: define float @own_sqrtf(float %x)
define float @sqrtf(float %x) {
  ret float %x
}
; CHECK: define float @own__Z3powff(float %x, float %y)
define float @_Z3powff(float %x, float %y) {
  ret float %x
}
; CHECK: define void @own___assert()
define void @__assert() {
  ret void
}
; In a namespace, or without OpenCL's mangling, it is nobody else's.
; CHECK: define void @_ZN2ns3powEff()
define void @_ZN2ns3powEff() {
  ret void
}
; CHECK: define void @_Zebra()
define void @_Zebra() {
  ret void
}
; CHECK: define void @helper()
define void @helper() {
  ret void
}
; Applications ask for kernels by their names.
; CHECK: define spir_kernel void @log()
define spir_kernel void @log() {
  ret void
}
; CHECK: define void @__clang_ocl_kern_imp_log()
define void @__clang_ocl_kern_imp_log() {
  ret void
}
; CHECK: declare float @expf(float)
declare float @expf(float)
