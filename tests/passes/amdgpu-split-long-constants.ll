; Single instructions, and where the pass must not fire, are in amdgpu-split-long-constants.mir.
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -run-machine-passes=amdgpu-split-long-constants %S/amdgpu-split-long-constants.mir | FileCheck %S/amdgpu-split-long-constants.mir
; In the code generator, and what it writes without the pass.
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -passes=print-assembly -disable-output %s | FileCheck %s
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -disable-clc-pass=amdgpu-split-long-constants -passes=print-assembly -disable-output %s | FileCheck %s --check-prefix=WITHOUT

; The constants of the selection are found by the code generator.
; CHECK-LABEL: late_constant:
; CHECK-NOT: s_mov_b64 s{{.*}}, 0x4048
; CHECK: s_mov_b32 s[[#LOW:]], 0{{$}}
; CHECK-NEXT: s_mov_b32 s[[#LOW + 1]], 0x40480000
; CHECK-NOT: s_mov_b64 s{{.*}}, 0x4048
; CHECK: s_endpgm
; WITHOUT-LABEL: late_constant:
; WITHOUT: s_mov_b64 s[{{[0-9:]+}}], 0x4048000000000000
define amdgpu_kernel void @late_constant(ptr addrspace(1) %p, i32 %n, double %x) {
entry:
  switch i32 %n, label %constants [
    i32 4, label %end
    i32 0, label %end
  ]
constants:
  %y = insertelement <4 x double> zeroinitializer, double %x, i64 0
  %is = fcmp oge <4 x double> %y, zeroinitializer
  %z = select <4 x i1> %is, <4 x double> <double 0.0, double 48.0, double 48.0, double 65536.0>, <4 x double> zeroinitializer
  %v = shufflevector <4 x double> %z, <4 x double> zeroinitializer, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison>
  %w = shufflevector <8 x double> %v, <8 x double> zeroinitializer, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 12, i32 13, i32 14, i32 15>
  br label %end
end:
  %r = phi <8 x double> [ %w, %constants ], [ zeroinitializer, %entry ], [ zeroinitializer, %entry ]
  %b = bitcast <8 x double> %r to <8 x i64>
  %e = extractelement <8 x i64> %b, i64 1
  store i64 %e, ptr addrspace(1) %p
  ret void
}
