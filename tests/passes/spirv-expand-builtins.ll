; RUN: clc-opt -mtriple=spirv64 -passes=spirv-expand-builtins -S %s | FileCheck %s

declare spir_func i32 @_Z3allDv2_i(<2 x i32>)
; The sign bits are what counts.
; CHECK-LABEL: @all_of_two(
; CHECK-NEXT: [[A:%.*]] = extractelement <2 x i32> %x, i64 0
; CHECK-NEXT: [[B:%.*]] = extractelement <2 x i32> %x, i64 1
; CHECK-NEXT: [[C:%.*]] = and i32 [[A]], [[B]]
; CHECK-NEXT: [[D:%.*]] = icmp slt i32 [[C]], 0
; CHECK-NEXT: [[E:%.*]] = zext i1 [[D]] to i32
; CHECK-NEXT: ret i32 [[E]]
define i32 @all_of_two(<2 x i32> %x) {
  %r = call spir_func i32 @_Z3allDv2_i(<2 x i32> %x)
  ret i32 %r
}

declare spir_func i32 @_Z3anyDv3_c(<3 x i8>)
; CHECK-LABEL: @any_of_three(
; CHECK-NEXT: [[A:%.*]] = extractelement <3 x i8> %x, i64 0
; CHECK-NEXT: [[B:%.*]] = extractelement <3 x i8> %x, i64 1
; CHECK-NEXT: [[C:%.*]] = or i8 [[A]], [[B]]
; CHECK-NEXT: [[F:%.*]] = extractelement <3 x i8> %x, i64 2
; CHECK-NEXT: [[G:%.*]] = or i8 [[C]], [[F]]
; CHECK-NEXT: [[D:%.*]] = icmp slt i8 [[G]], 0
; CHECK-NEXT: [[E:%.*]] = zext i1 [[D]] to i32
; CHECK-NEXT: ret i32 [[E]]
define i32 @any_of_three(<3 x i8> %x) {
  %r = call spir_func i32 @_Z3anyDv3_c(<3 x i8> %x)
  ret i32 %r
}

declare spir_func i32 @_Z3alll(i64)
; CHECK-LABEL: @all_of_scalar(
; CHECK-NEXT: [[D:%.*]] = icmp slt i64 %x, 0
; CHECK-NEXT: [[E:%.*]] = zext i1 [[D]] to i32
; CHECK-NEXT: ret i32 [[E]]
define i32 @all_of_scalar(i64 %x) {
  %r = call spir_func i32 @_Z3alll(i64 %x)
  ret i32 %r
}

declare spir_func i32 @_Z3allDv2_f(<2 x float>)
; CHECK-LABEL: @all_of_floats(
; CHECK-NEXT: %r = call spir_func i32 @_Z3allDv2_f(<2 x float> %x)
; CHECK-NEXT: ret i32 %r
define i32 @all_of_floats(<2 x float> %x) {
  %r = call spir_func i32 @_Z3allDv2_f(<2 x float> %x)
  ret i32 %r
}

declare spir_func i32 @_Z3anyl(i64)
; CHECK-LABEL: @any_of_scalar(
; CHECK-NEXT: [[D:%.*]] = icmp slt i64 %x, 0
; CHECK-NEXT: [[E:%.*]] = zext i1 [[D]] to i32
; CHECK-NEXT: ret i32 [[E]]
define i32 @any_of_scalar(i64 %x) {
  %r = call spir_func i32 @_Z3anyl(i64 %x)
  ret i32 %r
}

declare spir_func i32 @_Z3anyDv2_f(<2 x float>)
; CHECK-LABEL: @any_of_floats(
; CHECK-NEXT: %r = call spir_func i32 @_Z3anyDv2_f(<2 x float> %x)
; CHECK-NEXT: ret i32 %r
define i32 @any_of_floats(<2 x float> %x) {
  %r = call spir_func i32 @_Z3anyDv2_f(<2 x float> %x)
  ret i32 %r
}

declare spir_func i64 @_Z12convert_longc(i8)
; CHECK-LABEL: @long_of_c(
; CHECK-NEXT: [[R:%.*]] = sext i8 %x to i64
; CHECK-NEXT: ret i64 [[R]]
define i64 @long_of_c(i8 %x) {
  %r = call spir_func i64 @_Z12convert_longc(i8 %x)
  ret i64 %r
}

declare spir_func i64 @_Z12convert_longs(i16)
; CHECK-LABEL: @long_of_s(
; CHECK-NEXT: [[R:%.*]] = sext i16 %x to i64
; CHECK-NEXT: ret i64 [[R]]
define i64 @long_of_s(i16 %x) {
  %r = call spir_func i64 @_Z12convert_longs(i16 %x)
  ret i64 %r
}

declare spir_func i64 @_Z12convert_longi(i32)
; CHECK-LABEL: @long_of_i(
; CHECK-NEXT: [[R:%.*]] = sext i32 %x to i64
; CHECK-NEXT: ret i64 [[R]]
define i64 @long_of_i(i32 %x) {
  %r = call spir_func i64 @_Z12convert_longi(i32 %x)
  ret i64 %r
}

declare spir_func i64 @_Z12convert_longh(i8)
; CHECK-LABEL: @long_of_h(
; CHECK-NEXT: [[R:%.*]] = zext i8 %x to i64
; CHECK-NEXT: ret i64 [[R]]
define i64 @long_of_h(i8 %x) {
  %r = call spir_func i64 @_Z12convert_longh(i8 %x)
  ret i64 %r
}

declare spir_func i64 @_Z12convert_longt(i16)
; CHECK-LABEL: @long_of_t(
; CHECK-NEXT: [[R:%.*]] = zext i16 %x to i64
; CHECK-NEXT: ret i64 [[R]]
define i64 @long_of_t(i16 %x) {
  %r = call spir_func i64 @_Z12convert_longt(i16 %x)
  ret i64 %r
}

declare spir_func i64 @_Z12convert_longj(i32)
; CHECK-LABEL: @long_of_j(
; CHECK-NEXT: [[R:%.*]] = zext i32 %x to i64
; CHECK-NEXT: ret i64 [[R]]
define i64 @long_of_j(i32 %x) {
  %r = call spir_func i64 @_Z12convert_longj(i32 %x)
  ret i64 %r
}

declare spir_func i64 @_Z12convert_longl(i64)
; CHECK-LABEL: @long_of_l(
; CHECK-NEXT: ret i64 %x
define i64 @long_of_l(i64 %x) {
  %r = call spir_func i64 @_Z12convert_longl(i64 %x)
  ret i64 %r
}

declare spir_func i64 @_Z12convert_longm(i64)
; CHECK-LABEL: @long_of_m(
; CHECK-NEXT: ret i64 %x
define i64 @long_of_m(i64 %x) {
  %r = call spir_func i64 @_Z12convert_longm(i64 %x)
  ret i64 %r
}

declare spir_func i64 @_Z12convert_longDh(half)
; CHECK-LABEL: @long_of_Dh(
; CHECK-NEXT: [[R:%.*]] = fptosi half %x to i64
; CHECK-NEXT: ret i64 [[R]]
define i64 @long_of_Dh(half %x) {
  %r = call spir_func i64 @_Z12convert_longDh(half %x)
  ret i64 %r
}

declare spir_func i64 @_Z12convert_longf(float)
; CHECK-LABEL: @long_of_f(
; CHECK-NEXT: [[R:%.*]] = fptosi float %x to i64
; CHECK-NEXT: ret i64 [[R]]
define i64 @long_of_f(float %x) {
  %r = call spir_func i64 @_Z12convert_longf(float %x)
  ret i64 %r
}

declare spir_func i64 @_Z12convert_longd(double)
; CHECK-LABEL: @long_of_d(
; CHECK-NEXT: [[R:%.*]] = fptosi double %x to i64
; CHECK-NEXT: ret i64 [[R]]
define i64 @long_of_d(double %x) {
  %r = call spir_func i64 @_Z12convert_longd(double %x)
  ret i64 %r
}

declare spir_func i8 @_Z13convert_ucharl(i64)
; CHECK-LABEL: @uchar_of_long(
; CHECK-NEXT: [[R:%.*]] = trunc i64 %x to i8
; CHECK-NEXT: ret i8 [[R]]
define i8 @uchar_of_long(i64 %x) {
  %r = call spir_func i8 @_Z13convert_ucharl(i64 %x)
  ret i8 %r
}

declare spir_func i16 @_Z14convert_ushortl(i64)
; CHECK-LABEL: @ushort_of_long(
; CHECK-NEXT: [[R:%.*]] = trunc i64 %x to i16
; CHECK-NEXT: ret i16 [[R]]
define i16 @ushort_of_long(i64 %x) {
  %r = call spir_func i16 @_Z14convert_ushortl(i64 %x)
  ret i16 %r
}

declare spir_func i32 @_Z12convert_uintl(i64)
; CHECK-LABEL: @uint_of_long(
; CHECK-NEXT: [[R:%.*]] = trunc i64 %x to i32
; CHECK-NEXT: ret i32 [[R]]
define i32 @uint_of_long(i64 %x) {
  %r = call spir_func i32 @_Z12convert_uintl(i64 %x)
  ret i32 %r
}

declare spir_func i8 @_Z12convert_chard(double)
; CHECK-LABEL: @char_of_double(
; CHECK-NEXT: [[R:%.*]] = fptosi double %x to i8
; CHECK-NEXT: ret i8 [[R]]
define i8 @char_of_double(double %x) {
  %r = call spir_func i8 @_Z12convert_chard(double %x)
  ret i8 %r
}

declare spir_func i16 @_Z13convert_shortd(double)
; CHECK-LABEL: @short_of_double(
; CHECK-NEXT: [[R:%.*]] = fptosi double %x to i16
; CHECK-NEXT: ret i16 [[R]]
define i16 @short_of_double(double %x) {
  %r = call spir_func i16 @_Z13convert_shortd(double %x)
  ret i16 %r
}

declare spir_func i32 @_Z11convert_intd(double)
; CHECK-LABEL: @int_of_double(
; CHECK-NEXT: [[R:%.*]] = fptosi double %x to i32
; CHECK-NEXT: ret i32 [[R]]
define i32 @int_of_double(double %x) {
  %r = call spir_func i32 @_Z11convert_intd(double %x)
  ret i32 %r
}

declare spir_func i64 @_Z13convert_ulongf(float)
; CHECK-LABEL: @ulong_of_float(
; CHECK-NEXT: [[R:%.*]] = fptoui float %x to i64
; CHECK-NEXT: ret i64 [[R]]
define i64 @ulong_of_float(float %x) {
  %r = call spir_func i64 @_Z13convert_ulongf(float %x)
  ret i64 %r
}

declare spir_func i64 @_Z13convert_ulongi(i32)
; CHECK-LABEL: @ulong_of_int(
; CHECK-NEXT: [[R:%.*]] = sext i32 %x to i64
; CHECK-NEXT: ret i64 [[R]]
define i64 @ulong_of_int(i32 %x) {
  %r = call spir_func i64 @_Z13convert_ulongi(i32 %x)
  ret i64 %r
}

declare spir_func <2 x i32> @_Z12convert_int2Dv2_s(<2 x i16>)
; CHECK-LABEL: @int2_of_s(
; CHECK-NEXT: [[R:%.*]] = sext <2 x i16> %x to <2 x i32>
; CHECK-NEXT: ret <2 x i32> [[R]]
define <2 x i32> @int2_of_s(<2 x i16> %x) {
  %r = call spir_func <2 x i32> @_Z12convert_int2Dv2_s(<2 x i16> %x)
  ret <2 x i32> %r
}

declare spir_func <3 x i32> @_Z13convert_uint3Dv3_h(<3 x i8>)
; CHECK-LABEL: @uint3_of_h(
; CHECK-NEXT: [[R:%.*]] = zext <3 x i8> %x to <3 x i32>
; CHECK-NEXT: ret <3 x i32> [[R]]
define <3 x i32> @uint3_of_h(<3 x i8> %x) {
  %r = call spir_func <3 x i32> @_Z13convert_uint3Dv3_h(<3 x i8> %x)
  ret <3 x i32> %r
}

declare spir_func <4 x i32> @_Z12convert_int4Dv4_j(<4 x i32>)
; CHECK-LABEL: @int4_of_j(
; CHECK-NEXT: ret <4 x i32> %x
define <4 x i32> @int4_of_j(<4 x i32> %x) {
  %r = call spir_func <4 x i32> @_Z12convert_int4Dv4_j(<4 x i32> %x)
  ret <4 x i32> %r
}

declare spir_func <8 x float> @_Z14convert_float8Dv8_i(<8 x i32>)
; CHECK-LABEL: @float8_of_i(
; CHECK-NEXT: [[R:%.*]] = sitofp <8 x i32> %x to <8 x float>
; CHECK-NEXT: ret <8 x float> [[R]]
define <8 x float> @float8_of_i(<8 x i32> %x) {
  %r = call spir_func <8 x float> @_Z14convert_float8Dv8_i(<8 x i32> %x)
  ret <8 x float> %r
}

declare spir_func <16 x half> @_Z14convert_half16Dv16_t(<16 x i16>)
; CHECK-LABEL: @half16_of_t(
; CHECK-NEXT: [[R:%.*]] = uitofp <16 x i16> %x to <16 x half>
; CHECK-NEXT: ret <16 x half> [[R]]
define <16 x half> @half16_of_t(<16 x i16> %x) {
  %r = call spir_func <16 x half> @_Z14convert_half16Dv16_t(<16 x i16> %x)
  ret <16 x half> %r
}

declare spir_func i32 @_Z15convert_int_rtps(i16)
; Integers are not rounded.
; CHECK-LABEL: @int_of_short_rtp(
; CHECK-NEXT: [[R:%.*]] = sext i16 %x to i32
; CHECK-NEXT: ret i32 [[R]]
define i32 @int_of_short_rtp(i16 %x) {
  %r = call spir_func i32 @_Z15convert_int_rtps(i16 %x)
  ret i32 %r
}

declare spir_func float @_Z13convert_floati(i32)
; CHECK-LABEL: @float_of_int(
; CHECK-NEXT: [[R:%.*]] = sitofp i32 %x to float
; CHECK-NEXT: ret float [[R]]
define float @float_of_int(i32 %x) {
  %r = call spir_func float @_Z13convert_floati(i32 %x)
  ret float %r
}

declare spir_func float @_Z13convert_floatj(i32)
; CHECK-LABEL: @float_of_uint(
; CHECK-NEXT: [[R:%.*]] = uitofp i32 %x to float
; CHECK-NEXT: ret float [[R]]
define float @float_of_uint(i32 %x) {
  %r = call spir_func float @_Z13convert_floatj(i32 %x)
  ret float %r
}

declare spir_func float @_Z17convert_float_rtei(i32)
; CHECK-LABEL: @float_of_int_rte(
; CHECK-NEXT: [[R:%.*]] = sitofp i32 %x to float
; CHECK-NEXT: ret float [[R]]
define float @float_of_int_rte(i32 %x) {
  %r = call spir_func float @_Z17convert_float_rtei(i32 %x)
  ret float %r
}

declare spir_func float @_Z17convert_float_rtzi(i32)
; CHECK-LABEL: @float_of_int_rtz(
; CHECK-NEXT: %r = call spir_func float @_Z17convert_float_rtzi(i32 %x)
; CHECK-NEXT: ret float %r
define float @float_of_int_rtz(i32 %x) {
  %r = call spir_func float @_Z17convert_float_rtzi(i32 %x)
  ret float %r
}

declare spir_func float @_Z17convert_float_rtpi(i32)
; CHECK-LABEL: @float_of_int_rtp(
; CHECK-NEXT: %r = call spir_func float @_Z17convert_float_rtpi(i32 %x)
; CHECK-NEXT: ret float %r
define float @float_of_int_rtp(i32 %x) {
  %r = call spir_func float @_Z17convert_float_rtpi(i32 %x)
  ret float %r
}

declare spir_func float @_Z17convert_float_rtni(i32)
; CHECK-LABEL: @float_of_int_rtn(
; CHECK-NEXT: %r = call spir_func float @_Z17convert_float_rtni(i32 %x)
; CHECK-NEXT: ret float %r
define float @float_of_int_rtn(i32 %x) {
  %r = call spir_func float @_Z17convert_float_rtni(i32 %x)
  ret float %r
}

declare spir_func float @_Z17convert_float_rtzs(i16)
; Each of the numbers is a float.
; CHECK-LABEL: @float_of_short_rtz(
; CHECK-NEXT: [[R:%.*]] = sitofp i16 %x to float
; CHECK-NEXT: ret float [[R]]
define float @float_of_short_rtz(i16 %x) {
  %r = call spir_func float @_Z17convert_float_rtzs(i16 %x)
  ret float %r
}

declare spir_func float @_Z17convert_float_rtps(i16)
; CHECK-LABEL: @float_of_short_rtp(
; CHECK-NEXT: [[R:%.*]] = sitofp i16 %x to float
; CHECK-NEXT: ret float [[R]]
define float @float_of_short_rtp(i16 %x) {
  %r = call spir_func float @_Z17convert_float_rtps(i16 %x)
  ret float %r
}

declare spir_func float @_Z17convert_float_rtns(i16)
; CHECK-LABEL: @float_of_short_rtn(
; CHECK-NEXT: [[R:%.*]] = sitofp i16 %x to float
; CHECK-NEXT: ret float [[R]]
define float @float_of_short_rtn(i16 %x) {
  %r = call spir_func float @_Z17convert_float_rtns(i16 %x)
  ret float %r
}

declare spir_func half @_Z16convert_half_rtzh(i8)
; CHECK-LABEL: @half_of_uchar_rtz(
; CHECK-NEXT: [[R:%.*]] = uitofp i8 %x to half
; CHECK-NEXT: ret half [[R]]
define half @half_of_uchar_rtz(i8 %x) {
  %r = call spir_func half @_Z16convert_half_rtzh(i8 %x)
  ret half %r
}

declare spir_func half @_Z16convert_half_rtzs(i16)
; CHECK-LABEL: @half_of_short_rtz(
; CHECK-NEXT: %r = call spir_func half @_Z16convert_half_rtzs(i16 %x)
; CHECK-NEXT: ret half %r
define half @half_of_short_rtz(i16 %x) {
  %r = call spir_func half @_Z16convert_half_rtzs(i16 %x)
  ret half %r
}

declare spir_func double @_Z18convert_double_rtzi(i32)
; CHECK-LABEL: @double_of_int_rtz(
; CHECK-NEXT: [[R:%.*]] = sitofp i32 %x to double
; CHECK-NEXT: ret double [[R]]
define double @double_of_int_rtz(i32 %x) {
  %r = call spir_func double @_Z18convert_double_rtzi(i32 %x)
  ret double %r
}

declare spir_func double @_Z18convert_double_rtzl(i64)
; CHECK-LABEL: @double_of_long_rtz(
; CHECK-NEXT: %r = call spir_func double @_Z18convert_double_rtzl(i64 %x)
; CHECK-NEXT: ret double %r
define double @double_of_long_rtz(i64 %x) {
  %r = call spir_func double @_Z18convert_double_rtzl(i64 %x)
  ret double %r
}

declare spir_func i32 @_Z15convert_int_rtzf(float)
; CHECK-LABEL: @int_of_float_rtz(
; CHECK-NEXT: [[R:%.*]] = fptosi float %x to i32
; CHECK-NEXT: ret i32 [[R]]
define i32 @int_of_float_rtz(float %x) {
  %r = call spir_func i32 @_Z15convert_int_rtzf(float %x)
  ret i32 %r
}

declare spir_func i32 @_Z16convert_uint_rtzf(float)
; CHECK-LABEL: @uint_of_float_rtz(
; CHECK-NEXT: [[R:%.*]] = fptoui float %x to i32
; CHECK-NEXT: ret i32 [[R]]
define i32 @uint_of_float_rtz(float %x) {
  %r = call spir_func i32 @_Z16convert_uint_rtzf(float %x)
  ret i32 %r
}

declare spir_func i32 @_Z15convert_int_rtef(float)
; CHECK-LABEL: @int_of_float_rte(
; CHECK-NEXT: %r = call spir_func i32 @_Z15convert_int_rtef(float %x)
; CHECK-NEXT: ret i32 %r
define i32 @int_of_float_rte(float %x) {
  %r = call spir_func i32 @_Z15convert_int_rtef(float %x)
  ret i32 %r
}

declare spir_func i32 @_Z15convert_int_rtpf(float)
; CHECK-LABEL: @int_of_float_rtp(
; CHECK-NEXT: %r = call spir_func i32 @_Z15convert_int_rtpf(float %x)
; CHECK-NEXT: ret i32 %r
define i32 @int_of_float_rtp(float %x) {
  %r = call spir_func i32 @_Z15convert_int_rtpf(float %x)
  ret i32 %r
}

declare spir_func i32 @_Z15convert_int_rtnf(float)
; CHECK-LABEL: @int_of_float_rtn(
; CHECK-NEXT: %r = call spir_func i32 @_Z15convert_int_rtnf(float %x)
; CHECK-NEXT: ret i32 %r
define i32 @int_of_float_rtn(float %x) {
  %r = call spir_func i32 @_Z15convert_int_rtnf(float %x)
  ret i32 %r
}

declare spir_func i32 @_Z15convert_int_rted(double)
; CHECK-LABEL: @int_of_double_rte(
; CHECK-NEXT: %r = call spir_func i32 @_Z15convert_int_rted(double %x)
; CHECK-NEXT: ret i32 %r
define i32 @int_of_double_rte(double %x) {
  %r = call spir_func i32 @_Z15convert_int_rted(double %x)
  ret i32 %r
}

declare spir_func float @_Z13convert_floatd(double)
; CHECK-LABEL: @float_of_double(
; CHECK-NEXT: [[R:%.*]] = fptrunc double %x to float
; CHECK-NEXT: ret float [[R]]
define float @float_of_double(double %x) {
  %r = call spir_func float @_Z13convert_floatd(double %x)
  ret float %r
}

declare spir_func float @_Z17convert_float_rted(double)
; CHECK-LABEL: @float_of_double_rte(
; CHECK-NEXT: [[R:%.*]] = fptrunc double %x to float
; CHECK-NEXT: ret float [[R]]
define float @float_of_double_rte(double %x) {
  %r = call spir_func float @_Z17convert_float_rted(double %x)
  ret float %r
}

declare spir_func float @_Z17convert_float_rtzd(double)
; CHECK-LABEL: @float_of_double_rtz(
; CHECK-NEXT: %r = call spir_func float @_Z17convert_float_rtzd(double %x)
; CHECK-NEXT: ret float %r
define float @float_of_double_rtz(double %x) {
  %r = call spir_func float @_Z17convert_float_rtzd(double %x)
  ret float %r
}

declare spir_func float @_Z17convert_float_rtpd(double)
; CHECK-LABEL: @float_of_double_rtp(
; CHECK-NEXT: %r = call spir_func float @_Z17convert_float_rtpd(double %x)
; CHECK-NEXT: ret float %r
define float @float_of_double_rtp(double %x) {
  %r = call spir_func float @_Z17convert_float_rtpd(double %x)
  ret float %r
}

declare spir_func float @_Z17convert_float_rtnd(double)
; CHECK-LABEL: @float_of_double_rtn(
; CHECK-NEXT: %r = call spir_func float @_Z17convert_float_rtnd(double %x)
; CHECK-NEXT: ret float %r
define float @float_of_double_rtn(double %x) {
  %r = call spir_func float @_Z17convert_float_rtnd(double %x)
  ret float %r
}

declare spir_func double @_Z14convert_doublef(float)
; CHECK-LABEL: @double_of_float(
; CHECK-NEXT: [[R:%.*]] = fpext float %x to double
; CHECK-NEXT: ret double [[R]]
define double @double_of_float(float %x) {
  %r = call spir_func double @_Z14convert_doublef(float %x)
  ret double %r
}

declare spir_func double @_Z18convert_double_rtpf(float)
; CHECK-LABEL: @double_of_float_rtp(
; CHECK-NEXT: [[R:%.*]] = fpext float %x to double
; CHECK-NEXT: ret double [[R]]
define double @double_of_float_rtp(float %x) {
  %r = call spir_func double @_Z18convert_double_rtpf(float %x)
  ret double %r
}

declare spir_func float @_Z17convert_float_rtnf(float)
; CHECK-LABEL: @float_of_float_rtn(
; CHECK-NEXT: ret float %x
define float @float_of_float_rtn(float %x) {
  %r = call spir_func float @_Z17convert_float_rtnf(float %x)
  ret float %r
}

declare spir_func i8 @_Z17convert_uchar_sati(i32)
; CHECK-LABEL: @uchar_sat_of_i(
; CHECK-NEXT: [[C0:%.*]] = call i32 @llvm.smax.i32(i32 %x, i32 0)
; CHECK-NEXT: [[C1:%.*]] = call i32 @llvm.smin.i32(i32 [[C0]], i32 255)
; CHECK-NEXT: [[R:%.*]] = trunc i32 [[C1]] to i8
; CHECK-NEXT: ret i8 [[R]]
define i8 @uchar_sat_of_i(i32 %x) {
  %r = call spir_func i8 @_Z17convert_uchar_sati(i32 %x)
  ret i8 %r
}

declare spir_func i8 @_Z16convert_char_sati(i32)
; CHECK-LABEL: @char_sat_of_i(
; CHECK-NEXT: [[C0:%.*]] = call i32 @llvm.smax.i32(i32 %x, i32 -128)
; CHECK-NEXT: [[C1:%.*]] = call i32 @llvm.smin.i32(i32 [[C0]], i32 127)
; CHECK-NEXT: [[R:%.*]] = trunc i32 [[C1]] to i8
; CHECK-NEXT: ret i8 [[R]]
define i8 @char_sat_of_i(i32 %x) {
  %r = call spir_func i8 @_Z16convert_char_sati(i32 %x)
  ret i8 %r
}

declare spir_func i8 @_Z16convert_char_satj(i32)
; CHECK-LABEL: @char_sat_of_j(
; CHECK-NEXT: [[C0:%.*]] = call i32 @llvm.umin.i32(i32 %x, i32 127)
; CHECK-NEXT: [[R:%.*]] = trunc i32 [[C0]] to i8
; CHECK-NEXT: ret i8 [[R]]
define i8 @char_sat_of_j(i32 %x) {
  %r = call spir_func i8 @_Z16convert_char_satj(i32 %x)
  ret i8 %r
}

declare spir_func i8 @_Z17convert_uchar_satj(i32)
; CHECK-LABEL: @uchar_sat_of_j(
; CHECK-NEXT: [[C0:%.*]] = call i32 @llvm.umin.i32(i32 %x, i32 255)
; CHECK-NEXT: [[R:%.*]] = trunc i32 [[C0]] to i8
; CHECK-NEXT: ret i8 [[R]]
define i8 @uchar_sat_of_j(i32 %x) {
  %r = call spir_func i8 @_Z17convert_uchar_satj(i32 %x)
  ret i8 %r
}

declare spir_func i32 @_Z16convert_uint_sati(i32)
; CHECK-LABEL: @uint_sat_of_i(
; CHECK-NEXT: [[C0:%.*]] = call i32 @llvm.smax.i32(i32 %x, i32 0)
; CHECK-NEXT: ret i32 [[C0]]
define i32 @uint_sat_of_i(i32 %x) {
  %r = call spir_func i32 @_Z16convert_uint_sati(i32 %x)
  ret i32 %r
}

declare spir_func i32 @_Z15convert_int_satj(i32)
; CHECK-LABEL: @int_sat_of_j(
; CHECK-NEXT: [[C0:%.*]] = call i32 @llvm.umin.i32(i32 %x, i32 2147483647)
; CHECK-NEXT: ret i32 [[C0]]
define i32 @int_sat_of_j(i32 %x) {
  %r = call spir_func i32 @_Z15convert_int_satj(i32 %x)
  ret i32 %r
}

declare spir_func i32 @_Z15convert_int_sati(i32)
; CHECK-LABEL: @int_sat_of_i(
; CHECK-NEXT: ret i32 %x
define i32 @int_sat_of_i(i32 %x) {
  %r = call spir_func i32 @_Z15convert_int_sati(i32 %x)
  ret i32 %r
}

declare spir_func i32 @_Z16convert_uint_satj(i32)
; CHECK-LABEL: @uint_sat_of_j(
; CHECK-NEXT: ret i32 %x
define i32 @uint_sat_of_j(i32 %x) {
  %r = call spir_func i32 @_Z16convert_uint_satj(i32 %x)
  ret i32 %r
}

declare spir_func i32 @_Z15convert_int_satc(i8)
; CHECK-LABEL: @int_sat_of_c(
; CHECK-NEXT: [[R:%.*]] = sext i8 %x to i32
; CHECK-NEXT: ret i32 [[R]]
define i32 @int_sat_of_c(i8 %x) {
  %r = call spir_func i32 @_Z15convert_int_satc(i8 %x)
  ret i32 %r
}

declare spir_func i32 @_Z16convert_uint_satc(i8)
; CHECK-LABEL: @uint_sat_of_c(
; CHECK-NEXT: [[C0:%.*]] = call i8 @llvm.smax.i8(i8 %x, i8 0)
; CHECK-NEXT: [[R:%.*]] = sext i8 [[C0]] to i32
; CHECK-NEXT: ret i32 [[R]]
define i32 @uint_sat_of_c(i8 %x) {
  %r = call spir_func i32 @_Z16convert_uint_satc(i8 %x)
  ret i32 %r
}

declare spir_func i32 @_Z15convert_int_sath(i8)
; CHECK-LABEL: @int_sat_of_h(
; CHECK-NEXT: [[R:%.*]] = zext i8 %x to i32
; CHECK-NEXT: ret i32 [[R]]
define i32 @int_sat_of_h(i8 %x) {
  %r = call spir_func i32 @_Z15convert_int_sath(i8 %x)
  ret i32 %r
}

declare spir_func i32 @_Z15convert_int_satl(i64)
; CHECK-LABEL: @int_sat_of_l(
; CHECK-NEXT: [[C0:%.*]] = call i64 @llvm.smax.i64(i64 %x, i64 -2147483648)
; CHECK-NEXT: [[C1:%.*]] = call i64 @llvm.smin.i64(i64 [[C0]], i64 2147483647)
; CHECK-NEXT: [[R:%.*]] = trunc i64 [[C1]] to i32
; CHECK-NEXT: ret i32 [[R]]
define i32 @int_sat_of_l(i64 %x) {
  %r = call spir_func i32 @_Z15convert_int_satl(i64 %x)
  ret i32 %r
}

declare spir_func <4 x i16> @_Z18convert_short4_satDv4_i(<4 x i32>)
; CHECK-LABEL: @short4_sat_of_i(
; CHECK-NEXT: [[C0:%.*]] = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %x, <4 x i32> splat (i32 -32768))
; CHECK-NEXT: [[C1:%.*]] = call <4 x i32> @llvm.smin.v4i32(<4 x i32> [[C0]], <4 x i32> splat (i32 32767))
; CHECK-NEXT: [[R:%.*]] = trunc <4 x i32> [[C1]] to <4 x i16>
; CHECK-NEXT: ret <4 x i16> [[R]]
define <4 x i16> @short4_sat_of_i(<4 x i32> %x) {
  %r = call spir_func <4 x i16> @_Z18convert_short4_satDv4_i(<4 x i32> %x)
  ret <4 x i16> %r
}

declare spir_func i8 @_Z21convert_uchar_sat_rtps(i16)
; CHECK-LABEL: @uchar_sat_rtp_of_s(
; CHECK-NEXT: [[C0:%.*]] = call i16 @llvm.smax.i16(i16 %x, i16 0)
; CHECK-NEXT: [[C1:%.*]] = call i16 @llvm.smin.i16(i16 [[C0]], i16 255)
; CHECK-NEXT: [[R:%.*]] = trunc i16 [[C1]] to i8
; CHECK-NEXT: ret i8 [[R]]
define i8 @uchar_sat_rtp_of_s(i16 %x) {
  %r = call spir_func i8 @_Z21convert_uchar_sat_rtps(i16 %x)
  ret i8 %r
}

declare spir_func i8 @_Z16convert_char_satf(float)
; CHECK-LABEL: @char_sat_of_float(
; CHECK-NEXT: %r = call spir_func i8 @_Z16convert_char_satf(float %x)
; CHECK-NEXT: ret i8 %r
define i8 @char_sat_of_float(float %x) {
  %r = call spir_func i8 @_Z16convert_char_satf(float %x)
  ret i8 %r
}

declare spir_func float @_Z17convert_float_sati(i32)
; CHECK-LABEL: @float_sat_of_int(
; CHECK-NEXT: %r = call spir_func float @_Z17convert_float_sati(i32 %x)
; CHECK-NEXT: ret float %r
define float @float_sat_of_int(i32 %x) {
  %r = call spir_func float @_Z17convert_float_sati(i32 %x)
  ret float %r
}

; CHECK-LABEL: @two_arguments(
; CHECK-NEXT: %r = call spir_func i32 @_Z3allii(i32 %x, i32 %y)
; CHECK-NEXT: %s = call spir_func i64 @_Z12convert_longii(i32 %x, i32 %y)
; CHECK-NEXT: %t = call spir_func i64 @_Z16convert_long_rtni(i32 %x, i32 %y)
define i32 @two_arguments(i32 %x, i32 %y) {
  %r = call spir_func i32 @_Z3allii(i32 %x, i32 %y)
  %s = call spir_func i64 @_Z12convert_longii(i32 %x, i32 %y)
  %t = call spir_func i64 @_Z16convert_long_rtni(i32 %x, i32 %y)
  ret i32 %r
}
declare spir_func i32 @_Z3allii(i32, i32)
declare spir_func i64 @_Z12convert_longii(i32, i32)
declare spir_func i64 @_Z16convert_long_rtni(i32, i32)

declare spir_func i32 @_Z3minDv2_i(<2 x i32>)
; CHECK-LABEL: @another_function(
; CHECK-NEXT: %r = call spir_func i32 @_Z3minDv2_i(<2 x i32> %x)
; CHECK-NEXT: ret i32 %r
define i32 @another_function(<2 x i32> %x) {
  %r = call spir_func i32 @_Z3minDv2_i(<2 x i32> %x)
  ret i32 %r
}

declare spir_func i32 @"11convert_inth"(i8)
; CHECK-LABEL: @no_mangled_name(
; CHECK-NEXT: %r = call spir_func i32 @"11convert_inth"(i8 %x)
; CHECK-NEXT: ret i32 %r
define i32 @no_mangled_name(i8 %x) {
  %r = call spir_func i32 @"11convert_inth"(i8 %x)
  ret i32 %r
}

declare spir_func i32 @_Z99convert_inth(i8)
; CHECK-LABEL: @length_too_large(
; CHECK-NEXT: %r = call spir_func i32 @_Z99convert_inth(i8 %x)
; CHECK-NEXT: ret i32 %r
define i32 @length_too_large(i8 %x) {
  %r = call spir_func i32 @_Z99convert_inth(i8 %x)
  ret i32 %r
}

declare spir_func i32 @_Z3inth(i8)
; CHECK-LABEL: @no_convert(
; CHECK-NEXT: %r = call spir_func i32 @_Z3inth(i8 %x)
; CHECK-NEXT: ret i32 %r
define i32 @no_convert(i8 %x) {
  %r = call spir_func i32 @_Z3inth(i8 %x)
  ret i32 %r
}

declare spir_func i1 @_Z12convert_boolh(i8)
; CHECK-LABEL: @no_type(
; CHECK-NEXT: %r = call spir_func i1 @_Z12convert_boolh(i8 %x)
; CHECK-NEXT: ret i1 %r
define i1 @no_type(i8 %x) {
  %r = call spir_func i1 @_Z12convert_boolh(i8 %x)
  ret i1 %r
}

declare spir_func float @_Z14convert_ufloath(i8)
; CHECK-LABEL: @no_unsigned_type(
; CHECK-NEXT: %r = call spir_func float @_Z14convert_ufloath(i8 %x)
; CHECK-NEXT: ret float %r
define float @no_unsigned_type(i8 %x) {
  %r = call spir_func float @_Z14convert_ufloath(i8 %x)
  ret float %r
}

declare spir_func <5 x i32> @_Z12convert_int5Dv5_h(<5 x i8>)
; CHECK-LABEL: @no_length(
; CHECK-NEXT: %r = call spir_func <5 x i32> @_Z12convert_int5Dv5_h(<5 x i8> %x)
; CHECK-NEXT: ret <5 x i32> %r
define <5 x i32> @no_length(<5 x i8> %x) {
  %r = call spir_func <5 x i32> @_Z12convert_int5Dv5_h(<5 x i8> %x)
  ret <5 x i32> %r
}

declare spir_func i32 @_Z15convert_int_odds(i16)
; CHECK-LABEL: @no_rounding(
; CHECK-NEXT: %r = call spir_func i32 @_Z15convert_int_odds(i16 %x)
; CHECK-NEXT: ret i32 %r
define i32 @no_rounding(i16 %x) {
  %r = call spir_func i32 @_Z15convert_int_odds(i16 %x)
  ret i32 %r
}

declare spir_func <2 x i32> @_Z12convert_int2Dv5_h(<2 x i8>)
; CHECK-LABEL: @no_length_of_source(
; CHECK-NEXT: %r = call spir_func <2 x i32> @_Z12convert_int2Dv5_h(<2 x i8> %x)
; CHECK-NEXT: ret <2 x i32> %r
define <2 x i32> @no_length_of_source(<2 x i8> %x) {
  %r = call spir_func <2 x i32> @_Z12convert_int2Dv5_h(<2 x i8> %x)
  ret <2 x i32> %r
}

declare spir_func <2 x i32> @_Z12convert_int2Dv2h(<2 x i8>)
; CHECK-LABEL: @no_underline_of_source(
; CHECK-NEXT: %r = call spir_func <2 x i32> @_Z12convert_int2Dv2h(<2 x i8> %x)
; CHECK-NEXT: ret <2 x i32> %r
define <2 x i32> @no_underline_of_source(<2 x i8> %x) {
  %r = call spir_func <2 x i32> @_Z12convert_int2Dv2h(<2 x i8> %x)
  ret <2 x i32> %r
}

declare spir_func i32 @_Z11convert_intb(i1)
; CHECK-LABEL: @of_bool(
; CHECK-NEXT: %r = call spir_func i32 @_Z11convert_intb(i1 %x)
; CHECK-NEXT: ret i32 %r
define i32 @of_bool(i1 %x) {
  %r = call spir_func i32 @_Z11convert_intb(i1 %x)
  ret i32 %r
}

; CHECK-LABEL: @twice(
; CHECK-NEXT: [[R:%.*]] = sext i8 %x to i64
; CHECK-NEXT: [[S:%.*]] = sext i8 %y to i64
; CHECK-NEXT: add i64 [[R]], [[S]]
define i64 @twice(i8 %x, i8 %y) {
  %r = call spir_func i64 @_Z12convert_longc(i8 %x)
  %s = call spir_func i64 @_Z12convert_longc(i8 %y)
  %t = add i64 %r, %s
  ret i64 %t
}
; CHECK-LABEL: @no_call(
; CHECK-NEXT: store ptr @_Z12convert_longc, ptr %p
; CHECK-NEXT: store ptr @_Z3alll, ptr %p
define void @no_call(ptr %p) {
  store ptr @_Z12convert_longc, ptr %p
  store ptr @_Z3alll, ptr %p
  ret void
}
; Functions of the program's own.
; CHECK-LABEL: @defined(
; CHECK-NEXT: %r = call i32 @_Z3allc(i8 %x)
; CHECK-NEXT: %s = call i32 @_Z15convert_int_rtzc(i8 %x)
define void @defined(i8 %x) {
  %r = call i32 @_Z3allc(i8 %x)
  %s = call i32 @_Z15convert_int_rtzc(i8 %x)
  ret void
}
define i32 @_Z3allc(i8 %x) {
  ret i32 1
}
define i32 @_Z15convert_int_rtzc(i8 %x) {
  ret i32 1
}
