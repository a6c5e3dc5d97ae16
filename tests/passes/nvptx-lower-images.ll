; RUN: split-file %s %t
; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -passes=nvptx-lower-images -S %t/good.ll | FileCheck %t/good.ll
; RUN: not clc-opt -mtriple=nvptx64-nvidia-nvcl -passes=nvptx-lower-images -S %t/chosen.ll 2>&1 | FileCheck %t/chosen.ll
; RUN: not clc-opt -mtriple=nvptx64-nvidia-nvcl -passes=nvptx-lower-images -S %t/chosen_sampler.ll 2>&1 | FileCheck %t/chosen_sampler.ll
; RUN: not clc-opt -mtriple=nvptx64-nvidia-nvcl -passes=nvptx-lower-images -S %t/no_literal.ll 2>&1 | FileCheck %t/no_literal.ll
; RUN: not clc-opt -mtriple=nvptx64-nvidia-nvcl -passes=nvptx-lower-images -S %t/called_by_address.ll 2>&1 | FileCheck %t/called_by_address.ll
; RUN: not clc-opt -mtriple=nvptx64-nvidia-nvcl -passes=nvptx-lower-images -S %t/unknown_bits.ll 2>&1 | FileCheck %t/unknown_bits.ll
; RUN: not clc-opt -mtriple=nvptx64-nvidia-nvcl -passes=nvptx-lower-images -S %t/no_kernel.ll 2>&1 | FileCheck %t/no_kernel.ll

;--- good.ll
; Addressing in bits 0 to 2, 3 for normalised coordinates, 4 for the linear filter; one variable for each kind.
; CHECK-DAG: @clc_sampler_0 = internal addrspace(1) global i64 0
; CHECK-DAG: @clc_sampler_2 = internal addrspace(1) global i64 2
; CHECK-DAG: @clc_sampler_25 = internal addrspace(1) global i64 25
; CHECK-DAG: @clc_sampler_11 = internal addrspace(1) global i64 11
; CHECK-DAG: @clc_sampler_20 = internal addrspace(1) global i64 20

declare i64 @clc.image(ptr addrspace(1))
declare i64 @clc.sampler(ptr)
declare i64 @clc.sampler.plain()
declare ptr @__translate_sampler_initializer(i32)
declare <4 x float> @clc.nvvm.tex.2d.v4f32.f32(i64, i64, float, float)
declare <4 x i32> @clc.nvvm.tex.2d.v4s32.s32(i64, i64, i32, i32)
declare void @clc.nvvm.sust.b.2d.i32.trap(i64, i32, i32, i32)
declare <4 x i32> @clc.nvvm.tex.1d.buffer.v4s32.s32(i64, i64, i32)
declare i32 @clc.nvvm.suq.width(i64)
declare i32 @clc.nvvm.nothing.known(i64)
declare i32 @clc.nvvm.suq.height(i64)
declare i32 @another.clc.nvvm.suq.width(i64)
declare void @use(i64)
declare void @use_pointer(ptr)

; The functions that become intrinsics go, where nothing else needs them.
; CHECK-NOT: @clc.nvvm.{{tex|sust|suq.width}}
; CHECK: declare i32 @clc.nvvm.nothing.known(i64)
; CHECK-NOT: @clc.nvvm.{{tex|sust|suq.width}}

; Only definitions of kernels change.
; CHECK: declare !kernel_arg_access_qual {{![0-9]+}} ptx_kernel void @declared(ptr addrspace(1))
declare !kernel_arg_access_qual !0 ptx_kernel void @declared(ptr addrspace(1))

; CHECK-LABEL: define void @no_kernel(ptr addrspace(1) %image) !kernel_arg_access_qual
define void @no_kernel(ptr addrspace(1) %image) !kernel_arg_access_qual !0 {
  ret void
}

; CHECK-LABEL: define ptx_kernel void @no_metadata(ptr addrspace(1) %p)
; CHECK-NEXT: store i32 0, ptr addrspace(1) %p
define ptx_kernel void @no_metadata(ptr addrspace(1) %p) {
  store i32 0, ptr addrspace(1) %p
  ret void
}

; Qualifiers that say nothing, are none, or are too few.
; CHECK-LABEL: define ptx_kernel void @no_images(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %r, ptr addrspace(1) %s)
define ptx_kernel void @no_images(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %r, ptr addrspace(1) %s) !kernel_arg_access_qual !6 !kernel_arg_base_type !7 {
  ret void
}

; An image of a buffer is read as one of one dimension.
; CHECK-LABEL: define <4 x i32> @buffer(i64 %t, i64 %s)
; CHECK-NEXT: call { i32, i32, i32, i32 } @llvm.nvvm.tex.1d.v4s32.s32(i64 %t, i64 %s, i32 7)
define <4 x i32> @buffer(i64 %t, i64 %s) {
  %r = call <4 x i32> @clc.nvvm.tex.1d.buffer.v4s32.s32(i64 %t, i64 %s, i32 7)
  ret <4 x i32> %r
}

; CHECK-LABEL: define void @samplers()
; CHECK-NEXT: [[PLAIN:%.*]] = call i64 @llvm.nvvm.texsurf.handle.internal.p1(ptr addrspace(1) @clc_sampler_0)
; CHECK-NEXT: call void @use(i64 [[PLAIN]])
; CHECK-NEXT: [[EDGE:%.*]] = call i64 @llvm.nvvm.texsurf.handle.internal.p1(ptr addrspace(1) @clc_sampler_2)
; CHECK-NEXT: call void @use(i64 [[EDGE]])
; CHECK-NEXT: [[LINEAR:%.*]] = call i64 @llvm.nvvm.texsurf.handle.internal.p1(ptr addrspace(1) @clc_sampler_25)
; CHECK-NEXT: call void @use(i64 [[LINEAR]])
; CHECK-NEXT: [[REPEAT:%.*]] = call i64 @llvm.nvvm.texsurf.handle.internal.p1(ptr addrspace(1) @clc_sampler_11)
; CHECK-NEXT: call void @use(i64 [[REPEAT]])
; CHECK-NEXT: [[MIRRORED:%.*]] = call i64 @llvm.nvvm.texsurf.handle.internal.p1(ptr addrspace(1) @clc_sampler_20)
; CHECK-NEXT: call void @use(i64 [[MIRRORED]])
; CHECK-NEXT: [[NONE:%.*]] = call i64 @llvm.nvvm.texsurf.handle.internal.p1(ptr addrspace(1) @clc_sampler_0)
; CHECK-NEXT: call void @use(i64 [[NONE]])
; CHECK-NEXT: [[MEANINGLESS:%.*]] = call i64 @llvm.nvvm.texsurf.handle.internal.p1(ptr addrspace(1) @clc_sampler_0)
; CHECK-NEXT: call void @use(i64 [[MEANINGLESS]])
; CHECK-NEXT: ret void
define void @samplers() {
  %plain = call i64 @clc.sampler.plain()
  call void @use(i64 %plain)
  ; Unnormalised, clamped to the edge (2), nearest (0x10).
  %s1 = call ptr @__translate_sampler_initializer(i32 18)
  %edge = call i64 @clc.sampler(ptr %s1)
  call void @use(i64 %edge)
  ; Normalised (1), clamped to the border (4), linear (0x20).
  %s2 = call ptr @__translate_sampler_initializer(i32 37)
  %linear = call i64 @clc.sampler(ptr %s2)
  call void @use(i64 %linear)
  ; Normalised, repeated (6), nearest.
  %s3 = call ptr @__translate_sampler_initializer(i32 23)
  %repeat = call i64 @clc.sampler(ptr %s3)
  call void @use(i64 %repeat)
  ; Unnormalised, mirrored (8), linear.
  %s4 = call ptr @__translate_sampler_initializer(i32 40)
  %mirrored = call i64 @clc.sampler(ptr %s4)
  call void @use(i64 %mirrored)
  ; Unnormalised, no addressing, nearest, as the plain one.
  %s5 = call ptr @__translate_sampler_initializer(i32 16)
  %none = call i64 @clc.sampler(ptr %s5)
  call void @use(i64 %none)
  ; An addressing that there is not (10).
  %s6 = call ptr @__translate_sampler_initializer(i32 26)
  %meaningless = call i64 @clc.sampler(ptr %s6)
  call void @use(i64 %meaningless)
  ret void
}

; CHECK-LABEL: define void @literal_used_again()
; CHECK-NEXT: [[S:%.*]] = call ptr @__translate_sampler_initializer(i32 18)
; CHECK-NEXT: [[H:%.*]] = call i64 @llvm.nvvm.texsurf.handle.internal.p1(ptr addrspace(1) @clc_sampler_2)
; CHECK-NEXT: call void @use(i64 [[H]])
; CHECK-NEXT: call void @use_pointer(ptr [[S]])
define void @literal_used_again() {
  %s = call ptr @__translate_sampler_initializer(i32 18)
  %h = call i64 @clc.sampler(ptr %s)
  call void @use(i64 %h)
  call void @use_pointer(ptr %s)
  ret void
}

; CHECK-LABEL: define <4 x float> @vector(
; CHECK-NEXT: [[R:%.*]] = call { float, float, float, float } @llvm.nvvm.tex.2d.v4f32.f32(i64 %t, i64 %s, float %x, float %y)
; CHECK-NEXT: [[R0:%.*]] = extractvalue { float, float, float, float } [[R]], 0
; CHECK-NEXT: [[V0:%.*]] = insertelement <4 x float> poison, float [[R0]], i64 0
; CHECK-NEXT: [[R1:%.*]] = extractvalue { float, float, float, float } [[R]], 1
; CHECK-NEXT: [[V1:%.*]] = insertelement <4 x float> [[V0]], float [[R1]], i64 1
; CHECK-NEXT: [[R2:%.*]] = extractvalue { float, float, float, float } [[R]], 2
; CHECK-NEXT: [[V2:%.*]] = insertelement <4 x float> [[V1]], float [[R2]], i64 2
; CHECK-NEXT: [[R3:%.*]] = extractvalue { float, float, float, float } [[R]], 3
; CHECK-NEXT: [[V3:%.*]] = insertelement <4 x float> [[V2]], float [[R3]], i64 3
; CHECK-NEXT: ret <4 x float> [[V3]]
define <4 x float> @vector(i64 %t, i64 %s, float %x, float %y) {
  %r = call <4 x float> @clc.nvvm.tex.2d.v4f32.f32(i64 %t, i64 %s, float %x, float %y)
  ret <4 x float> %r
}

; CHECK-LABEL: define i32 @scalar(
; CHECK-NEXT: [[R:%.*]] = call i32 @llvm.nvvm.suq.width(i64 %t)
; CHECK-NEXT: ret i32 [[R]]
define i32 @scalar(i64 %t) {
  %r = call i32 @clc.nvvm.suq.width(i64 %t)
  ret i32 %r
}

; CHECK-LABEL: define void @no_result(
; CHECK-NEXT: call void @llvm.nvvm.sust.b.2d.i32.trap(i64 %t, i32 %x, i32 %y, i32 0)
; CHECK-NEXT: ret void
define void @no_result(i64 %t, i32 %x, i32 %y) {
  call void @clc.nvvm.sust.b.2d.i32.trap(i64 %t, i32 %x, i32 %y, i32 0)
  ret void
}

; CHECK-LABEL: define i32 @no_intrinsic(
; CHECK-NEXT: call i32 @clc.nvvm.nothing.known(i64 %t)
; CHECK-NEXT: call i32 @another.clc.nvvm.suq.width(i64 %t)
define i32 @no_intrinsic(i64 %t) {
  %r = call i32 @clc.nvvm.nothing.known(i64 %t)
  %s = call i32 @another.clc.nvvm.suq.width(i64 %t)
  ret i32 %r
}

; CHECK-LABEL: define void @address_of_function(
; CHECK-NEXT: store ptr @clc.nvvm.suq.height, ptr %p
define void @address_of_function(ptr %p) {
  store ptr @clc.nvvm.suq.height, ptr %p
  ret void
}

; The kernels that change stand last.
; CHECK-LABEL: define ptx_kernel void @images(i64 noundef %0, i64 %1, i64 %2, ptr addrspace(1) nonnull %3, i64 %4)
; CHECK-SAME: [[OPTSIZE:#[0-9]+]] !kernel_arg_access_qual [[QUALIFIERS:![0-9]+]] !kernel_arg_base_type [[TYPES:![0-9]+]] {
; CHECK-NEXT: call void @use(i64 %0)
; CHECK-NEXT: call void @use(i64 %0)
; CHECK-NEXT: call void @use(i64 %1)
; CHECK-NEXT: call void @use(i64 %2)
; CHECK-NEXT: store i32 0, ptr addrspace(1) %3
; CHECK-NEXT: call void @use(i64 %4)
; CHECK-NEXT: ret void
define ptx_kernel void @images(ptr addrspace(1) noundef nonnull align 8 %a, ptr addrspace(1) noalias %b, ptr addrspace(1) readonly captures(none) %c, ptr addrspace(1) nonnull %p, ptr %s) optsize !kernel_arg_access_qual !1 !kernel_arg_base_type !2 {
  %h1 = call i64 @clc.image(ptr addrspace(1) %a)
  call void @use(i64 %h1)
  %h2 = call i64 @clc.image(ptr addrspace(1) %a)
  call void @use(i64 %h2)
  %h3 = call i64 @clc.image(ptr addrspace(1) %b)
  call void @use(i64 %h3)
  %h4 = call i64 @clc.image(ptr addrspace(1) %c)
  call void @use(i64 %h4)
  store i32 0, ptr addrspace(1) %p
  %h5 = call i64 @clc.sampler(ptr %s)
  call void @use(i64 %h5)
  ret void
}

; Other uses of an image are not defined.
; CHECK-LABEL: define linkonce_odr ptx_kernel void @other_uses(i64 %0, ptr addrspace(1) %1)
; CHECK-NEXT: [[CAST:%.*]] = addrspacecast ptr poison to ptr addrspace(1)
; CHECK-NEXT: store ptr addrspace(1) [[CAST]], ptr addrspace(1) %1
; CHECK-NEXT: call void @use_pointer(ptr poison)
define linkonce_odr ptx_kernel void @other_uses(ptr %image, ptr addrspace(1) %p) !kernel_arg_access_qual !3 {
  %cast = addrspacecast ptr %image to ptr addrspace(1)
  store ptr addrspace(1) %cast, ptr addrspace(1) %p
  call void @use_pointer(ptr %image)
  ret void
}

; A kernel of Clang's calling convention.
; CHECK-LABEL: define spir_kernel void @spir(i64 %0)
define spir_kernel void @spir(ptr addrspace(1) %image) !kernel_arg_access_qual !0 {
  ret void
}

; CHECK: !nvvm.annotations = !{[[A0:![0-9]+]], [[A1:![0-9]+]], [[A2:![0-9]+]], [[A4:![0-9]+]],
; CHECK-DAG: [[A0]] = !{ptr @images, !"rdoimage", i32 0}
; CHECK-DAG: [[A1]] = !{ptr @images, !"wroimage", i32 1}
; CHECK-DAG: [[A2]] = !{ptr @images, !"rdwrimage", i32 2}
; CHECK-DAG: [[A4]] = !{ptr @images, !"sampler", i32 4}
; CHECK-DAG: !{ptr @spir, !"rdoimage", i32 0}
; CHECK-DAG: !{ptr addrspace(1) @clc_sampler_0, !"sampler", i32 1}
; CHECK-DAG: !{ptr addrspace(1) @clc_sampler_25, !"sampler", i32 1}
; CHECK-DAG: [[QUALIFIERS]] = !{!"read_only", !"write_only", !"read_write", !"none", !"none"}
; CHECK-DAG: [[TYPES]] = !{!"image2d_t", !"image2d_t", !"image2d_t", !"int*", !"sampler_t"}

!0 = !{!"read_only"}
!1 = !{!"read_only", !"write_only", !"read_write", !"none", !"none"}
!2 = !{!"image2d_t", !"image2d_t", !"image2d_t", !"int*", !"sampler_t"}
!3 = !{!"read_only", !"none"}
!6 = !{!"none", !"", i32 0}
!7 = !{!"int*", !"int*", !"int*"}

;--- chosen.ll
; CHECK: an image or sampler is chosen at run time or kept in a variable: NVIDIA's driver needs each use to name one kernel argument or constant sampler
declare i64 @clc.image(ptr addrspace(1))
declare void @use(i64)
define ptx_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c) !kernel_arg_access_qual !0 {
  %i = select i1 %c, ptr addrspace(1) %a, ptr addrspace(1) %b
  %h = call i64 @clc.image(ptr addrspace(1) %i)
  call void @use(i64 %h)
  ret void
}
!0 = !{!"read_only", !"read_only", !"none"}

;--- chosen_sampler.ll
; CHECK: an image or sampler is chosen at run time
declare i64 @clc.sampler(ptr)
declare void @use(i64)
define ptx_kernel void @k(ptr %a, ptr %b, i1 %c) !kernel_arg_base_type !0 {
  %s = select i1 %c, ptr %a, ptr %b
  %h = call i64 @clc.sampler(ptr %s)
  call void @use(i64 %h)
  ret void
}
!0 = !{!"sampler_t", !"sampler_t", !"bool"}

;--- no_literal.ll
; CHECK: an image or sampler is chosen at run time
declare i64 @clc.sampler(ptr)
declare ptr @another_function(i32)
declare void @use(i64)
define ptx_kernel void @k() {
  %s = call ptr @another_function(i32 18)
  %h = call i64 @clc.sampler(ptr %s)
  call void @use(i64 %h)
  ret void
}

;--- called_by_address.ll
; CHECK: an image or sampler is chosen at run time
declare i64 @clc.sampler(ptr)
declare void @use(i64)
define ptx_kernel void @k(ptr %f) {
  %s = call ptr %f(i32 18)
  %h = call i64 @clc.sampler(ptr %s)
  call void @use(i64 %h)
  ret void
}

;--- unknown_bits.ll
; CHECK: an image or sampler is chosen at run time
declare i64 @clc.sampler(ptr)
declare ptr @__translate_sampler_initializer(i32)
declare void @use(i64)
define ptx_kernel void @k(i32 %bits) {
  %s = call ptr @__translate_sampler_initializer(i32 %bits)
  %h = call i64 @clc.sampler(ptr %s)
  call void @use(i64 %h)
  ret void
}

;--- no_kernel.ll
; CHECK: an image or sampler is chosen at run time
declare i64 @clc.image(ptr addrspace(1))
define i64 @f(ptr addrspace(1) %image) !kernel_arg_access_qual !0 {
  %h = call i64 @clc.image(ptr addrspace(1) %image)
  ret i64 %h
}
!0 = !{!"read_only"}
