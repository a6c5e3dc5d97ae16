; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -passes=lower-maths-intrinsics -S %s | FileCheck --check-prefixes=CHECK,CHIP %s
; RUN: clc-opt -mtriple=spirv64 -passes=lower-maths-intrinsics -S %s | FileCheck --check-prefixes=CHECK,SPIRV %s

; CHECK-LABEL: @acos(
; CHIP: call float @_Z4acosf(float %x)
; SPIRV: call float @llvm.acos.f32(float %x)
define float @acos(float %x) {
  %y = call float @llvm.acos.f32(float %x)
  ret float %y
}

; CHECK-LABEL: @asin(
; CHIP: call float @_Z4asinf(float %x)
; SPIRV: call float @llvm.asin.f32(float %x)
define float @asin(float %x) {
  %y = call float @llvm.asin.f32(float %x)
  ret float %y
}

; CHECK-LABEL: @atan(
; CHIP: call float @_Z4atanf(float %x)
; SPIRV: call float @llvm.atan.f32(float %x)
define float @atan(float %x) {
  %y = call float @llvm.atan.f32(float %x)
  ret float %y
}

; CHECK-LABEL: @cos(
; CHIP: call float @_Z3cosf(float %x)
; SPIRV: call float @llvm.cos.f32(float %x)
define float @cos(float %x) {
  %y = call float @llvm.cos.f32(float %x)
  ret float %y
}

; CHECK-LABEL: @cosh(
; CHIP: call float @_Z4coshf(float %x)
; SPIRV: call float @llvm.cosh.f32(float %x)
define float @cosh(float %x) {
  %y = call float @llvm.cosh.f32(float %x)
  ret float %y
}

; CHECK-LABEL: @exp(
; CHIP: call float @_Z3expf(float %x)
; SPIRV: call float @llvm.exp.f32(float %x)
define float @exp(float %x) {
  %y = call float @llvm.exp.f32(float %x)
  ret float %y
}

; CHECK-LABEL: @exp2(
; CHIP: call float @_Z4exp2f(float %x)
; SPIRV: call float @llvm.exp2.f32(float %x)
define float @exp2(float %x) {
  %y = call float @llvm.exp2.f32(float %x)
  ret float %y
}

; CHECK-LABEL: @log(
; CHIP: call float @_Z3logf(float %x)
; SPIRV: call float @llvm.log.f32(float %x)
define float @log(float %x) {
  %y = call float @llvm.log.f32(float %x)
  ret float %y
}

; CHECK-LABEL: @log10(
; CHIP: call float @_Z5log10f(float %x)
; SPIRV: call float @llvm.log10.f32(float %x)
define float @log10(float %x) {
  %y = call float @llvm.log10.f32(float %x)
  ret float %y
}

; CHECK-LABEL: @log2(
; CHIP: call float @_Z4log2f(float %x)
; SPIRV: call float @llvm.log2.f32(float %x)
define float @log2(float %x) {
  %y = call float @llvm.log2.f32(float %x)
  ret float %y
}

; CHECK-LABEL: @sin(
; CHIP: call float @_Z3sinf(float %x)
; SPIRV: call float @llvm.sin.f32(float %x)
define float @sin(float %x) {
  %y = call float @llvm.sin.f32(float %x)
  ret float %y
}

; CHECK-LABEL: @sinh(
; CHIP: call float @_Z4sinhf(float %x)
; SPIRV: call float @llvm.sinh.f32(float %x)
define float @sinh(float %x) {
  %y = call float @llvm.sinh.f32(float %x)
  ret float %y
}

; CHECK-LABEL: @tan(
; CHIP: call float @_Z3tanf(float %x)
; SPIRV: call float @llvm.tan.f32(float %x)
define float @tan(float %x) {
  %y = call float @llvm.tan.f32(float %x)
  ret float %y
}

; CHECK-LABEL: @tanh(
; CHIP: call float @_Z4tanhf(float %x)
; SPIRV: call float @llvm.tanh.f32(float %x)
define float @tanh(float %x) {
  %y = call float @llvm.tanh.f32(float %x)
  ret float %y
}

; CHECK-LABEL: @atan2(
; CHIP: call double @_Z5atan2dd(double %x, double %y)
; SPIRV: call double @llvm.atan2.f64(double %x, double %y)
define double @atan2(double %x, double %y) {
  %z = call double @llvm.atan2.f64(double %x, double %y)
  ret double %z
}

; CHECK-LABEL: @pow(
; CHIP: call half @_Z3powDhDh(half %x, half %y)
; SPIRV: call half @llvm.pow.f16(half %x, half %y)
define half @pow(half %x, half %y) {
  %z = call half @llvm.pow.f16(half %x, half %y)
  ret half %z
}

; CHECK-LABEL: @powi(
; CHIP: call float @_Z4pownfi(float %x, i32 %n)
; SPIRV: call float @llvm.powi.f32.i32(float %x, i32 %n)
define float @powi(float %x, i32 %n) {
  %z = call float @llvm.powi.f32.i32(float %x, i32 %n)
  ret float %z
}

; OpenCL's calling convention is that of SPIR-V's functions.
; CHECK-LABEL: @exp10(
; CHIP: call float @_Z5exp10f(float %x)
; SPIRV: call spir_func float @_Z5exp10f(float %x)
define float @exp10(float %x) {
  %y = call float @llvm.exp10.f32(float %x)
  ret float %y
}

; CHECK-LABEL: @keeps_fast_flags(
; CHIP: call fast float @_Z3sinf(float %x)
define float @keeps_fast_flags(float %x) {
  %y = call fast float @llvm.sin.f32(float %x)
  ret float %y
}

; CHECK-LABEL: @elements(
; CHIP: [[X0:%.*]] = extractelement <2 x float> %x, i64 0
; CHIP: [[Y0:%.*]] = call float @_Z3sinf(float [[X0]])
; CHIP: [[V0:%.*]] = insertelement <2 x float> poison, float [[Y0]], i64 0
; CHIP: [[X1:%.*]] = extractelement <2 x float> %x, i64 1
; CHIP: [[Y1:%.*]] = call float @_Z3sinf(float [[X1]])
; CHIP: [[V1:%.*]] = insertelement <2 x float> [[V0]], float [[Y1]], i64 1
; CHIP: ret <2 x float> [[V1]]
define <2 x float> @elements(<2 x float> %x) {
  %y = call <2 x float> @llvm.sin.v2f32(<2 x float> %x)
  ret <2 x float> %y
}

; CHECK-LABEL: @ldexp_of_short(
; CHECK: [[N:%.*]] = sext i16 %n to i32
; CHECK: @_Z5ldexpfi(float %x, i32 [[N]])
define float @ldexp_of_short(float %x, i16 %n) {
  %y = call float @llvm.ldexp.f32.i16(float %x, i16 %n)
  ret float %y
}

; CHECK-LABEL: @ldexp_of_long(
; CHECK: [[A:%.*]] = call i64 @llvm.smax.i64(i64 %n, i64 -2147483648)
; CHECK: [[B:%.*]] = call i64 @llvm.smin.i64(i64 [[A]], i64 2147483647)
; CHECK: [[N:%.*]] = trunc i64 [[B]] to i32
; CHECK: @_Z5ldexpfi(float %x, i32 [[N]])
define float @ldexp_of_long(float %x, i64 %n) {
  %y = call float @llvm.ldexp.f32.i64(float %x, i64 %n)
  ret float %y
}

; CHECK-LABEL: @lrint(
; CHECK: [[R:%.*]] = call float @llvm.rint.f32(float %x)
; CHECK: fptosi float [[R]] to i32
define i32 @lrint(float %x) {
  %y = call i32 @llvm.lrint.i32.f32(float %x)
  ret i32 %y
}

; CHECK-LABEL: @llrint(
; CHECK: [[R:%.*]] = call float @llvm.rint.f32(float %x)
; CHECK: fptosi float [[R]] to i64
define i64 @llrint(float %x) {
  %y = call i64 @llvm.llrint.i64.f32(float %x)
  ret i64 %y
}

; CHECK-LABEL: @lround(
; CHIP: [[R:%.*]] = call float @llvm.round.f32(float %x)
; CHIP: fptosi float [[R]] to i32
; SPIRV: call i32 @llvm.lround.i32.f32(float %x)
define i32 @lround(float %x) {
  %y = call i32 @llvm.lround.i32.f32(float %x)
  ret i32 %y
}

; CHECK-LABEL: @llround(
; CHECK: [[R:%.*]] = call float @llvm.round.f32(float %x)
; CHECK: fptosi float [[R]] to i64
define i64 @llround(float %x) {
  %y = call i64 @llvm.llround.i64.f32(float %x)
  ret i64 %y
}

; Of equal numbers, zeros of both signs among them, the maximum is the one whose sign is clear.
; CHECK-LABEL: @maximumnum(
; CHIP: call float @llvm.maximumnum.f32(float %x, float %y)
; SPIRV: [[XB:%.*]] = bitcast float %x to i32
; SPIRV: [[YB:%.*]] = bitcast float %y to i32
; SPIRV: [[BOTH:%.*]] = and i32 [[XB]], [[YB]]
; SPIRV: [[M:%.*]] = call float @llvm.maxnum.f32(float %x, float %y)
; SPIRV: [[EQ:%.*]] = fcmp oeq float %x, %y
; SPIRV: [[BF:%.*]] = bitcast i32 [[BOTH]] to float
; SPIRV: select i1 [[EQ]], float [[BF]], float [[M]]
define float @maximumnum(float %x, float %y) {
  %z = call float @llvm.maximumnum.f32(float %x, float %y)
  ret float %z
}

; CHECK-LABEL: @minimumnum(
; CHIP: call float @llvm.minimumnum.f32(float %x, float %y)
; SPIRV: or i32
; SPIRV: call float @llvm.minnum.f32(float %x, float %y)
define float @minimumnum(float %x, float %y) {
  %z = call float @llvm.minimumnum.f32(float %x, float %y)
  ret float %z
}

; The fraction of an infinity is a zero of its sign.
; CHECK-LABEL: @modf(
; CHIP: [[W:%.*]] = call float @llvm.trunc.f32(float %x)
; CHIP: [[A:%.*]] = call float @llvm.fabs.f32(float %x)
; CHIP: [[I:%.*]] = fcmp oeq float [[A]], 0x7FF0000000000000
; CHIP: [[D:%.*]] = fsub float %x, [[W]]
; CHIP: [[R:%.*]] = select i1 [[I]], float 0.000000e+00, float [[D]]
; CHIP: [[F:%.*]] = call float @llvm.copysign.f32(float [[R]], float %x)
; CHIP: [[P:%.*]] = insertvalue { float, float } poison, float [[F]], 0
; CHIP: insertvalue { float, float } [[P]], float [[W]], 1
; SPIRV: call { float, float } @llvm.modf.f32(float %x)
define { float, float } @modf(float %x) {
  %y = call { float, float } @llvm.modf.f32(float %x)
  ret { float, float } %y
}

; CHECK-LABEL: @sincos(
; CHECK: [[S:%.*]] = call{{.*}} float @_Z3sinf(float %x)
; CHECK: [[C:%.*]] = call{{.*}} float @_Z3cosf(float %x)
; CHECK: [[P:%.*]] = insertvalue { float, float } poison, float [[S]], 0
; CHECK: insertvalue { float, float } [[P]], float [[C]], 1
define { float, float } @sincos(float %x) {
  %y = call { float, float } @llvm.sincos.f32(float %x)
  ret { float, float } %y
}

; CHECK-LABEL: @has_instructions(
; CHECK-NEXT: call float @llvm.sqrt.f32(float %x)
define float @has_instructions(float %x) {
  %y = call float @llvm.sqrt.f32(float %x)
  ret float %y
}

; CHIP: declare float @_Z4acosf(float) [[PURE:#[0-9]+]]
; CHIP: attributes [[PURE]] = { nounwind willreturn memory(none) }
