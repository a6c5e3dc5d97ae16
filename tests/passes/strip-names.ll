; RUN: clc-opt -passes=strip-names -S %s | FileCheck %s
; RUN: clc-opt '-passes=strip-names<arguments>' -S %s | FileCheck --check-prefix=ARGUMENTS %s
; CHECK-NOT: secret
; CHECK: @v0 = internal constant i32 1
@secret_table = internal constant i32 1
; CHECK: @shown = external constant i32
@shown = external constant i32
; CHECK: define spir_kernel void @kernel(ptr addrspace(1) %0, i32 %1){{.*}} !kernel_arg_type [[TYPES:![0-9]+]] !kernel_arg_base_type [[TYPES]] !kernel_arg_name
; ARGUMENTS-NOT: kernel_arg_name
define spir_kernel void @kernel(ptr addrspace(1) %secret_data, i32 %n) !kernel_arg_type !0 !kernel_arg_base_type !1 !kernel_arg_name !2 {
  call void @secret_helper(ptr addrspace(1) %secret_data)
  ret void
}
; Debug information goes with the names.
; CHECK: define internal void @f1(ptr addrspace(1) %p) {
define internal void @secret_helper(ptr addrspace(1) %p) !dbg !5 {
  ret void
}
; LLVM's own names stay.
; CHECK: declare void @llvm.assume
declare void @llvm.assume(i1)
define void @uses(i1 %c) {
  call void @llvm.assume(i1 %c)
  ret void
}
; CHECK-NOT: llvm.ident
; CHECK: [[TYPES]] = !{!"float*", !"uint"}
!0 = !{!"secret_t*", !"secret_enum"}
!1 = !{!"float*", !"uint"}
!2 = !{!"data", !"n"}
!llvm.ident = !{!3}
!llvm.dbg.cu = !{!6}
!llvm.module.flags = !{!4}
!3 = !{!"secret compiler"}
!4 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "secret_helper", file: !7, line: 1, unit: !6, type: !8, spFlags: DISPFlagDefinition)
!6 = distinct !DICompileUnit(language: DW_LANG_C99, file: !7)
!7 = !DIFile(filename: "secret.cl", directory: "/secret")
!8 = !DISubroutineType(types: !{null})
