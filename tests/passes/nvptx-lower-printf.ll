; RUN: split-file %s %t
; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -passes=nvptx-lower-printf -S %t/calls.ll | FileCheck %t/calls.ll
; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -passes=nvptx-lower-printf -S %t/defined.ll | FileCheck %t/defined.ll
; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -passes=nvptx-lower-printf -S %t/none.ll | FileCheck %t/none.ll
; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -passes=nvptx-lower-printf -S %t/address.ll | FileCheck %t/address.ll

;--- calls.ll
; The copies lie in global memory.
; CHECK-DAG: @two.format = internal addrspace(1) constant [7 x i8] c"%d %f\0A\00"
; CHECK-DAG: @plain.format = internal addrspace(1) constant [6 x i8] c"plain\00"
; CHECK-DAG: @.format{{[.0-9]*}} = internal addrspace(1) constant {{.*}} c"a%%%5.2f,%5.2f b%d\00"
; CHECK-DAG: @.format{{[.0-9]*}} = internal addrspace(1) constant {{.*}} c"%d,%d\00"
; CHECK-DAG: @.format{{[.0-9]*}} = internal addrspace(1) constant {{.*}} c"%u,%u\00"
; CHECK-DAG: @.format{{[.0-9]*}} = internal addrspace(1) constant {{.*}} c"%i,%i\00"
; CHECK-DAG: @.format{{[.0-9]*}} = internal addrspace(1) constant {{.*}} c"%ld,%ld\00"
; CHECK-DAG: @.format{{[.0-9]*}} = internal addrspace(1) constant {{.*}} c"%x,%x\00"
; CHECK-DAG: @.format{{[.0-9]*}} = internal addrspace(1) constant {{.*}} c"%d,%d,%d,%d.\00"
; CHECK-DAG: @v4f.format = internal addrspace(1) constant [5 x i8] c"%v4f\00"
; CHECK-DAG: @no_end.format = internal addrspace(1) constant [5 x i8] c"%v2fx"
; CHECK-DAG: @.format{{[.0-9]*}} = internal addrspace(1) constant {{.*}} c"%%%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d \00"
; CHECK-DAG: @.format{{[.0-9]*}} = internal addrspace(1) constant {{.*}} c"%d end\00"
; CHECK-DAG: @.format{{[.0-9]*}} = internal addrspace(1) constant {{.*}} c"%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d,\00"
; CHECK-DAG: @.format{{[.0-9]*}} = internal addrspace(1) constant {{.*}} c"%d\00"
; CHECK-NOT: @two.format{{.+}} =
; CHECK-NOT: @printf
@two = internal addrspace(4) constant [7 x i8] c"%d %f\0A\00"
@plain = internal addrspace(4) constant [6 x i8] c"plain\00"
@v2f = internal addrspace(4) constant [15 x i8] c"a%%%5.2v2f b%d\00"
@v2hhd = internal addrspace(4) constant [7 x i8] c"%v2hhd\00"
@v2hhu = internal addrspace(4) constant [7 x i8] c"%v2hhu\00"
@v2hi = internal addrspace(4) constant [6 x i8] c"%v2hi\00"
@v2ld = internal addrspace(4) constant [6 x i8] c"%v2ld\00"
@v2hlx = internal addrspace(4) constant [7 x i8] c"%v2hlx\00"
@two_vectors = internal addrspace(4) constant [15 x i8] c"%v2hld,%v2hld.\00"
@v4f = internal addrspace(4) constant [5 x i8] c"%v4f\00"
@no_lanes = internal addrspace(4) constant [3 x i8] c"%d\00"
@v2f_alone = internal addrspace(4) constant [5 x i8] c"%v2f\00"
@too_few = internal addrspace(4) constant [8 x i8] c"%v2f %d\00"
@too_many = internal addrspace(4) constant [5 x i8] c"%v2f\00"
@percent = internal addrspace(4) constant [5 x i8] c"%d%%\00"
@thirty_two = internal addrspace(4) constant [97 x i8] c"%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d \00"
@thirty_three = internal addrspace(4) constant [105 x i8] c"%%%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d end\00"
@short = internal addrspace(4) constant [103 x i8] c"%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d \00"
@long = internal addrspace(4) constant [100 x i8] c"%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d \00"
@v2_and_more = internal addrspace(4) constant [100 x i8] c"%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %v2hld\00"
@s = internal addrspace(4) constant [6 x i8] c"%s %s\00"
@text = internal addrspace(4) constant [3 x i8] c"ab\00"
@no_end = internal addrspace(4) constant [5 x i8] c"%v2fx"
@zeros = internal addrspace(4) constant [5 x i8] zeroinitializer
@elsewhere = external addrspace(4) constant [5 x i8]

declare i32 @printf(ptr addrspace(4), ...)

; Each argument lies at its own alignment; 0 is success.
; CHECK-LABEL: define i32 @f_two(
; CHECK-NEXT: [[M:%.*]] = alloca { i32, double }, align 8
; CHECK-NEXT: [[P0:%.*]] = getelementptr inbounds nuw { i32, double }, ptr [[M]], i32 0, i32 0
; CHECK-NEXT: store i32 %x, ptr [[P0]], align 4
; CHECK-NEXT: [[P1:%.*]] = getelementptr inbounds nuw { i32, double }, ptr [[M]], i32 0, i32 1
; CHECK-NEXT: store double %y, ptr [[P1]], align 8
; CHECK-NEXT: [[N:%.*]] = call i32 @vprintf(ptr addrspacecast (ptr addrspace(1) @two.format to ptr), ptr [[M]])
; CHECK-NEXT: [[F:%.*]] = icmp slt i32 [[N]], 0
; CHECK-NEXT: [[R:%.*]] = sext i1 [[F]] to i32
; CHECK-NEXT: ret i32 [[R]]
define i32 @f_two(i32 %x, double %y) {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @two, i32 %x, double %y)
  ret i32 %r
}

; CHECK-LABEL: define i32 @f_plain(
; CHECK-NEXT: call i32 @vprintf(ptr addrspacecast (ptr addrspace(1) @plain.format to ptr), ptr null)
define i32 @f_plain() {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @plain)
  ret i32 %r
}

; The same copy again, and records in the entry block.
; CHECK-LABEL: define i32 @f_again(
; CHECK-NEXT: alloca { i32, double }, align 8
; CHECK: then:
; CHECK: call i32 @vprintf(ptr addrspacecast (ptr addrspace(1) @two.format to ptr),
define i32 @f_again(i1 %c) {
  br i1 %c, label %then, label %end
then:
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @two, i32 1, double 2.0)
  ret i32 %r
end:
  ret i32 0
}

; Vectors by their elements, which are widened.
; CHECK-LABEL: define i32 @f_v2f(
; CHECK-NEXT: [[M:%.*]] = alloca { double, double, i32 }, align 8
; CHECK-NEXT: [[V0:%.*]] = extractelement <2 x float> %v, i64 0
; CHECK-NEXT: [[D0:%.*]] = fpext float [[V0]] to double
; CHECK-NEXT: [[V1:%.*]] = extractelement <2 x float> %v, i64 1
; CHECK-NEXT: [[D1:%.*]] = fpext float [[V1]] to double
; CHECK: store double [[D0]]
; CHECK: store double [[D1]]
; CHECK: store i32 %n
; CHECK: call i32 @vprintf(ptr addrspacecast (ptr addrspace(1) @[[V2F:.format[.0-9]*]] to ptr), ptr [[M]])
define i32 @f_v2f(<2 x float> %v, i32 %n) {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @v2f, <2 x float> %v, i32 %n)
  ret i32 %r
}

; CHECK-LABEL: define i32 @f_v2hhd(
; CHECK: [[V0:%.*]] = extractelement <2 x i8> %v, i64 0
; CHECK-NEXT: [[D0:%.*]] = sext i8 [[V0]] to i32
; CHECK: store i32 [[D0]]
; CHECK: call i32 @vprintf(ptr addrspacecast (ptr addrspace(1) @[[V2HHD:.format[.0-9]*]] to ptr)
define i32 @f_v2hhd(<2 x i8> %v) {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @v2hhd, <2 x i8> %v)
  ret i32 %r
}

; CHECK-LABEL: define i32 @f_v2hhu(
; CHECK: [[V0:%.*]] = extractelement <2 x i8> %v, i64 0
; CHECK-NEXT: [[D0:%.*]] = zext i8 [[V0]] to i32
; CHECK: store i32 [[D0]]
; CHECK: call i32 @vprintf(ptr addrspacecast (ptr addrspace(1) @[[V2HHU:.format[.0-9]*]] to ptr)
define i32 @f_v2hhu(<2 x i8> %v) {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @v2hhu, <2 x i8> %v)
  ret i32 %r
}

; CHECK-LABEL: define i32 @f_v2hi(
; CHECK: sext i16 %{{.*}} to i32
; CHECK: @[[V2HI:.format[.0-9]*]] to ptr)
define i32 @f_v2hi(<2 x i16> %v) {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @v2hi, <2 x i16> %v)
  ret i32 %r
}

; CHECK-LABEL: define i32 @f_v2ld(
; CHECK-NEXT: alloca { i64, i64 }
; CHECK: [[V0:%.*]] = extractelement <2 x i64> %v, i64 0
; CHECK: [[V1:%.*]] = extractelement <2 x i64> %v, i64 1
; CHECK: store i64 [[V0]]
; CHECK: store i64 [[V1]]
; CHECK: @[[V2LD:.format[.0-9]*]] to ptr)
define i32 @f_v2ld(<2 x i64> %v) {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @v2ld, <2 x i64> %v)
  ret i32 %r
}

; CHECK-LABEL: define i32 @f_v2hlx(
; CHECK: [[V0:%.*]] = extractelement <2 x i32> %v, i64 0
; CHECK: store i32 [[V0]]
; CHECK: @[[V2HLX:.format[.0-9]*]] to ptr)
define i32 @f_v2hlx(<2 x i32> %v) {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @v2hlx, <2 x i32> %v)
  ret i32 %r
}

; CHECK-LABEL: define i32 @f_two_vectors(
; CHECK-NEXT: alloca { i32, i32, i32, i32 }
; CHECK: @[[TWO_VECTORS:.format[.0-9]*]] to ptr)
define i32 @f_two_vectors(<2 x i32> %v, <2 x i32> %w) {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @two_vectors, <2 x i32> %v, <2 x i32> %w)
  ret i32 %r
}

; Arguments that do not fit go as they are, vectors like arrays.
; CHECK-LABEL: define i32 @f_v4f(
; CHECK-NEXT: [[M:%.*]] = alloca { [2 x float] }
; CHECK: [[P:%.*]] = getelementptr inbounds nuw { [2 x float] }, ptr [[M]], i32 0, i32 0
; CHECK: store <2 x float> %v, ptr [[P]], align 4
; CHECK: ptr addrspace(1) @v4f.format to ptr)
define i32 @f_v4f(<2 x float> %v) {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @v4f, <2 x float> %v)
  ret i32 %r
}

; CHECK-LABEL: define i32 @f_no_lanes(
; CHECK-NEXT: alloca { [2 x i32] }
; CHECK: @no_lanes.format to ptr)
define i32 @f_no_lanes(<2 x i32> %v) {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @no_lanes, <2 x i32> %v)
  ret i32 %r
}

; CHECK-LABEL: define i32 @f_v2f_alone(
; CHECK-NEXT: alloca { double }
; CHECK: @v2f_alone.format to ptr)
define i32 @f_v2f_alone(double %x) {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @v2f_alone, double %x)
  ret i32 %r
}

; CHECK-LABEL: define i32 @f_too_few(
; CHECK-NEXT: alloca { [2 x float] }
; CHECK: @too_few.format to ptr)
define i32 @f_too_few(<2 x float> %v) {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @too_few, <2 x float> %v)
  ret i32 %r
}

; CHECK-LABEL: define i32 @f_too_many(
; CHECK-NEXT: alloca { [2 x float], i32 }
; CHECK: @too_many.format to ptr)
define i32 @f_too_many(<2 x float> %v, i32 %n) {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @too_many, <2 x float> %v, i32 %n)
  ret i32 %r
}

; CHECK-LABEL: define i32 @f_percent(
; CHECK-NEXT: alloca { i32 }
; CHECK: @percent.format to ptr)
define i32 @f_percent(i32 %n) {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @percent, i32 %n)
  ret i32 %r
}

; Formats that are no plain text.
; CHECK-LABEL: define i32 @f_no_end(
; CHECK-NEXT: alloca { [2 x float] }
; CHECK: @no_end.format to ptr)
define i32 @f_no_end(<2 x float> %v) {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @no_end, <2 x float> %v)
  ret i32 %r
}

; CHECK-LABEL: define i32 @f_zeros(
; CHECK-NEXT: alloca { i32 }
; CHECK: @zeros.format to ptr)
define i32 @f_zeros(i32 %n) {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @zeros, i32 %n)
  ret i32 %r
}

; CHECK-LABEL: define i32 @f_elsewhere(
; CHECK-NEXT: alloca { i32 }
; CHECK: call i32 @vprintf(ptr addrspacecast (ptr addrspace(4) @elsewhere to ptr),
define i32 @f_elsewhere(i32 %n) {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @elsewhere, i32 %n)
  ret i32 %r
}

; CHECK-LABEL: define i32 @f_unknown(
; CHECK-NEXT: [[M:%.*]] = alloca { [2 x float] }
; CHECK: [[F:%.*]] = addrspacecast ptr addrspace(4) %f to ptr
; CHECK-NEXT: call i32 @vprintf(ptr [[F]], ptr [[M]])
define i32 @f_unknown(ptr addrspace(4) %f, <2 x float> %v) {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) %f, <2 x float> %v)
  ret i32 %r
}

; The text of `%s` is generic, too.
; CHECK-LABEL: define i32 @f_s(
; CHECK-NEXT: alloca { ptr, ptr }
; CHECK-NEXT: [[P:%.*]] = addrspacecast ptr addrspace(1) %p to ptr
; CHECK: store ptr addrspacecast (ptr addrspace(1) @text.format to ptr)
; CHECK: store ptr [[P]]
; CHECK: @s.format to ptr)
define i32 @f_s(ptr addrspace(1) %p) {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @s, ptr addrspace(4) @text, ptr addrspace(1) %p)
  ret i32 %r
}

; As many conversions as the driver bears.
; CHECK-LABEL: define i32 @f_thirty_two(
; CHECK-NEXT: alloca { i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32 }
; CHECK: call i32 @vprintf(ptr addrspacecast (ptr addrspace(1) @thirty_two.format to ptr)
; CHECK-NEXT: icmp
; CHECK-NEXT: sext
define i32 @f_thirty_two() {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @thirty_two, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32)
  ret i32 %r
}

; One more; either call may fail.
; CHECK-LABEL: define i32 @f_thirty_three(
; CHECK-NEXT: [[M2:%.*]] = alloca { i32 }
; CHECK-NEXT: [[M1:%.*]] = alloca { i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32 }
; CHECK: store i32 32,
; CHECK: [[N1:%.*]] = call i32 @vprintf(ptr addrspacecast (ptr addrspace(1) @[[FIRST:.format[.0-9]*]] to ptr), ptr [[M1]])
; CHECK-NEXT: [[F1:%.*]] = icmp slt i32 [[N1]], 0
; CHECK: store i32 33,
; CHECK: [[N2:%.*]] = call i32 @vprintf(ptr addrspacecast (ptr addrspace(1) @[[SECOND:.format[.0-9]*]] to ptr), ptr [[M2]])
; CHECK-NEXT: [[F2:%.*]] = icmp slt i32 [[N2]], 0
; CHECK-NEXT: [[F:%.*]] = or i1 [[F1]], [[F2]]
; CHECK-NEXT: sext i1 [[F]] to i32
define i32 @f_thirty_three() {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @thirty_three, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33)
  ret i32 %r
}

; A vector may go into two calls.
; CHECK-LABEL: define i32 @f_v2_and_more(
; CHECK-NEXT: alloca { i32 }
; CHECK-NEXT: alloca { i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32 }
; CHECK: @[[THIS:.format[.0-9]*]] to ptr)
; CHECK: @[[REST:.format[.0-9]*]] to ptr)
define i32 @f_v2_and_more(<2 x i32> %v) {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @v2_and_more, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, <2 x i32> %v)
  ret i32 %r
}

; Too few arguments, and too many.
; CHECK-LABEL: define i32 @f_short(
; CHECK-NEXT: alloca { i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32 }
; CHECK: @short.format to ptr)
define i32 @f_short() {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @short, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33)
  ret i32 %r
}

; CHECK-LABEL: define i32 @f_long(
; CHECK-NEXT: alloca { i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32 }
; CHECK: @long.format to ptr)
define i32 @f_long() {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @long, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34)
  ret i32 %r
}


;--- defined.ll
; CHECK-LABEL: define i32 @f(
; CHECK-NEXT: call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) %f)
; CHECK-NOT: @vprintf
define i32 @printf(ptr addrspace(4) %f, ...) {
  ret i32 0
}
define i32 @f(ptr addrspace(4) %f) {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) %f)
  ret i32 %r
}

;--- none.ll
; CHECK-NOT: @vprintf
define i32 @f() {
  ret i32 0
}

;--- address.ll
; CHECK: declare i32 @printf(ptr addrspace(4), ...)
declare i32 @printf(ptr addrspace(4), ...)
; CHECK: store ptr @printf, ptr %p
define void @f(ptr %p) {
  store ptr @printf, ptr %p
  ret void
}
