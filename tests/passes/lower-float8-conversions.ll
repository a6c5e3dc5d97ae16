; RUN: clc-opt -passes=lower-float8-conversions -S %s | FileCheck %s
; RUN: clc-opt -passes=lower-float8-conversions,instcombine -S %s | FileCheck %s --check-prefix=FOLDED

; No function of these is left but those that the pass does not know.
; CHECK-NOT: call {{.*}}clc_convert

; FOLDED-LABEL: @numbers(
; FOLDED: store float 4.480000e+02, ptr %a
; FOLDED: store float 0x7FF8000000000000, ptr %b
; FOLDED: store float 0xFFF0000000000000, ptr %c
; FOLDED: store float -5.000000e-01, ptr %d
; FOLDED: store float 0x7FF8000000000000, ptr %e
define void @numbers(ptr %a, ptr %b, ptr %c, ptr %d, ptr %e) {
  %1 = call float @_Z22clc_convert_float_e4m3h(i8 126)
  store float %1, ptr %a
  %2 = call float @_Z22clc_convert_float_e4m3h(i8 127)
  store float %2, ptr %b
  %3 = call float @_Z22clc_convert_float_e5m2h(i8 -4)
  store float %3, ptr %c
  %4 = call float @_Z26clc_convert_float_e4m3fnuzh(i8 -72)
  store float %4, ptr %d
  %5 = call float @_Z26clc_convert_float_e5m2fnuzh(i8 -128)
  store float %5, ptr %e
  ret void
}

; FOLDED-LABEL: @bytes(
; FOLDED: store i8 126, ptr %a
; FOLDED: store i8 127, ptr %b
; FOLDED: store <2 x i8> <i8 126, i8 -2>, ptr %c
; FOLDED: store i8 124, ptr %d
; FOLDED: store i8 -128, ptr %e
define void @bytes(ptr %a, ptr %b, ptr %c, ptr %d, ptr %e) {
  %1 = call i8 @_Z16clc_convert_e4m3f(float 4.640000e+02)
  store i8 %1, ptr %a
  %2 = call i8 @_Z16clc_convert_e4m3f(float 4.650000e+02)
  store i8 %2, ptr %b
  %3 = call <2 x i8> @_Z20clc_convert_e4m3_satDv2_f(<2 x float> <float 4.650000e+02, float 0xFFF0000000000000>)
  store <2 x i8> %3, ptr %c
  %4 = call i8 @_Z16clc_convert_e5m2f(float 6.144000e+04)
  store i8 %4, ptr %d
  %5 = call i8 @_Z20clc_convert_e5m2fnuzf(float 6.144000e+04)
  store i8 %5, ptr %e
  ret void
}

; CHECK-LABEL: @others(
; CHECK: call i8 @_Z16clc_convert_e3m4f(
; CHECK: call i8 @clc_convert_e4m3(
; CHECK: call i8 @_Z16clc_convert_e5m2i(
; CHECK: define i8 @_Z16clc_convert_e5m2i(
; CHECK-NOT: declare
; CHECK: declare i8 @_Z16clc_convert_e3m4f(float)
; CHECK: declare i8 @clc_convert_e4m3(float)
; CHECK-NOT: declare
define void @others(ptr %a) {
  %1 = call i8 @_Z16clc_convert_e3m4f(float 1.0)
  %2 = call i8 @clc_convert_e4m3(float 1.0)
  %3 = call i8 @_Z16clc_convert_e5m2i(i32 1)
  ret void
}

define i8 @_Z16clc_convert_e5m2i(i32 %own) {
  ret i8 1
}

declare float @_Z22clc_convert_float_e4m3h(i8)
declare float @_Z22clc_convert_float_e5m2h(i8)
declare float @_Z26clc_convert_float_e4m3fnuzh(i8)
declare float @_Z26clc_convert_float_e5m2fnuzh(i8)
declare i8 @_Z16clc_convert_e4m3f(float)
declare <2 x i8> @_Z20clc_convert_e4m3_satDv2_f(<2 x float>)
declare i8 @_Z16clc_convert_e5m2f(float)
declare i8 @_Z20clc_convert_e5m2fnuzf(float)
declare i8 @_Z16clc_convert_e3m4f(float)
declare i8 @clc_convert_e4m3(float)
