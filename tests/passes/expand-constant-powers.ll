; RUN: clc-opt -passes=expand-constant-powers -S %s | FileCheck %s

declare float @_Z3powff(float, float)
declare <2 x float> @_Z3powDv2_fS_(<2 x float>, <2 x float>)
declare double @_Z3powdd(double, double)
declare half @_Z3powDhDh(half, half)
declare float @_Z4pownfi(float, i32)
declare float @_Z5rootnfi(float, i32)
declare float @_Z4powrff(float, float)
declare float @_Z9half_powrff(float, float)
declare float @_Z11native_powrff(float, float)
declare float @_Z5powerff(float, float)

; CHECK-LABEL: @square(
; CHECK-NEXT: [[S:%.*]] = fmul contract float %x, %x
; CHECK-NEXT: ret float [[S]]
define float @square(float %x) {
  %y = call float @_Z3powff(float %x, float 2.0)
  ret float %y
}

; CHECK-LABEL: @to_the_seventh(
; CHECK: [[X2:%.*]] = fmul contract float %x, %x
; CHECK: [[X4:%.*]] = fmul contract float [[X2]], [[X2]]
; CHECK: [[X6:%.*]] = fmul contract float [[X4]], [[X2]]
; CHECK: fmul contract float [[X6]], %x
define float @to_the_seventh(float %x) {
  %y = call float @_Z3powff(float %x, float 7.0)
  ret float %y
}

; CHECK-LABEL: @to_the_first(
; CHECK-NEXT: ret float %x
define float @to_the_first(float %x) {
  %y = call float @_Z3powff(float %x, float 1.0)
  ret float %y
}

; CHECK-LABEL: @to_zero(
; CHECK-NEXT: ret float 1.0
define float @to_zero(float %x) {
  %y = call float @_Z3powff(float %x, float 0.0)
  ret float %y
}

; Float's division may be 2.5 ulp off, double's may not.
; CHECK-LABEL: @reciprocal(
; CHECK-NEXT: fdiv contract float 1.000000e+00, %x, !fpmath [[BOUND:![0-9]+]]
define float @reciprocal(float %x) {
  %y = call float @_Z3powff(float %x, float -1.0)
  ret float %y
}

; CHECK-LABEL: @reciprocal_of_double(
; CHECK-NEXT: fdiv contract double 1.000000e+00, %x{{$}}
define double @reciprocal_of_double(double %x) {
  %y = call double @_Z3powdd(double %x, double -1.0)
  ret double %y
}

; CHECK-LABEL: @to_minus_four(
; CHECK: [[R:%.*]] = fdiv contract float 1.000000e+00, %x
; CHECK: [[R2:%.*]] = fmul contract float [[R]], [[R]]
; CHECK: fmul contract float [[R2]], [[R2]]
define float @to_minus_four(float %x) {
  %y = call float @_Z3powff(float %x, float -4.0)
  ret float %y
}

; CHECK-LABEL: @too_large(
; CHECK-NEXT: call float @_Z3powff(float %x, float 9.0
define float @too_large(float %x) {
  %y = call float @_Z3powff(float %x, float 9.0)
  ret float %y
}

; CHECK-LABEL: @too_small(
; CHECK-NEXT: call float @_Z3powff(float %x, float -5.0
define float @too_small(float %x) {
  %y = call float @_Z3powff(float %x, float -5.0)
  ret float %y
}

; CHECK-LABEL: @no_multiple_of_a_half(
; CHECK-NEXT: call float @_Z3powff(float %x, float 2.25
define float @no_multiple_of_a_half(float %x) {
  %y = call float @_Z3powff(float %x, float 2.25)
  ret float %y
}

; CHECK-LABEL: @nan_exponent(
; CHECK-NEXT: call float @_Z3powff(float %x, float 0x7FF8
define float @nan_exponent(float %x) {
  %y = call float @_Z3powff(float %x, float 0x7FF8000000000000)
  ret float %y
}

; Half's products lose too much beyond the fourth power, and below the second of a reciprocal.
; CHECK-LABEL: @half_to_the_fourth(
; CHECK: fmul contract half
define half @half_to_the_fourth(half %x) {
  %y = call half @_Z3powDhDh(half %x, half 4.0)
  ret half %y
}

; CHECK-LABEL: @half_to_the_fifth(
; CHECK-NEXT: call half @_Z3powDhDh
define half @half_to_the_fifth(half %x) {
  %y = call half @_Z3powDhDh(half %x, half 5.0)
  ret half %y
}

; CHECK-LABEL: @half_to_minus_three(
; CHECK-NEXT: call half @_Z3powDhDh
define half @half_to_minus_three(half %x) {
  %y = call half @_Z3powDhDh(half %x, half -3.0)
  ret half %y
}

; CHECK-LABEL: @root_of_half(
; CHECK-NEXT: [[R:%.*]] = call contract half @_Z4sqrtDh(half %x)
; CHECK-NEXT: [[A:%.*]] = call contract half @llvm.fabs.f16(half [[R]])
; CHECK-NEXT: [[I:%.*]] = fcmp contract oeq half %x, 0xHFC00
; CHECK-NEXT: select contract i1 [[I]], half 0xH7C00, half [[A]]
define half @root_of_half(half %x) {
  %y = call half @_Z3powDhDh(half %x, half 0.5)
  ret half %y
}

; Both are NaN for minus infinity.
; CHECK-LABEL: @second_root(
; CHECK-NEXT: [[R:%.*]] = call contract float @_Z4sqrtf(float %x)
; CHECK-NEXT: [[A:%.*]] = call contract float @llvm.fabs.f32(float [[R]])
; CHECK-NEXT: ret float [[A]]
define float @second_root(float %x) {
  %y = call float @_Z5rootnfi(float %x, i32 2)
  ret float %y
}

; CHECK-LABEL: @third_root(
; CHECK-NEXT: call float @_Z5rootnfi
define float @third_root(float %x) {
  %y = call float @_Z5rootnfi(float %x, i32 3)
  ret float %y
}

; A root of minus infinity is NaN, its power is not; and the power of -0.0 is that of 0.0.
; CHECK-LABEL: @root(
; CHECK: [[R:%.*]] = call contract float @_Z4sqrtf(float %x)
; CHECK-NEXT: [[A:%.*]] = call contract float @llvm.fabs.f32(float [[R]])
; CHECK-NEXT: [[I:%.*]] = fcmp contract oeq float %x, 0xFFF0000000000000
; CHECK-NEXT: select contract i1 [[I]], float 0x7FF0000000000000, float [[A]]
define float @root(float %x) {
  %y = call float @_Z3powff(float %x, float 0.5)
  ret float %y
}

; CHECK-LABEL: @five_halves(
; CHECK: [[R:%.*]] = call contract float @_Z4sqrtf(float [[X:%.*]])
; CHECK: [[X2:%.*]] = fmul contract float [[X]], [[X]]
; CHECK: [[P:%.*]] = fmul contract float [[X2]], [[R]]
; CHECK: call contract float @llvm.fabs.f32(float [[P]])
define float @five_halves(float %x) {
  %y = call float @_Z3powff(float %x, float 2.5)
  ret float %y
}

; CHECK-LABEL: @minus_three_halves(
; CHECK: [[R:%.*]] = call contract float @_Z5rsqrtf(float [[X:%.*]])
; CHECK: [[R2:%.*]] = fmul contract float [[R]], [[R]]
; CHECK: [[R3:%.*]] = fmul contract float [[R2]], [[R]]
; CHECK: [[A:%.*]] = call contract float @llvm.fabs.f32(float [[R3]])
; CHECK: select contract i1 %{{.*}}, float 0.000000e+00, float [[A]]
define float @minus_three_halves(float %x) {
  %y = call float @_Z3powff(float %x, float -1.5)
  ret float %y
}

; CHECK-LABEL: @root_without_infinities(
; CHECK: [[R:%.*]] = call ninf contract float @_Z4sqrtf(
; CHECK-NEXT: [[A:%.*]] = call ninf contract float @llvm.fabs.f32(float [[R]])
; CHECK-NEXT: ret float [[A]]
define float @root_without_infinities(float %x) {
  %y = call ninf float @_Z3powff(float %x, float 0.5)
  ret float %y
}

; CHECK-LABEL: @root_without_signed_zeros(
; CHECK: [[R:%.*]] = call ninf nsz contract float @_Z4sqrtf(
; CHECK-NEXT: ret float [[R]]
define float @root_without_signed_zeros(float %x) {
  %y = call ninf nsz float @_Z3powff(float %x, float 0.5)
  ret float %y
}

; CHECK-LABEL: @seven_halves(
; CHECK-NEXT: call float @_Z3powff(
define float @seven_halves(float %x) {
  %y = call float @_Z3powff(float %x, float 3.5)
  ret float %y
}

; CHECK-LABEL: @minus_five_halves(
; CHECK-NEXT: call float @_Z3powff(
define float @minus_five_halves(float %x) {
  %y = call float @_Z3powff(float %x, float -2.5)
  ret float %y
}

; CHECK-LABEL: @vector(
; CHECK-NEXT: fmul contract <2 x float> %x, %x
define <2 x float> @vector(<2 x float> %x) {
  %y = call <2 x float> @_Z3powDv2_fS_(<2 x float> %x, <2 x float> splat (float 2.0))
  ret <2 x float> %y
}

; CHECK-LABEL: @exponents_differ(
; CHECK-NEXT: call <2 x float> @_Z3powDv2_fS_(
define <2 x float> @exponents_differ(<2 x float> %x) {
  %y = call <2 x float> @_Z3powDv2_fS_(<2 x float> %x, <2 x float> <float 2.0, float 3.0>)
  ret <2 x float> %y
}

; CHECK-LABEL: @exponent_varies(
; CHECK-NEXT: call float @_Z3powff(
define float @exponent_varies(float %x, float %e) {
  %y = call float @_Z3powff(float %x, float %e)
  ret float %y
}

; CHECK-LABEL: @pown(
; CHECK-NEXT: [[X2:%.*]] = fmul contract float %x, %x
; CHECK-NEXT: fmul contract float [[X2]], %x
define float @pown(float %x) {
  %y = call float @_Z4pownfi(float %x, i32 3)
  ret float %y
}

; CHECK-LABEL: @pown_to_zero(
; CHECK-NEXT: ret float 1.0
define float @pown_to_zero(float %x) {
  %y = call float @_Z4pownfi(float %x, i32 0)
  ret float %y
}

; `powr` of a negative base is NaN, and of NaN and some others to zero, too.
; CHECK-LABEL: @powr(
; CHECK-NEXT: [[X2:%.*]] = fmul contract float %x, %x
; CHECK-NEXT: [[N:%.*]] = fcmp contract olt float %x, 0.000000e+00
; CHECK-NEXT: select contract i1 [[N]], float 0x7FF8000000000000, float [[X2]]
define float @powr(float %x) {
  %y = call float @_Z4powrff(float %x, float 2.0)
  ret float %y
}

; An odd power of -0.0 has its sign, and that of `powr` has none.
; CHECK-LABEL: @powr_to_three(
; CHECK-NEXT: [[X2:%.*]] = fmul contract float %x, %x
; CHECK-NEXT: [[X3:%.*]] = fmul contract float [[X2]], %x
; CHECK-NEXT: [[A:%.*]] = call contract float @llvm.fabs.f32(float [[X3]])
; CHECK-NEXT: [[N:%.*]] = fcmp contract olt float %x, 0.000000e+00
; CHECK-NEXT: select contract i1 [[N]], float 0x7FF8000000000000, float [[A]]
define float @powr_to_three(float %x) {
  %y = call float @_Z4powrff(float %x, float 3.0)
  ret float %y
}

; CHECK-LABEL: @powr_without_nans(
; CHECK: [[X2:%.*]] = fmul nnan contract float
; CHECK-NEXT: ret float [[X2]]
define float @powr_without_nans(float %x) {
  %y = call nnan float @_Z4powrff(float %x, float 2.0)
  ret float %y
}

; CHECK-LABEL: @powr_to_zero(
; CHECK-NEXT: call float @_Z4powrff(
define float @powr_to_zero(float %x) {
  %y = call float @_Z4powrff(float %x, float 0.0)
  ret float %y
}

; A root is NaN where the base is negative, as `powr` is.
; CHECK-LABEL: @powr_root(
; CHECK-NEXT: [[R:%.*]] = call contract float @_Z4sqrtf(float %x)
; CHECK-NEXT: [[A:%.*]] = call contract float @llvm.fabs.f32(float [[R]])
; CHECK-NEXT: ret float [[A]]
define float @powr_root(float %x) {
  %y = call contract float @_Z4powrff(float %x, float 0.5)
  ret float %y
}

; CHECK-LABEL: @half_powr(
; CHECK: fcmp contract olt float %x
define float @half_powr(float %x) {
  %y = call float @_Z9half_powrff(float %x, float 2.0)
  ret float %y
}

; CHECK-LABEL: @native_powr(
; CHECK-NEXT: [[X2:%.*]] = fmul contract float %x, %x
; CHECK-NEXT: ret float [[X2]]
define float @native_powr(float %x) {
  %y = call float @_Z11native_powrff(float %x, float 2.0)
  ret float %y
}

; CHECK-LABEL: @native_root(
; CHECK-NEXT: call float @_Z11native_powrff(
define float @native_root(float %x) {
  %y = call float @_Z11native_powrff(float %x, float 0.5)
  ret float %y
}

; CHECK-LABEL: @of_two(
; CHECK-NEXT: call contract float @_Z4exp2f(float %x)
define float @of_two(float %x) {
  %y = call float @_Z3powff(float 2.0, float %x)
  ret float %y
}

; CHECK-LABEL: @of_ten(
; CHECK-NEXT: call contract double @_Z5exp10d(double %x)
define double @of_ten(double %x) {
  %y = call double @_Z3powdd(double 10.0, double %x)
  ret double %y
}

; CHECK-LABEL: @of_three(
; CHECK-NEXT: call float @_Z3powff(
define float @of_three(float %x) {
  %y = call float @_Z3powff(float 3.0, float %x)
  ret float %y
}

; NaN where the exponent is one, as the specification says of `powr` of other numbers than 1.
; CHECK-LABEL: @powr_of_two(
; CHECK-NEXT: call float @_Z4powrff(
define float @powr_of_two(float %x) {
  %y = call float @_Z4powrff(float 2.0, float %x)
  ret float %y
}

; CHECK-LABEL: @another_function(
; CHECK-NEXT: call float @_Z5powerff(
define float @another_function(float %x) {
  %y = call float @_Z5powerff(float %x, float 2.0)
  ret float %y
}

; A function of the program's own.
; CHECK-LABEL: @defined(
; CHECK-NEXT: call double @_Z3powdS_(
define double @defined(double %x) {
  %y = call double @_Z3powdS_(double %x, double 2.0)
  ret double %y
}
define double @_Z3powdS_(double %x, double %y) {
  ret double %x
}

; CHECK: [[BOUND]] = !{float 2.500000e+00}
