; RUN: split-file %s %t
; RUN: clc-opt -mtriple=nvptx64-nvidia-cuda -passes=nvptx-lower-cuda-images,verify -S %t/good.ll | FileCheck %t/good.ll
; RUN: not clc-opt -mtriple=nvptx64-nvidia-cuda -passes=nvptx-lower-cuda-images -S %t/no_literal.ll 2>&1 | FileCheck %t/no_literal.ll

;--- good.ll
; CHECK-NOT: @clc.nvvm.
declare i64 @clc.image(ptr addrspace(1))
declare i64 @clc.sampler(ptr)
declare i64 @clc.sampler.plain()
declare ptr @__translate_sampler_initializer(i32)
declare <4 x float> @clc.nvvm.tex.2d.v4f32.f32(i64, i64, float, float)
declare <4 x float> @clc.nvvm.tex.2d.array.v4f32.s32(i64, i64, i32, i32, i32)
declare <4 x i32> @clc.nvvm.tex.1d.v4s32.s32(i64, i64, i32)
declare <4 x i32> @clc.nvvm.tex.1d.buffer.v4s32.s32(i64, i64, i32)
declare void @clc.nvvm.sust.p.1d.v4i32.trap(i64, i32, i32, i32, i32, i32)
declare void @clc.nvvm.sust.p.1d.array.v4i32.trap(i64, i32, i32, i32, i32, i32, i32)
declare void @clc.nvvm.sust.p.2d.v4i32.trap(i64, i32, i32, i32, i32, i32, i32)
declare i32 @clc.nvvm.suq.width(i64)
declare i32 @clc.nvvm.txq.array.size(i64)
declare void @use(i64)

; CHECK-LABEL: define <4 x i32> @reads_plainly(i64 %image)
; CHECK-NEXT: [[BYTES:%.*]] = shl i64 0, 3
; CHECK-NEXT: add i64 [[BYTES]], 32
; CHECK: call { i32, i32, i32, i32 } @llvm.nvvm.tex.unified.1d.array.v4s32.s32(i64 {{%.*}}, i32 0, i32 7)
; CHECK: select i1 {{%.*}}, i32 1, i32
define <4 x i32> @reads_plainly(i64 %image) {
  %s = call i64 @clc.sampler.plain()
  %x = call <4 x i32> @clc.nvvm.tex.1d.v4s32.s32(i64 %image, i64 %s, i32 7)
  ret <4 x i32> %x
}

; Integers find no texel beyond the edge, whatever the sampler says; the middles of texels do.
; CHECK-LABEL: define <4 x float> @reads_by_integers(i64 %image, i64 %s, i32 %x, i32 %layer)
; CHECK: [[LEFT:%.*]] = sitofp i32 %x to float
; CHECK-NEXT: [[X:%.*]] = fadd float [[LEFT]], 5.000000e-01
; CHECK: call { float, float, float, float } @llvm.nvvm.tex.unified.2d.array.v4f32.f32(i64 {{%.*}}, i32 %layer, float [[X]], float 3.500000e+00)
; CHECK: call { i32, i32, i32, i32 } @llvm.nvvm.tex.unified.1d.array.v4s32.f32(i64 {{%.*}}, i32 0, float 7.500000e+00)
define <4 x float> @reads_by_integers(i64 %image, i64 %s, i32 %x, i32 %layer) {
  %r = call <4 x float> @clc.nvvm.tex.2d.array.v4f32.s32(i64 %image, i64 %s, i32 %layer, i32 %x, i32 3)
  %line = call <4 x i32> @clc.nvvm.tex.1d.v4s32.s32(i64 %image, i64 %s, i32 7)
  %number = sitofp <4 x i32> %line to <4 x float>
  %sum = fadd <4 x float> %r, %number
  ret <4 x float> %sum
}

; Normalised coordinates in bit 0, addressing from bit 1 on, the filter in bits 4 and 5.
; CHECK-LABEL: define void @literals()
; CHECK-NEXT: ptrtoint ptr inttoptr (i64 7 to ptr) to i64
; CHECK-NEXT: call void @use(
; CHECK-NEXT: ptrtoint ptr inttoptr (i64 12 to ptr) to i64
; CHECK-NEXT: call void @use(
; CHECK-NEXT: ptrtoint ptr {{null|inttoptr \(i64 0 to ptr\)}} to i64
; CHECK-NEXT: call void @use(
define void @literals() {
  %clamp = call ptr @__translate_sampler_initializer(i32 37)
  %a = call i64 @clc.sampler(ptr %clamp)
  call void @use(i64 %a)
  %mirrored = call ptr @__translate_sampler_initializer(i32 24)
  %b = call i64 @clc.sampler(ptr %mirrored)
  call void @use(i64 %b)
  %none = call ptr @__translate_sampler_initializer(i32 16)
  %c = call i64 @clc.sampler(ptr %none)
  call void @use(i64 %c)
  ret void
}

; CHECK-LABEL: define void @writes(i64 %image)
; CHECK-NEXT: [[SUM:%.*]] = add i64 %image, 0
; CHECK-NEXT: [[ADDRESS:%.*]] = inttoptr i64 [[SUM]] to ptr addrspace(1)
; CHECK-NEXT: [[OBJECT:%.*]] = load i64, ptr addrspace(1) [[ADDRESS]], align 8, !invariant.load
; CHECK-NEXT: call void @llvm.nvvm.sust.p.2d.v4i32.trap(i64 [[OBJECT]], i32 1, i32 2, i32 3, i32 4, i32 5, i32 6)
define void @writes(i64 %image) {
  call void @clc.nvvm.sust.p.2d.v4i32.trap(i64 %image, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6)
  ret void
}

; One layer is all that an image of one dimension has; a buffer has none.
; CHECK-LABEL: define <4 x i32> @has_one_layer(i64 %image, i64 %buffer)
; CHECK: call { i32, i32, i32, i32 } @llvm.nvvm.tex.unified.1d.v4s32.s32(i64 {{%.*}}, i32 5)
; CHECK: call void @llvm.nvvm.sust.p.1d.array.v4i32.trap(i64 {{%.*}}, i32 0, i32 1, i32 3, i32 4, i32 5, i32 6)
; CHECK: call void @llvm.nvvm.sust.p.1d.array.v4i32.trap(i64 {{%.*}}, i32 2, i32 1, i32 3, i32 4, i32 5, i32 6)
define <4 x i32> @has_one_layer(i64 %image, i64 %buffer) {
  %s = call i64 @clc.sampler.plain()
  %x = call <4 x i32> @clc.nvvm.tex.1d.buffer.v4s32.s32(i64 %buffer, i64 %s, i32 5)
  call void @clc.nvvm.sust.p.1d.v4i32.trap(i64 %image, i32 1, i32 3, i32 4, i32 5, i32 6)
  call void @clc.nvvm.sust.p.1d.array.v4i32.trap(i64 %image, i32 2, i32 1, i32 3, i32 4, i32 5, i32 6)
  ret <4 x i32> %x
}

; CHECK-LABEL: define i32 @asks(i64 %image)
; CHECK: add i64 %image, 8
; CHECK: load i32, ptr addrspace(1)
; CHECK: add i64 %image, 20
; CHECK: load i32, ptr addrspace(1)
define i32 @asks(i64 %image) {
  %w = call i32 @clc.nvvm.suq.width(i64 %image)
  %n = call i32 @clc.nvvm.txq.array.size(i64 %image)
  %sum = add i32 %w, %n
  ret i32 %sum
}

; The kernel, made anew, comes last.
; CHECK-LABEL: define ptx_kernel void @reads(ptr addrspace(1) %image, i32 %sampler, ptr addrspace(1) %o)
; CHECK-NEXT: [[WIDE:%.*]] = zext i32 %sampler to i64
; CHECK-NEXT: [[POINTER:%.*]] = inttoptr i64 [[WIDE]] to ptr
; CHECK-NEXT: [[IMAGE:%.*]] = ptrtoint ptr addrspace(1) %image to i64
; CHECK-NEXT: [[SAMPLER:%.*]] = ptrtoint ptr [[POINTER]] to i64
; CHECK-NEXT: [[BYTES:%.*]] = shl i64 [[SAMPLER]], 3
; CHECK-NEXT: [[OFFSET:%.*]] = add i64 [[BYTES]], 32
; CHECK-NEXT: [[SUM:%.*]] = add i64 [[IMAGE]], [[OFFSET]]
; CHECK-NEXT: [[ADDRESS:%.*]] = inttoptr i64 [[SUM]] to ptr addrspace(1)
; CHECK-NEXT: [[OBJECT:%.*]] = load i64, ptr addrspace(1) [[ADDRESS]], align 8, !invariant.load
; CHECK-NEXT: call { float, float, float, float } @llvm.nvvm.tex.unified.2d.v4f32.f32(i64 [[OBJECT]], float 1.000000e+00, float 2.000000e+00)
; CHECK: [[READ:%.*]] = insertelement <4 x float> {{%.*}}, float {{%.*}}, i64 3
; CHECK-NEXT: add i64 [[IMAGE]], 24
; CHECK-NEXT: inttoptr
; CHECK-NEXT: [[ORDER:%.*]] = load i32, ptr addrspace(1) {{%.*}}, align 4, !invariant.load
; CHECK-NEXT: [[SWAPPED:%.*]] = shufflevector <4 x float> [[READ]], <4 x float> poison, <4 x i32> <i32 2, i32 1, i32 0, i32 3>
; CHECK-NEXT: [[IS_BGRA:%.*]] = icmp eq i32 [[ORDER]], 4278
; CHECK-NEXT: [[CHOSEN:%.*]] = select i1 [[IS_BGRA]], <4 x float> [[SWAPPED]], <4 x float> [[READ]]
; CHECK-DAG: icmp eq i32 [[ORDER]], 4272
; CHECK-DAG: icmp eq i32 [[ORDER]], 4274
; CHECK: [[LAST:%.*]] = select i1 {{%.*}}, float 1.000000e+00, float {{%.*}}
; CHECK-NEXT: [[RESULT:%.*]] = insertelement <4 x float> [[CHOSEN]], float [[LAST]], i64 3
; CHECK-NEXT: store <4 x float> [[RESULT]], ptr addrspace(1) %o
define ptx_kernel void @reads(ptr addrspace(1) %image, ptr %sampler, ptr addrspace(1) %o) !kernel_arg_access_qual !0 !kernel_arg_base_type !1 {
  %i = call i64 @clc.image(ptr addrspace(1) %image)
  %s = call i64 @clc.sampler(ptr %sampler)
  %x = call <4 x float> @clc.nvvm.tex.2d.v4f32.f32(i64 %i, i64 %s, float 1.0, float 2.0)
  store <4 x float> %x, ptr addrspace(1) %o
  ret void
}

!0 = !{!"read_only", !"none", !"none"}
!1 = !{!"image2d_t", !"sampler_t", !"float4*"}

;--- no_literal.ll
declare i64 @clc.sampler(ptr)
declare ptr @__translate_sampler_initializer(i32)

; CHECK: a sampler is made of a number that is no constant
define i64 @no_literal(i32 %bits) {
  %sampler = call ptr @__translate_sampler_initializer(i32 %bits)
  %s = call i64 @clc.sampler(ptr %sampler)
  ret i64 %s
}
