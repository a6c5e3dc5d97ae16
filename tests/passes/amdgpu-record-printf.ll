; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -passes=amdgpu-record-printf -S %s | FileCheck %s
; The metadata of each call: number, count of arguments, their sizes, and the format as the runtime takes it.
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -passes=amdgpu-record-printf -S %s | FileCheck %s --check-prefix=FORMAT
; A format that is not known.
; RUN: sed -e 's/^;UNKNOWN //' %s > %t.unknown.ll
; RUN: ! clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -passes=amdgpu-record-printf -S %t.unknown.ll > %t.unknown 2>&1
; RUN: FileCheck %s --check-prefix=OF_UNKNOWN --input-file=%t.unknown
; OF_UNKNOWN: error: the format of printf must be a string literal, or a constant array of the program
;UNKNOWN define void @unknown_format(ptr %p) {
;UNKNOWN   call i32 (ptr, ...) @printf(ptr %p)
;UNKNOWN   ret void
;UNKNOWN }
; A printf of the program, and a program without any.
; RUN: sed -e 's/^declare i32 @printf(ptr, ...)/define i32 @printf(ptr %%f, ...) { ret i32 0 }/' %s > %t.own.ll
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -passes=amdgpu-record-printf -S %t.own.ll | FileCheck %s --check-prefix=OTHER
; RUN: sed -e 's/@printf/@print/' %s > %t.none.ll
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -passes=amdgpu-record-printf -S %t.none.ll | FileCheck %s --check-prefix=OTHER
; OTHER-NOT: printf_alloc

@number_and_long = internal constant [8 x i8] c"%d %ld\0A\00"
@text_and_number = internal constant [7 x i8] c"%s %d\0A\00"
@nothing = internal constant [6 x i8] c"%.0s\0A\00"
@abc = internal constant [4 x i8] c"abc\00"
@colon = internal constant [4 x i8] c"a:b\00"
@h = internal constant [3 x i8] c"ph\00"
@names = internal global [20 x i8] zeroinitializer
@large = internal global [300 x i8] zeroinitializer
@f0 = internal constant [4 x i8] c"%d\0A\00"
@f1 = internal constant [10 x i8] c"%hhd %hd\0A\00"
@f2 = internal constant [10 x i8] c"%hhu %hx\0A\00"
@f3 = internal constant [10 x i8] c"%ld %llu\0A\00"
@f4 = internal constant [4 x i8] c"%d\0A\00"
@f5 = internal constant [5 x i8] c"%ld\0A\00"
@f6 = internal constant [9 x i8] c"%zd %jd\0A\00"
@f7 = internal constant [13 x i8] c"%c %o %X %i\0A\00"
@f8 = internal constant [25 x i8] c"%f %F %e %E %g %G %a %A\0A\00"
@f9 = internal constant [4 x i8] c"%f\0A\00"
@f10 = internal constant [11 x i8] c"%5.3f %.f\0A\00"
@f11 = internal constant [4 x i8] c"%d\0A\00"
@f12 = internal constant [4 x i8] c"%d\0A\00"
@f13 = internal constant [4 x i8] c"%f\0A\00"
@f14 = internal constant [4 x i8] c"%d\0A\00"
@f15 = internal constant [4 x i8] c"%s\0A\00"
@f16 = internal constant [4 x i8] c"%f\0A\00"
@f17 = internal constant [4 x i8] c"%p\0A\00"
@f18 = internal constant [4 x i8] c"%p\0A\00"
@f19 = internal constant [6 x i8] c"%v4d\0A\00"
@f20 = internal constant [8 x i8] c"%v2hlf\0A\00"
@f21 = internal constant [7 x i8] c"%v2ld\0A\00"
@f22 = internal constant [6 x i8] c"%v2d\0A\00"
@f23 = internal constant [8 x i8] c"%v2hhd\0A\00"
@f24 = internal constant [6 x i8] c"%v2d\0A\00"
@f25 = internal constant [7 x i8] c"%v2hd\0A\00"
@f26 = internal constant [8 x i8] c"%v2hld\0A\00"
@f27 = internal constant [6 x i8] c"%v2d\0A\00"
@f28 = internal constant [4 x i8] c"%d\0A\00"
@f29 = internal constant [7 x i8] c"%v2zd\0A\00"
@f30 = internal constant [5 x i8] c"% d\0A\00"
@f31 = internal constant [6 x i8] c"%+ d\0A\00"
@f32 = internal constant [5 x i8] c"% x\0A\00"
@f33 = internal constant [6 x i8] c"% 5d\0A\00"
@f34 = internal constant [5 x i8] c"% i\0A\00"
@f35 = internal constant [6 x i8] c"% 5f\0A\00"
@f36 = internal constant [5 x i8] c"% f\0A\00"
@f37 = internal constant [7 x i8] c"% -5d\0A\00"
@f38 = internal constant [12 x i8] c"%-+ #07.3d\0A\00"
@f39 = internal constant [5 x i8] c"% a\0A\00"
@f40 = internal constant [5 x i8] c"% u\0A\00"
@f41 = internal constant [6 x i8] c"%# f\0A\00"
@f42 = internal constant [6 x i8] c"% 0f\0A\00"
@f43 = internal constant [5 x i8] c"a:b\0A\00"
@f44 = internal constant [6 x i8] c"50%%\0A\00"
@f45 = internal constant [8 x i8] c"%%%d%%\0A\00"
@f46 = internal constant [8 x i8] c"50% of\0A\00"
@f47 = internal constant [11 x i8] c"\07\08\0C\0D\0B\09end\0A\00"
@f48 = internal constant [14 x i8] c"\5Cn \5Ct \5C7 \5C\5Cn\0A\00"
@f49 = internal constant [9 x i8] c"hl hh h\0A\00"
@f50 = internal constant [13 x i8] c"hl hh lh %d\0A\00"
@f51 = internal constant [7 x i8] c"\5Cn %d\0A\00"
@f52 = internal constant [7 x i8] c"\07%%%d\0A\00"
@f53 = internal constant [6 x i8] c"%dhl\0A\00"
@f54 = internal constant [4 x i8] c"ph\0A\00"
@f55 = internal constant [5 x i8] c"%dl\0A\00"
@f56 = internal constant [3 x i8] c"%d\00"
@f57 = internal constant [5 x i8] c"h%dh\00"
@f58 = internal constant [5 x i8] c"n%d\0A\00"
@f59 = internal constant [6 x i8] c"[%s]\0A\00"
@f60 = internal constant [7 x i8] c"[%5s]\0A\00"
@f61 = internal constant [8 x i8] c"[%-5s]\0A\00"
@f62 = internal constant [8 x i8] c"[%.2s]\0A\00"
@f63 = internal constant [7 x i8] c"[%2s]\0A\00"
@f64 = internal constant [6 x i8] c"[%s]\0A\00"
@f65 = internal constant [8 x i8] c"[%.3s]\0A\00"
@f66 = internal constant [4 x i8] c"%s\0A\00"
@f67 = internal constant [3 x i8] c"%s\00"
@f68 = internal constant [11 x i8] c"%d %d end\0A\00"
@f69 = internal constant [4 x i8] c"%d\0A\00"
@f70 = internal constant [10 x i8] c"%d %% %d\0A\00"
@f71 = internal constant [6 x i8] c"[%s]\0A\00"
@f72 = internal constant [7 x i8] c"[%5s]\0A\00"
@f73 = internal constant [8 x i8] c"[%-5s]\0A\00"
@f74 = internal constant [8 x i8] c"[%.9s]\0A\00"
@f75 = internal constant [10 x i8] c"[%.300s]\0A\00"
@f76 = internal constant [8 x i8] c"[%.0s]\0A\00"
@f77 = internal constant [7 x i8] c"[%+s]\0A\00"
@f78 = internal constant [7 x i8] c"%s %d\0A\00"
@f79 = internal constant [4 x i8] c"%s\0A\00"
@f80 = internal constant [4 x i8] c"%s\0A\00"
@f81 = internal constant [4 x i8] c"%s\0A\00"
@f82 = internal constant [4 x i8] c"%s\0A\00"
@f83 = internal constant [10 x i8] c"%d %s %s\0A\00"
@f84 = internal constant [4 x i8] c"%s\0A\00"
@f85 = internal constant [4 x i8] c"%s\0A\00"
@f86 = internal constant [36 x i8] c"%.3s %.3s %.3s %.3s %.3s %.3s %.3s\0A\00"
declare i32 @printf(ptr, ...)

; The record has the format's number, and the arguments behind it. printf returns -1 where there is no room for it.
; CHECK-LABEL: define i32 @record(
; CHECK-NEXT: %[[RECORD:.*]] = call ptr addrspace(1) @__printf_alloc(i32 16)
; CHECK-NEXT: %[[FOUND:.*]] = icmp ne ptr addrspace(1) %[[RECORD]], null
; CHECK-NEXT: %[[LOST:.*]] = xor i1 %[[FOUND]], true
; CHECK-NEXT: %[[RESULT:.*]] = sext i1 %[[LOST]] to i32
; CHECK-NEXT: br i1 %[[FOUND]], label %[[WRITE:.*]], label %[[END:.*]]
; CHECK: [[WRITE]]:
; CHECK-NEXT: store i32 1, ptr addrspace(1) %[[RECORD]], align 4
; CHECK-NEXT: %[[A:.*]] = getelementptr inbounds i8, ptr addrspace(1) %[[RECORD]], i32 4
; CHECK-NEXT: store i32 %i, ptr addrspace(1) %[[A]], align 4
; CHECK-NEXT: %[[B:.*]] = getelementptr inbounds i8, ptr addrspace(1) %[[A]], i64 4
; CHECK-NEXT: store i64 %l, ptr addrspace(1) %[[B]], align 4
; CHECK: br label %[[END]]
; CHECK: [[END]]:
; CHECK-NEXT: ret i32 %[[RESULT]]
define i32 @record(i32 %i, i64 %l) {
  %r = call i32 (ptr, ...) @printf(ptr @number_and_long, i32 %i, i64 %l)
  ; FORMAT: !{!"1:2:4:8:%d %ld\\n"}
  ret i32 %r
}

; An empty text leaves no trace in the record, and chooses the next format.
; CHECK-LABEL: define void @text(
; CHECK-NEXT: %[[CHAR:.*]] = load i8, ptr addrspace(1) %p, align 1
; CHECK-NEXT: %[[EMPTY:.*]] = icmp eq i8 %[[CHAR]], 0
; CHECK-NEXT: %[[SAVED:.*]] = select i1 %[[EMPTY]], i32 256, i32 0
; CHECK-NEXT: %[[SIZE:.*]] = sub i32 264, %[[SAVED]]
; CHECK-NEXT: %[[STEP:.*]] = select i1 %[[EMPTY]], i32 1, i32 0
; CHECK-NEXT: %[[NUMBER:.*]] = add i32 2, %[[STEP]]
; CHECK-NEXT: %[[RECORD:.*]] = call ptr addrspace(1) @__printf_alloc(i32 %[[SIZE]])
; CHECK: store i32 %[[NUMBER]], ptr addrspace(1) %[[RECORD]], align 4
; CHECK-NEXT: %[[A:.*]] = getelementptr inbounds i8, ptr addrspace(1) %[[RECORD]], i32 4
; CHECK-NEXT: %[[USED:.*]] = call i32 @clc_print_from_1(ptr addrspace(1) %[[A]], ptr addrspace(1) %p, i32 255)
; CHECK-NEXT: %[[B:.*]] = getelementptr inbounds i8, ptr addrspace(1) %[[A]], i32 %[[USED]]
; CHECK-NEXT: store i32 %i, ptr addrspace(1) %[[B]], align 4
define void @text(ptr addrspace(1) %p, i32 %i) {
  %r = call i32 (ptr, ...) @printf(ptr @text_and_number, ptr addrspace(1) %p, i32 %i)
  ; FORMAT-NEXT: !{!"2:2:256:4:%s %d\\n"}
  ; FORMAT-NEXT: !{!"3:1:4: %d\\n"}
  ret void
}

; A text without room for a byte is empty.
; CHECK-LABEL: define void @no_byte(
; CHECK: %[[RECORD:.*]] = call ptr addrspace(1) @__printf_alloc(i32 4)
; CHECK: store i32 5, ptr addrspace(1) %[[RECORD]], align 4
define void @no_byte(ptr %p) {
  %r = call i32 (ptr, ...) @printf(ptr @nothing, ptr %p)
  ; FORMAT-NEXT: !{!"4:1:4:%s\\n"}
  ; FORMAT-NEXT: !{!"5:0:\\n"}
  ret void
}

; printf may be used otherwise.
; CHECK: define ptr @address(
; CHECK-NEXT: ret ptr @printf
define ptr @address() {
  ret ptr @printf
}

; Numbers have 32 or 64 bits, as their lengths say.
; CHECK-LABEL: define void @numbers(
; CHECK: trunc i32 %i to i8
; CHECK-NEXT: sext i8 %{{.*}} to i32
; CHECK-NEXT: trunc i32 %i to i16
; CHECK-NEXT: sext i16 %{{.*}} to i32
; CHECK: trunc i32 %i to i8
; CHECK-NEXT: zext i8 %{{.*}} to i32
; CHECK-NEXT: trunc i32 %i to i16
; CHECK-NEXT: zext i16 %{{.*}} to i32
; CHECK: trunc i64 %l to i32
; CHECK: sext i32 %i to i64
; CHECK: sext i16 %h to i32
define void @numbers(i32 %i, i64 %l, i16 %h, float %f, double %d, ptr %p, <4 x i32> %v, <2 x float> %w, <2 x i64> %x, <2 x i8> %b, i1 %c, ptr addrspace(1) %g) {
  call i32 (ptr, ...) @printf(ptr @f0, i32 %i)  ; "%d\n"
  ; FORMAT-NEXT: !{!"6:1:4:%d\\n"}
  call i32 (ptr, ...) @printf(ptr @f1, i32 %i, i32 %i)  ; "%hhd %hd\n"
  ; FORMAT-NEXT: !{!"7:2:4:4:%d %d\\n"}
  call i32 (ptr, ...) @printf(ptr @f2, i32 %i, i32 %i)  ; "%hhu %hx\n"
  ; FORMAT-NEXT: !{!"8:2:4:4:%u %x\\n"}
  call i32 (ptr, ...) @printf(ptr @f3, i64 %l, i64 %l)  ; "%ld %llu\n"
  ; FORMAT-NEXT: !{!"9:2:8:8:%ld %lu\\n"}
  call i32 (ptr, ...) @printf(ptr @f4, i64 %l)  ; "%d\n"
  ; FORMAT-NEXT: !{!"10:1:4:%d\\n"}
  call i32 (ptr, ...) @printf(ptr @f5, i32 %i)  ; "%ld\n"
  ; FORMAT-NEXT: !{!"11:1:8:%ld\\n"}
  call i32 (ptr, ...) @printf(ptr @f6, i64 %l, i16 %h)  ; "%zd %jd\n"
  ; FORMAT-NEXT: !{!"12:2:8:4:%ld %d\\n"}
  call i32 (ptr, ...) @printf(ptr @f7, i32 %i, i32 %i, i32 %i, i32 %i)  ; "%c %o %X %i\n"
  ; FORMAT-NEXT: !{!"13:4:4:4:4:4:%c %o %X %i\\n"}
  ret void
}

; CHECK-LABEL: define void @floats(
; CHECK: fpext float %f to double
define void @floats(i32 %i, i64 %l, i16 %h, float %f, double %d, ptr %p, <4 x i32> %v, <2 x float> %w, <2 x i64> %x, <2 x i8> %b, i1 %c, ptr addrspace(1) %g) {
  call i32 (ptr, ...) @printf(ptr @f8, double %d, double %d, double %d, double %d, double %d, double %d, double %d, double %d)  ; "%f %F %e %E %g %G %a %A\n"
  ; FORMAT-NEXT: !{!"14:8:8:8:8:8:8:8:8:8:%f %f %e %E %g %G %a %a\\n"}
  call i32 (ptr, ...) @printf(ptr @f9, float %f)  ; "%f\n"
  ; FORMAT-NEXT: !{!"15:1:8:%f\\n"}
  call i32 (ptr, ...) @printf(ptr @f10, double %d, double %d)  ; "%5.3f %.f\n"
  ; FORMAT-NEXT: !{!"16:2:8:8:%5.3f %.0f\\n"}
  ret void
}

; Numbers of other types, which are undefined, are converted.
; CHECK-LABEL: define void @wrong_types(
; CHECK: bitcast double %d to i64
; CHECK-NEXT: trunc i64
; CHECK: bitcast float %f to i32
; CHECK: uitofp i32 %i to double
; CHECK: ptrtoint ptr %p to i64
; CHECK-NEXT: trunc i64
; CHECK: ptrtoint ptr %p to i64
; CHECK-NEXT: uitofp i64
define void @wrong_types(i32 %i, i64 %l, i16 %h, float %f, double %d, ptr %p, <4 x i32> %v, <2 x float> %w, <2 x i64> %x, <2 x i8> %b, i1 %c, ptr addrspace(1) %g) {
  call i32 (ptr, ...) @printf(ptr @f11, double %d)  ; "%d\n"
  ; FORMAT-NEXT: !{!"17:1:4:%d\\n"}
  call i32 (ptr, ...) @printf(ptr @f12, float %f)  ; "%d\n"
  ; FORMAT-NEXT: !{!"18:1:4:%d\\n"}
  call i32 (ptr, ...) @printf(ptr @f13, i32 %i)  ; "%f\n"
  ; FORMAT-NEXT: !{!"19:1:8:%f\\n"}
  call i32 (ptr, ...) @printf(ptr @f14, ptr %p)  ; "%d\n"
  ; FORMAT-NEXT: !{!"20:1:4:%d\\n"}
  call i32 (ptr, ...) @printf(ptr @f15, i32 %i)  ; "%s\n"
  ; FORMAT-NEXT: !{!"21:0:(null)\\n"}
  call i32 (ptr, ...) @printf(ptr @f16, ptr %p)  ; "%f\n"
  ; FORMAT-NEXT: !{!"22:1:8:%f\\n"}
  ret void
}

; CHECK-LABEL: define void @pointers(
; CHECK: ptrtoint ptr %p to i64
; CHECK: zext i32 %i to i64
define void @pointers(i32 %i, i64 %l, i16 %h, float %f, double %d, ptr %p, <4 x i32> %v, <2 x float> %w, <2 x i64> %x, <2 x i8> %b, i1 %c, ptr addrspace(1) %g) {
  call i32 (ptr, ...) @printf(ptr @f17, ptr %p)  ; "%p\n"
  ; FORMAT-NEXT: !{!"23:1:8:%p\\n"}
  call i32 (ptr, ...) @printf(ptr @f18, i32 %i)  ; "%p\n"
  ; FORMAT-NEXT: !{!"24:1:8:%p\\n"}
  ret void
}

; Each element is a conversion, with as many bits as it has where the length does not say.
; CHECK-LABEL: define void @vectors(
; CHECK: extractelement <4 x i32> %v, i64 0
; CHECK-NEXT: extractelement <4 x i32> %v, i64 1
define void @vectors(i32 %i, i64 %l, i16 %h, float %f, double %d, ptr %p, <4 x i32> %v, <2 x float> %w, <2 x i64> %x, <2 x i8> %b, i1 %c, ptr addrspace(1) %g) {
  call i32 (ptr, ...) @printf(ptr @f19, <4 x i32> %v)  ; "%v4d\n"
  ; FORMAT-NEXT: !{!"25:4:4:4:4:4:%d,%d,%d,%d\\n"}
  call i32 (ptr, ...) @printf(ptr @f20, <2 x float> %w)  ; "%v2hlf\n"
  ; FORMAT-NEXT: !{!"26:2:8:8:%f,%f\\n"}
  call i32 (ptr, ...) @printf(ptr @f21, <2 x i64> %x)  ; "%v2ld\n"
  ; FORMAT-NEXT: !{!"27:2:8:8:%ld,%ld\\n"}
  call i32 (ptr, ...) @printf(ptr @f22, <2 x i64> %x)  ; "%v2d\n"
  ; FORMAT-NEXT: !{!"28:2:8:8:%ld,%ld\\n"}
  call i32 (ptr, ...) @printf(ptr @f23, <2 x i8> %b)  ; "%v2hhd\n"
  ; FORMAT-NEXT: !{!"29:2:4:4:%d,%d\\n"}
  call i32 (ptr, ...) @printf(ptr @f24, <2 x i8> %b)  ; "%v2d\n"
  ; FORMAT-NEXT: !{!"30:2:4:4:%d,%d\\n"}
  call i32 (ptr, ...) @printf(ptr @f25, <2 x i8> %b)  ; "%v2hd\n"
  ; FORMAT-NEXT: !{!"31:2:4:4:%d,%d\\n"}
  call i32 (ptr, ...) @printf(ptr @f26, <2 x i64> %x)  ; "%v2hld\n"
  ; FORMAT-NEXT: !{!"32:2:4:4:%d,%d\\n"}
  call i32 (ptr, ...) @printf(ptr @f27, <4 x i32> %v)  ; "%v2d\n"
  ; FORMAT-NEXT: !{!"33:2:4:4:%d,%d\\n"}
  call i32 (ptr, ...) @printf(ptr @f28, <4 x i32> %v)  ; "%d\n"
  ; FORMAT-NEXT: !{!"34:1:4:%d\\n"}
  call i32 (ptr, ...) @printf(ptr @f29, <2 x i8> %b)  ; "%v2zd\n"
  ; FORMAT-NEXT: !{!"35:2:4:4:%d,%d\\n"}
  ret void
}

; A blank of the flags comes before the width, behind a flag that changes nothing.
define void @flags(i32 %i, i64 %l, i16 %h, float %f, double %d, ptr %p, <4 x i32> %v, <2 x float> %w, <2 x i64> %x, <2 x i8> %b, i1 %c, ptr addrspace(1) %g) {
  call i32 (ptr, ...) @printf(ptr @f30, i32 %i)  ; "% d\n"
  ; FORMAT-NEXT: !{!"36:1:4:%- d\\n"}
  call i32 (ptr, ...) @printf(ptr @f31, i32 %i)  ; "%+ d\n"
  ; FORMAT-NEXT: !{!"37:1:4:%+d\\n"}
  call i32 (ptr, ...) @printf(ptr @f32, i32 %i)  ; "% x\n"
  ; FORMAT-NEXT: !{!"38:1:4:%x\\n"}
  call i32 (ptr, ...) @printf(ptr @f33, i32 %i)  ; "% 5d\n"
  ; FORMAT-NEXT: !{!"39:1:4:%# 5d\\n"}
  call i32 (ptr, ...) @printf(ptr @f34, i32 %i)  ; "% i\n"
  ; FORMAT-NEXT: !{!"40:1:4:%- i\\n"}
  call i32 (ptr, ...) @printf(ptr @f35, double %d)  ; "% 5f\n"
  ; FORMAT-NEXT: !{!"41:1:8:% 5f\\n"}
  call i32 (ptr, ...) @printf(ptr @f36, double %d)  ; "% f\n"
  ; FORMAT-NEXT: !{!"42:1:8:%- f\\n"}
  call i32 (ptr, ...) @printf(ptr @f37, i32 %i)  ; "% -5d\n"
  ; FORMAT-NEXT: !{!"43:1:4:%- 5d\\n"}
  call i32 (ptr, ...) @printf(ptr @f38, i32 %i)  ; "%-+ #07.3d\n"
  ; FORMAT-NEXT: !{!"44:1:4:%-+#07.3d\\n"}
  call i32 (ptr, ...) @printf(ptr @f39, double %d)  ; "% a\n"
  ; FORMAT-NEXT: !{!"45:1:8:%- a\\n"}
  call i32 (ptr, ...) @printf(ptr @f40, i32 %i)  ; "% u\n"
  ; FORMAT-NEXT: !{!"46:1:4:%u\\n"}
  call i32 (ptr, ...) @printf(ptr @f41, double %d)  ; "%# f\n"
  ; FORMAT-NEXT: !{!"47:1:8:%# f\\n"}
  call i32 (ptr, ...) @printf(ptr @f42, double %d)  ; "% 0f\n"
  ; FORMAT-NEXT: !{!"48:1:8:%0 f\\n"}
  ret void
}

; Characters that the runtime would misread are arguments, or escapes.
define void @literals(i32 %i, i64 %l, i16 %h, float %f, double %d, ptr %p, <4 x i32> %v, <2 x float> %w, <2 x i64> %x, <2 x i8> %b, i1 %c, ptr addrspace(1) %g) {
  call i32 (ptr, ...) @printf(ptr @f43)  ; "a:b\n"
  ; FORMAT-NEXT: !{!"49:0:a\\72b\\n"}
  call i32 (ptr, ...) @printf(ptr @f44)  ; "50%%\n"
  ; FORMAT-NEXT: !{!"50:1:4:50%c\\n"}
  call i32 (ptr, ...) @printf(ptr @f45, i32 %i)  ; "%%%d%%\n"
  ; FORMAT-NEXT: !{!"51:3:4:4:4:%c%d%c\\n"}
  call i32 (ptr, ...) @printf(ptr @f46)  ; "50% of\n"
  ; FORMAT-NEXT: !{!"52:1:4:50%c of\\n"}
  call i32 (ptr, ...) @printf(ptr @f47)  ; "\a\b\f\r\v\tend\n"
  ; FORMAT-NEXT: !{!"53:0:\\a\\b\\f\\r\\v\09end\\n"}
  call i32 (ptr, ...) @printf(ptr @f48)  ; "\\n \\t \\7 \\\\n\n"
  ; FORMAT-NEXT: !{!"54:3:4:4:4:\\%c \\t \\%c \\\\%c\\n"}
  call i32 (ptr, ...) @printf(ptr @f49)  ; "hl hh h\n"
  ; FORMAT-NEXT: !{!"55:0:hl hh h\\n"}
  call i32 (ptr, ...) @printf(ptr @f50, i32 %i)  ; "hl hh lh %d\n"
  ; FORMAT-NEXT: !{!"56:3:4:4:4:h%c h%c lh %d\\n"}
  call i32 (ptr, ...) @printf(ptr @f51, i32 %i)  ; "\\n %d\n"
  ; FORMAT-NEXT: !{!"57:2:4:4:\\%c %d\\n"}
  call i32 (ptr, ...) @printf(ptr @f52, i32 %i)  ; "\a%%%d\n"
  ; FORMAT-NEXT: !{!"58:2:4:4:\\a%c%d\\n"}
  call i32 (ptr, ...) @printf(ptr @f53, i32 %i)  ; "%dhl\n"
  ; FORMAT-NEXT: !{!"59:1:4:%dhl\\n"}
  call i32 (ptr, ...) @printf(ptr @f54)  ; "ph\n"
  ; FORMAT-NEXT: !{!"60:0:ph\\n"}
  call i32 (ptr, ...) @printf(ptr @f55, i32 %i)  ; "%dl\n"
  ; FORMAT-NEXT: !{!"61:1:4:%dl\\n"}
  call i32 (ptr, ...) @printf(ptr @f56, i32 %i)  ; "%d"
  ; FORMAT-NEXT: !{!"62:1:4:%d\00\\n"}
  call i32 (ptr, ...) @printf(ptr @f57, i32 %i)  ; "h%dh"
  ; FORMAT-NEXT: !{!"63:1:4:h%dh\00\\n"}
  call i32 (ptr, ...) @printf(ptr @f58, i32 %i)  ; "n%d\n"
  ; FORMAT-NEXT: !{!"64:1:4:n%d\\n"}
  ret void
}

define void @known_texts(i32 %i, i64 %l, i16 %h, float %f, double %d, ptr %p, <4 x i32> %v, <2 x float> %w, <2 x i64> %x, <2 x i8> %b, i1 %c, ptr addrspace(1) %g) {
  call i32 (ptr, ...) @printf(ptr @f59, ptr @abc)  ; "[%s]\n"
  ; FORMAT-NEXT: !{!"65:0:[abc]\\n"}
  call i32 (ptr, ...) @printf(ptr @f60, ptr @abc)  ; "[%5s]\n"
  ; FORMAT-NEXT: !{!"66:0:[  abc]\\n"}
  call i32 (ptr, ...) @printf(ptr @f61, ptr @abc)  ; "[%-5s]\n"
  ; FORMAT-NEXT: !{!"67:0:[abc  ]\\n"}
  call i32 (ptr, ...) @printf(ptr @f62, ptr @abc)  ; "[%.2s]\n"
  ; FORMAT-NEXT: !{!"68:0:[ab]\\n"}
  call i32 (ptr, ...) @printf(ptr @f63, ptr @abc)  ; "[%2s]\n"
  ; FORMAT-NEXT: !{!"69:0:[abc]\\n"}
  call i32 (ptr, ...) @printf(ptr @f64, ptr null)  ; "[%s]\n"
  ; FORMAT-NEXT: !{!"70:0:[(null)]\\n"}
  call i32 (ptr, ...) @printf(ptr @f65, ptr null)  ; "[%.3s]\n"
  ; FORMAT-NEXT: !{!"71:0:[(nu]\\n"}
  call i32 (ptr, ...) @printf(ptr @f66, ptr @colon)  ; "%s\n"
  ; FORMAT-NEXT: !{!"72:0:a\\72b\\n"}
  call i32 (ptr, ...) @printf(ptr @f67, ptr @h)  ; "%s"
  ; FORMAT-NEXT: !{!"73:0:ph\00\\n"}
  ret void
}

define void @missing_arguments(i32 %i, i64 %l, i16 %h, float %f, double %d, ptr %p, <4 x i32> %v, <2 x float> %w, <2 x i64> %x, <2 x i8> %b, i1 %c, ptr addrspace(1) %g) {
  call i32 (ptr, ...) @printf(ptr @f68, i32 %i)  ; "%d %d end\n"
  ; FORMAT-NEXT: !{!"74:2:4:4:%d %cd end\\n"}
  call i32 (ptr, ...) @printf(ptr @f69)  ; "%d\n"
  ; FORMAT-NEXT: !{!"75:1:4:%cd\\n"}
  call i32 (ptr, ...) @printf(ptr @f70, i32 %i)  ; "%d %% %d\n"
  ; FORMAT-NEXT: !{!"76:3:4:4:4:%d %c %cd\\n"}
  ret void
}

; Texts that are not known are copied at run time, as many bytes as there may be. An empty one has a format of its own.
define void @unknown_texts(i32 %i, i64 %l, i16 %h, float %f, double %d, ptr %p, <4 x i32> %v, <2 x float> %w, <2 x i64> %x, <2 x i8> %b, i1 %c, ptr addrspace(1) %g) {
  %private = alloca [12 x i8], addrspace(5)
  %array = addrspacecast ptr addrspace(5) %private to ptr
  %either = select i1 %c, ptr @names, ptr %array
  %any = select i1 %c, ptr @names, ptr %p
  %dynamic = alloca i8, i32 %i, addrspace(5)
  call i32 (ptr, ...) @printf(ptr @f71, ptr %p)  ; "[%s]\n"
  ; FORMAT-NEXT: !{!"77:1:256:[%s]\\n"}
  ; FORMAT-NEXT: !{!"78:0:[]\\n"}
  call i32 (ptr, ...) @printf(ptr @f72, ptr %p)  ; "[%5s]\n"
  ; FORMAT-NEXT: !{!"79:1:256:[%5s]\\n"}
  ; FORMAT-NEXT: !{!"80:0:[     ]\\n"}
  call i32 (ptr, ...) @printf(ptr @f73, ptr %p)  ; "[%-5s]\n"
  ; FORMAT-NEXT: !{!"81:1:256:[%-5s]\\n"}
  ; FORMAT-NEXT: !{!"82:0:[     ]\\n"}
  call i32 (ptr, ...) @printf(ptr @f74, ptr %p)  ; "[%.9s]\n"
  ; FORMAT-NEXT: !{!"83:1:12:[%s]\\n"}
  ; FORMAT-NEXT: !{!"84:0:[]\\n"}
  call i32 (ptr, ...) @printf(ptr @f75, ptr %p)  ; "[%.300s]\n"
  ; FORMAT-NEXT: !{!"85:1:256:[%s]\\n"}
  ; FORMAT-NEXT: !{!"86:0:[]\\n"}
  call i32 (ptr, ...) @printf(ptr @f76, ptr %p)  ; "[%.0s]\n"
  ; FORMAT-NEXT: !{!"87:1:4:[%s]\\n"}
  ; FORMAT-NEXT: !{!"88:0:[]\\n"}
  call i32 (ptr, ...) @printf(ptr @f77, ptr %p)  ; "[%+s]\n"
  ; FORMAT-NEXT: !{!"89:1:256:[%s]\\n"}
  ; FORMAT-NEXT: !{!"90:0:[]\\n"}
  call i32 (ptr, ...) @printf(ptr @f78, ptr @names, i32 %i)  ; "%s %d\n"
  ; FORMAT-NEXT: !{!"91:2:24:4:%s %d\\n"}
  ; FORMAT-NEXT: !{!"92:1:4: %d\\n"}
  call i32 (ptr, ...) @printf(ptr @f79, ptr %array)  ; "%s\n"
  ; FORMAT-NEXT: !{!"93:1:16:%s\\n"}
  ; FORMAT-NEXT: !{!"94:0:\\n"}
  call i32 (ptr, ...) @printf(ptr @f80, ptr %either)  ; "%s\n"
  ; FORMAT-NEXT: !{!"95:1:24:%s\\n"}
  ; FORMAT-NEXT: !{!"96:0:\\n"}
  call i32 (ptr, ...) @printf(ptr @f81, ptr %any)  ; "%s\n"
  ; FORMAT-NEXT: !{!"97:1:256:%s\\n"}
  ; FORMAT-NEXT: !{!"98:0:\\n"}
  call i32 (ptr, ...) @printf(ptr @f82, ptr @large)  ; "%s\n"
  ; FORMAT-NEXT: !{!"99:1:256:%s\\n"}
  ; FORMAT-NEXT: !{!"100:0:\\n"}
  call i32 (ptr, ...) @printf(ptr @f83, i32 %i, ptr %p, ptr %array)  ; "%d %s %s\n"
  ; FORMAT-NEXT: !{!"101:3:4:256:16:%d %s %s\\n"}
  ; FORMAT-NEXT: !{!"102:2:4:16:%d  %s\\n"}
  ; FORMAT-NEXT: !{!"103:2:4:256:%d %s \\n"}
  ; FORMAT-NEXT: !{!"104:1:4:%d  \\n"}
  call i32 (ptr, ...) @printf(ptr @f84, ptr addrspace(1) %g)  ; "%s\n"
  ; FORMAT-NEXT: !{!"105:1:256:%s\\n"}
  ; FORMAT-NEXT: !{!"106:0:\\n"}
  call i32 (ptr, ...) @printf(ptr @f85, ptr addrspace(5) %dynamic)  ; "%s\n"
  ; FORMAT-NEXT: !{!"107:1:256:%s\\n"}
  ; FORMAT-NEXT: !{!"108:0:\\n"}
  ret void
}

; Of more than six texts, the others leave an empty one in the record.
define void @many_texts(i32 %i, i64 %l, i16 %h, float %f, double %d, ptr %p, <4 x i32> %v, <2 x float> %w, <2 x i64> %x, <2 x i8> %b, i1 %c, ptr addrspace(1) %g) {
  call i32 (ptr, ...) @printf(ptr @f86, ptr %p, ptr %p, ptr %p, ptr %p, ptr %p, ptr %p, ptr %p)  ; "%.3s %.3s %.3s %.3s %.3s %.3s %.3s\n"
  ; FORMAT-NEXT: !{!"109:7:4:4:4:4:4:4:4:%s %s %s %s %s %s %s\\n"}
  ; FORMAT-NEXT: !{!"110:6:4:4:4:4:4:4: %s %s %s %s %s %s\\n"}
  ; FORMAT-NEXT: !{!"111:6:4:4:4:4:4:4:%s  %s %s %s %s %s\\n"}
  ; FORMAT-NEXT: !{!"112:5:4:4:4:4:4:  %s %s %s %s %s\\n"}
  ; FORMAT-NEXT: !{!"113:6:4:4:4:4:4:4:%s %s  %s %s %s %s\\n"}
  ; FORMAT-NEXT: !{!"114:5:4:4:4:4:4: %s  %s %s %s %s\\n"}
  ; FORMAT-NEXT: !{!"115:5:4:4:4:4:4:%s   %s %s %s %s\\n"}
  ; FORMAT-NEXT: !{!"116:4:4:4:4:4:   %s %s %s %s\\n"}
  ; FORMAT-NEXT: !{!"117:6:4:4:4:4:4:4:%s %s %s  %s %s %s\\n"}
  ; FORMAT-NEXT: !{!"118:5:4:4:4:4:4: %s %s  %s %s %s\\n"}
  ; FORMAT-NEXT: !{!"119:5:4:4:4:4:4:%s  %s  %s %s %s\\n"}
  ; FORMAT-NEXT: !{!"120:4:4:4:4:4:  %s  %s %s %s\\n"}
  ; FORMAT-NEXT: !{!"121:5:4:4:4:4:4:%s %s   %s %s %s\\n"}
  ; FORMAT-NEXT: !{!"122:4:4:4:4:4: %s   %s %s %s\\n"}
  ; FORMAT-NEXT: !{!"123:4:4:4:4:4:%s    %s %s %s\\n"}
  ; FORMAT-NEXT: !{!"124:3:4:4:4:    %s %s %s\\n"}
  ; FORMAT-NEXT: !{!"125:6:4:4:4:4:4:4:%s %s %s %s  %s %s\\n"}
  ; FORMAT-NEXT: !{!"126:5:4:4:4:4:4: %s %s %s  %s %s\\n"}
  ; FORMAT-NEXT: !{!"127:5:4:4:4:4:4:%s  %s %s  %s %s\\n"}
  ; FORMAT-NEXT: !{!"128:4:4:4:4:4:  %s %s  %s %s\\n"}
  ; FORMAT-NEXT: !{!"129:5:4:4:4:4:4:%s %s  %s  %s %s\\n"}
  ; FORMAT-NEXT: !{!"130:4:4:4:4:4: %s  %s  %s %s\\n"}
  ; FORMAT-NEXT: !{!"131:4:4:4:4:4:%s   %s  %s %s\\n"}
  ; FORMAT-NEXT: !{!"132:3:4:4:4:   %s  %s %s\\n"}
  ; FORMAT-NEXT: !{!"133:5:4:4:4:4:4:%s %s %s   %s %s\\n"}
  ; FORMAT-NEXT: !{!"134:4:4:4:4:4: %s %s   %s %s\\n"}
  ; FORMAT-NEXT: !{!"135:4:4:4:4:4:%s  %s   %s %s\\n"}
  ; FORMAT-NEXT: !{!"136:3:4:4:4:  %s   %s %s\\n"}
  ; FORMAT-NEXT: !{!"137:4:4:4:4:4:%s %s    %s %s\\n"}
  ; FORMAT-NEXT: !{!"138:3:4:4:4: %s    %s %s\\n"}
  ; FORMAT-NEXT: !{!"139:3:4:4:4:%s     %s %s\\n"}
  ; FORMAT-NEXT: !{!"140:2:4:4:     %s %s\\n"}
  ; FORMAT-NEXT: !{!"141:6:4:4:4:4:4:4:%s %s %s %s %s  %s\\n"}
  ; FORMAT-NEXT: !{!"142:5:4:4:4:4:4: %s %s %s %s  %s\\n"}
  ; FORMAT-NEXT: !{!"143:5:4:4:4:4:4:%s  %s %s %s  %s\\n"}
  ; FORMAT-NEXT: !{!"144:4:4:4:4:4:  %s %s %s  %s\\n"}
  ; FORMAT-NEXT: !{!"145:5:4:4:4:4:4:%s %s  %s %s  %s\\n"}
  ; FORMAT-NEXT: !{!"146:4:4:4:4:4: %s  %s %s  %s\\n"}
  ; FORMAT-NEXT: !{!"147:4:4:4:4:4:%s   %s %s  %s\\n"}
  ; FORMAT-NEXT: !{!"148:3:4:4:4:   %s %s  %s\\n"}
  ; FORMAT-NEXT: !{!"149:5:4:4:4:4:4:%s %s %s  %s  %s\\n"}
  ; FORMAT-NEXT: !{!"150:4:4:4:4:4: %s %s  %s  %s\\n"}
  ; FORMAT-NEXT: !{!"151:4:4:4:4:4:%s  %s  %s  %s\\n"}
  ; FORMAT-NEXT: !{!"152:3:4:4:4:  %s  %s  %s\\n"}
  ; FORMAT-NEXT: !{!"153:4:4:4:4:4:%s %s   %s  %s\\n"}
  ; FORMAT-NEXT: !{!"154:3:4:4:4: %s   %s  %s\\n"}
  ; FORMAT-NEXT: !{!"155:3:4:4:4:%s    %s  %s\\n"}
  ; FORMAT-NEXT: !{!"156:2:4:4:    %s  %s\\n"}
  ; FORMAT-NEXT: !{!"157:5:4:4:4:4:4:%s %s %s %s   %s\\n"}
  ; FORMAT-NEXT: !{!"158:4:4:4:4:4: %s %s %s   %s\\n"}
  ; FORMAT-NEXT: !{!"159:4:4:4:4:4:%s  %s %s   %s\\n"}
  ; FORMAT-NEXT: !{!"160:3:4:4:4:  %s %s   %s\\n"}
  ; FORMAT-NEXT: !{!"161:4:4:4:4:4:%s %s  %s   %s\\n"}
  ; FORMAT-NEXT: !{!"162:3:4:4:4: %s  %s   %s\\n"}
  ; FORMAT-NEXT: !{!"163:3:4:4:4:%s   %s   %s\\n"}
  ; FORMAT-NEXT: !{!"164:2:4:4:   %s   %s\\n"}
  ; FORMAT-NEXT: !{!"165:4:4:4:4:4:%s %s %s    %s\\n"}
  ; FORMAT-NEXT: !{!"166:3:4:4:4: %s %s    %s\\n"}
  ; FORMAT-NEXT: !{!"167:3:4:4:4:%s  %s    %s\\n"}
  ; FORMAT-NEXT: !{!"168:2:4:4:  %s    %s\\n"}
  ; FORMAT-NEXT: !{!"169:3:4:4:4:%s %s     %s\\n"}
  ; FORMAT-NEXT: !{!"170:2:4:4: %s     %s\\n"}
  ; FORMAT-NEXT: !{!"171:2:4:4:%s      %s\\n"}
  ; FORMAT-NEXT: !{!"172:1:4:      %s\\n"}
  ret void
}
