; RUN: split-file %s %t
; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -passes=nvptx-make-names-valid -S %t/local.ll | FileCheck %t/local.ll
; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -passes=nvptx-make-names-valid -S %t/good.ll | FileCheck %t/good.ll
; RUN: not clc-opt -mtriple=nvptx64-nvidia-nvcl -passes=nvptx-make-names-valid -S %t/umlaut.ll 2>&1 | FileCheck %t/umlaut.ll
; RUN: not clc-opt -mtriple=nvptx64-nvidia-nvcl -passes=nvptx-make-names-valid -S %t/underscore.ll 2>&1 | FileCheck %t/underscore.ll
; RUN: not clc-opt -mtriple=nvptx64-nvidia-nvcl -passes=nvptx-make-names-valid -S %t/dollar.ll 2>&1 | FileCheck %t/dollar.ll
; RUN: not clc-opt -mtriple=nvptx64-nvidia-nvcl -passes=nvptx-make-names-valid -S %t/warp.ll 2>&1 | FileCheck %t/warp.ll
; RUN: not clc-opt -mtriple=nvptx64-nvidia-nvcl -passes=nvptx-make-names-valid -S %t/param.ll 2>&1 | FileCheck %t/param.ll
; RUN: not clc-opt -mtriple=nvptx64-nvidia-nvcl -passes=nvptx-make-names-valid -S %t/retval.ll 2>&1 | FileCheck %t/retval.ll
; RUN: not clc-opt -mtriple=nvptx64-nvidia-nvcl -passes=nvptx-make-names-valid -S %t/func_retval.ll 2>&1 | FileCheck %t/func_retval.ll
; RUN: not clc-opt -mtriple=nvptx64-nvidia-nvcl -passes=nvptx-make-names-valid -S %t/depot.ll 2>&1 | FileCheck %t/depot.ll
; RUN: not clc-opt -mtriple=nvptx64-nvidia-nvcl -passes=nvptx-make-names-valid -S %t/label.ll 2>&1 | FileCheck %t/label.ll
; RUN: not clc-opt -mtriple=nvptx64-nvidia-nvcl -passes=nvptx-make-names-valid -S %t/parameter.ll 2>&1 | FileCheck %t/parameter.ll

;--- local.ll
; Names that PTX does not have.
; CHECK: @clc_renamed{{[0-9]*}} = internal global i32 1
@"gr\C3\B6\C3\9Fe" = internal global i32 1
; CHECK: @clc_renamed{{[0-9]*}} = private global i32 2
@_ = private global i32 2
; CHECK: @clc_renamed{{[0-9]*}} = internal global i32 3
@"$" = internal global i32 3
; CHECK: @clc_renamed{{[0-9]*}} = internal global i32 4
@WARP_SZ = internal global i32 4

; Names that the backend gives.
; CHECK: @clc_renamed{{[0-9]*}} = internal global i32 5
@"$L__BB0_1" = internal global i32 5
; CHECK: @clc_renamed{{[0-9]*}} = internal global i32 6
@f_param_12 = internal global i32 6
; CHECK: @clc_renamed{{[0-9]*}} = internal global i32 7
@param3 = internal global i32 7
; CHECK: @clc_renamed{{[0-9]*}} = internal global i32 8
@retval0 = internal global i32 8
; CHECK: @clc_renamed{{[0-9]*}} = internal global i32 9
@func_retval0 = internal global i32 9
; CHECK: @clc_renamed{{[0-9]*}} = internal global i32 10
@__local_depot1 = internal global i32 10

; Names like those.
; CHECK: @__ = internal global i32 11
@__ = internal global i32 11
; CHECK: @"$$" = internal global i32 12
@"$$" = internal global i32 12
; CHECK: @warp_sz = internal global i32 13
@warp_sz = internal global i32 13
; CHECK: @"$L__end" = internal global i32 14
@"$L__end" = internal global i32 14
; CHECK: @"$L_1" = internal global i32 15
@"$L_1" = internal global i32 15
; CHECK: @f_param_ = internal global i32 16
@f_param_ = internal global i32 16
; CHECK: @f_param1 = internal global i32 17
@f_param1 = internal global i32 17
; CHECK: @_param_1 = internal global i32 18
@_param_1 = internal global i32 18
; CHECK: @param = internal global i32 19
@param = internal global i32 19
; CHECK: @retval = internal global i32 20
@retval = internal global i32 20
; CHECK: @func_retval = internal global i32 21
@func_retval = internal global i32 21
; CHECK: @__local_depot = internal global i32 22
@__local_depot = internal global i32 22
; CHECK: @params0 = internal global i32 23
@params0 = internal global i32 23
; CHECK: @my_retval0 = internal global i32 24
@my_retval0 = internal global i32 24
; ptxas takes instructions' names.
; CHECK: @add = internal global i32 25
@add = internal global i32 25

; Functions, too, and their calls.
; CHECK: define internal void @[[UMLAUT:clc_renamed[0-9]*]]() {
define internal void @"\C3\A4"() {
  ret void
}
; CHECK: define internal void @[[DEPOT:clc_renamed[0-9]*]]() {
define internal void @__local_depot0() {
  ret void
}
; CHECK-LABEL: define ptx_kernel void @k() {
; CHECK-NEXT: call void @[[UMLAUT]]()
; CHECK-NEXT: call void @[[DEPOT]]()
define ptx_kernel void @k() {
  call void @"\C3\A4"()
  call void @__local_depot0()
  ret void
}

;--- good.ll
; There is no function `l`, and `k_param_` and `k_parameter_0` name no parameters.
; CHECK: define ptx_kernel void @k() {
define ptx_kernel void @k() {
  ret void
}
; CHECK: define ptx_kernel void @l_param_0() {
define ptx_kernel void @l_param_0() {
  ret void
}
; CHECK: define ptx_kernel void @k_param_() {
define ptx_kernel void @k_param_() {
  ret void
}
; CHECK: define ptx_kernel void @k_parameter_0() {
define ptx_kernel void @k_parameter_0() {
  ret void
}
; CHECK: define ptx_kernel void @_param_0() {
define ptx_kernel void @_param_0() {
  ret void
}
; Neither has a number behind, nor a name of the backend before it.
; CHECK: define ptx_kernel void @retval() {
define ptx_kernel void @retval() {
  ret void
}
; CHECK: define ptx_kernel void @params0() {
define ptx_kernel void @params0() {
  ret void
}

;--- umlaut.ll
; CHECK: PTX cannot have a kernel of the name größe, which is reserved or has characters that PTX does not have in names; give it another one
define ptx_kernel void @"gr\C3\B6\C3\9Fe"() {
  ret void
}

;--- underscore.ll
; CHECK: PTX cannot have a kernel of the name _, which is reserved
define ptx_kernel void @_() {
  ret void
}

;--- dollar.ll
; CHECK: PTX cannot have a kernel of the name $, which is reserved
define ptx_kernel void @"$"() {
  ret void
}

;--- warp.ll
; CHECK: PTX cannot have a kernel of the name WARP_SZ, which is reserved
define ptx_kernel void @WARP_SZ() {
  ret void
}

;--- param.ll
; CHECK: PTX cannot have a kernel of the name param0, which is reserved
define ptx_kernel void @param0() {
  ret void
}

;--- retval.ll
; CHECK: PTX cannot have a kernel of the name retval0, which is reserved
define ptx_kernel void @retval0() {
  ret void
}

;--- func_retval.ll
; CHECK: PTX cannot have a kernel of the name func_retval0, which is reserved
define ptx_kernel void @func_retval0() {
  ret void
}

;--- depot.ll
; CHECK: PTX cannot have a kernel of the name __local_depot1, which is reserved
define ptx_kernel void @__local_depot1() {
  ret void
}

;--- label.ll
; CHECK: PTX cannot have a kernel of the name $L__x1, which is reserved
define ptx_kernel void @"$L__x1"() {
  ret void
}

;--- parameter.ll
; CHECK: PTX cannot have a kernel of the name k_param_0, which a parameter of k has; give it another one
define ptx_kernel void @k(i32 %x) {
  ret void
}
define ptx_kernel void @k_param_0() {
  ret void
}
