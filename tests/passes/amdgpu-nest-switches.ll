; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -passes=amdgpu-nest-switches -S %s | FileCheck %s
; What functions return for numbers that are known, after the pass.
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -passes='function(amdgpu-nest-switches),always-inline,function(sccp,simplifycfg,instsimplify)' -S %s | FileCheck %s --check-prefix=VALUE
; The code generator runs it, too: without it there are masks of many paths.
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -passes=print-assembly -disable-output %s | FileCheck %s --check-prefix=WITH
; RUN: clc-opt -mtriple=amdgcn-amd-amdhsa -mcpu=gfx90a -disable-clc-pass=amdgpu-nest-switches -passes=print-assembly -disable-output %s | FileCheck %s --check-prefix=WITHOUT
; WITH-LABEL: values:
; WITH-NOT: s_andn2_b64
; WITH: s_setpc_b64
; WITHOUT-LABEL: values:
; WITHOUT-COUNT-100: s_andn2_b64
; WITHOUT: s_setpc_b64

declare void @work(i32)

; Cases that only decide a value become selections, and their blocks go.
; CHECK-LABEL: define i32 @values(
; CHECK: %[[LOW:.*]] = icmp ult i32 %v, 32
; CHECK-NOT: switch i32
; CHECK: icmp eq i32 %v, 0
; CHECK-NOT: {{^}}even:
; CHECK: end:
; CHECK-NEXT: ret i32 %{{[0-9]+}}
define i32 @values(i32 %v) alwaysinline {
entry:
  switch i32 %v, label %end [
    i32 0, label %even  i32 1, label %odd  i32 2, label %even  i32 3, label %odd  i32 4, label %even  i32 5, label %odd
    i32 6, label %even  i32 7, label %odd  i32 8, label %even  i32 9, label %odd  i32 10, label %even  i32 11, label %odd
    i32 12, label %even  i32 13, label %odd  i32 14, label %even  i32 15, label %odd  i32 16, label %even  i32 17, label %odd
    i32 18, label %even  i32 19, label %odd  i32 20, label %even  i32 21, label %odd  i32 22, label %even  i32 23, label %odd
    i32 24, label %even  i32 25, label %odd  i32 26, label %even  i32 27, label %odd  i32 28, label %even  i32 29, label %odd
    i32 30, label %even  i32 31, label %odd  i32 32, label %even  i32 33, label %odd  i32 34, label %even  i32 35, label %odd
    i32 36, label %even  i32 37, label %odd  i32 38, label %even  i32 39, label %odd  i32 40, label %even  i32 41, label %odd
    i32 42, label %even  i32 43, label %odd  i32 44, label %even  i32 45, label %odd  i32 46, label %even  i32 47, label %odd
    i32 48, label %even  i32 49, label %odd  i32 50, label %even  i32 51, label %odd  i32 52, label %even  i32 53, label %odd
    i32 54, label %even  i32 55, label %odd  i32 56, label %even  i32 57, label %odd  i32 58, label %even  i32 59, label %odd
    i32 60, label %even  i32 61, label %odd  i32 62, label %even  i32 63, label %odd ]
even:
  br label %end
odd:
  br label %end
end:
  %r = phi i32 [ 0, %entry ], [ 1, %even ], [ 2, %odd ]
  ret i32 %r
}
; VALUE-LABEL: define i32 @values_of_0(
; VALUE-NEXT: ret i32 1
define i32 @values_of_0() {
  %r = call i32 @values(i32 0)
  ret i32 %r
}
; VALUE-LABEL: define i32 @values_of_63(
; VALUE-NEXT: ret i32 2
define i32 @values_of_63() {
  %r = call i32 @values(i32 63)
  ret i32 %r
}
; VALUE-LABEL: define i32 @values_of_40(
; VALUE-NEXT: ret i32 1
define i32 @values_of_40() {
  %r = call i32 @values(i32 40)
  ret i32 %r
}
; VALUE-LABEL: define i32 @values_of_64(
; VALUE-NEXT: ret i32 0
define i32 @values_of_64() {
  %r = call i32 @values(i32 64)
  ret i32 %r
}
; VALUE-LABEL: define i32 @values_of_minus_1(
; VALUE-NEXT: ret i32 0
define i32 @values_of_minus_1() {
  %r = call i32 @values(i32 -1)
  ret i32 %r
}
; 
; Fewer cases, or fewer ranges of numbers, stay a switch.
; CHECK-LABEL: define i32 @few_cases(
; CHECK-NOT: switch.met
; CHECK: switch i32 %v
define i32 @few_cases(i32 %v) alwaysinline {
entry:
  switch i32 %v, label %end [
    i32 0, label %even  i32 1, label %odd  i32 2, label %even  i32 3, label %odd  i32 4, label %even  i32 5, label %odd
    i32 6, label %even  i32 7, label %odd  i32 8, label %even  i32 9, label %odd  i32 10, label %even  i32 11, label %odd
    i32 12, label %even  i32 13, label %odd  i32 14, label %even  i32 15, label %odd  i32 16, label %even  i32 17, label %odd
    i32 18, label %even  i32 19, label %odd  i32 20, label %even  i32 21, label %odd  i32 22, label %even  i32 23, label %odd
    i32 24, label %even  i32 25, label %odd  i32 26, label %even  i32 27, label %odd  i32 28, label %even  i32 29, label %odd
    i32 30, label %even  i32 31, label %odd  i32 32, label %even  i32 33, label %odd  i32 34, label %even  i32 35, label %odd
    i32 36, label %even  i32 37, label %odd  i32 38, label %even  i32 39, label %odd  i32 40, label %even  i32 41, label %odd
    i32 42, label %even  i32 43, label %odd  i32 44, label %even  i32 45, label %odd  i32 46, label %even  i32 47, label %odd
    i32 48, label %even  i32 49, label %odd  i32 50, label %even  i32 51, label %odd  i32 52, label %even  i32 53, label %odd
    i32 54, label %even  i32 55, label %odd  i32 56, label %even  i32 57, label %odd  i32 58, label %even  i32 59, label %odd
    i32 60, label %even  i32 61, label %odd  i32 62, label %even ]
even:
  br label %end
odd:
  br label %end
end:
  %r = phi i32 [ 0, %entry ], [ 1, %even ], [ 2, %odd ]
  ret i32 %r
}
; CHECK-LABEL: define i32 @few_ranges(
; CHECK-NOT: switch.met
; CHECK: switch i32 %v
define i32 @few_ranges(i32 %v) alwaysinline {
entry:
  switch i32 %v, label %end [
    i32 0, label %even  i32 1, label %even  i32 2, label %even  i32 3, label %even  i32 4, label %even  i32 5, label %even
    i32 6, label %even  i32 7, label %even  i32 8, label %even  i32 9, label %even  i32 10, label %even  i32 11, label %even
    i32 12, label %even  i32 13, label %even  i32 14, label %even  i32 15, label %even  i32 16, label %even  i32 17, label %even
    i32 18, label %even  i32 19, label %even  i32 20, label %even  i32 21, label %even  i32 22, label %even  i32 23, label %even
    i32 24, label %even  i32 25, label %even  i32 26, label %even  i32 27, label %even  i32 28, label %even  i32 29, label %even
    i32 30, label %even  i32 31, label %even  i32 32, label %odd  i32 33, label %odd  i32 34, label %odd  i32 35, label %odd
    i32 36, label %odd  i32 37, label %odd  i32 38, label %odd  i32 39, label %odd  i32 40, label %odd  i32 41, label %odd
    i32 42, label %odd  i32 43, label %odd  i32 44, label %odd  i32 45, label %odd  i32 46, label %odd  i32 47, label %odd
    i32 48, label %odd  i32 49, label %odd  i32 50, label %odd  i32 51, label %odd  i32 52, label %odd  i32 53, label %odd
    i32 54, label %odd  i32 55, label %odd  i32 56, label %odd  i32 57, label %odd  i32 58, label %odd  i32 59, label %odd
    i32 60, label %odd  i32 61, label %odd  i32 62, label %odd  i32 63, label %odd  i32 64, label %odd ]
even:
  br label %end
odd:
  br label %end
end:
  %r = phi i32 [ 0, %entry ], [ 1, %even ], [ 2, %odd ]
  ret i32 %r
}
; The cases never meet, or meet in the switch itself.
; CHECK-LABEL: define i32 @no_end(
; CHECK-NOT: switch.met
; CHECK: switch i32 %v
define i32 @no_end(i32 %v) alwaysinline {
entry:
  switch i32 %v, label %end [
    i32 0, label %even  i32 1, label %odd  i32 2, label %even  i32 3, label %odd  i32 4, label %even  i32 5, label %odd
    i32 6, label %even  i32 7, label %odd  i32 8, label %even  i32 9, label %odd  i32 10, label %even  i32 11, label %odd
    i32 12, label %even  i32 13, label %odd  i32 14, label %even  i32 15, label %odd  i32 16, label %even  i32 17, label %odd
    i32 18, label %even  i32 19, label %odd  i32 20, label %even  i32 21, label %odd  i32 22, label %even  i32 23, label %odd
    i32 24, label %even  i32 25, label %odd  i32 26, label %even  i32 27, label %odd  i32 28, label %even  i32 29, label %odd
    i32 30, label %even  i32 31, label %odd  i32 32, label %even  i32 33, label %odd  i32 34, label %even  i32 35, label %odd
    i32 36, label %even  i32 37, label %odd  i32 38, label %even  i32 39, label %odd  i32 40, label %even  i32 41, label %odd
    i32 42, label %even  i32 43, label %odd  i32 44, label %even  i32 45, label %odd  i32 46, label %even  i32 47, label %odd
    i32 48, label %even  i32 49, label %odd  i32 50, label %even  i32 51, label %odd  i32 52, label %even  i32 53, label %odd
    i32 54, label %even  i32 55, label %odd  i32 56, label %even  i32 57, label %odd  i32 58, label %even  i32 59, label %odd
    i32 60, label %even  i32 61, label %odd  i32 62, label %even  i32 63, label %odd ]
even:
  ret i32 1
odd:
  ret i32 2
end:
  ret i32 0
}
; CHECK-LABEL: define i32 @ends_in_itself(
; CHECK-NOT: switch.met
; CHECK: switch i32 %v
define i32 @ends_in_itself(i32 %n) noinline {
entry:
  br label %head
head:
  %v = phi i32 [ %n, %entry ], [ 70, %even ], [ 5, %odd ]
  switch i32 %v, label %end [
    i32 0, label %even  i32 1, label %odd  i32 2, label %even  i32 3, label %odd  i32 4, label %even  i32 5, label %odd
    i32 6, label %even  i32 7, label %odd  i32 8, label %even  i32 9, label %odd  i32 10, label %even  i32 11, label %odd
    i32 12, label %even  i32 13, label %odd  i32 14, label %even  i32 15, label %odd  i32 16, label %even  i32 17, label %odd
    i32 18, label %even  i32 19, label %odd  i32 20, label %even  i32 21, label %odd  i32 22, label %even  i32 23, label %odd
    i32 24, label %even  i32 25, label %odd  i32 26, label %even  i32 27, label %odd  i32 28, label %even  i32 29, label %odd
    i32 30, label %even  i32 31, label %odd  i32 32, label %even  i32 33, label %odd  i32 34, label %even  i32 35, label %odd
    i32 36, label %even  i32 37, label %odd  i32 38, label %even  i32 39, label %odd  i32 40, label %even  i32 41, label %odd
    i32 42, label %even  i32 43, label %odd  i32 44, label %even  i32 45, label %odd  i32 46, label %even  i32 47, label %odd
    i32 48, label %even  i32 49, label %odd  i32 50, label %even  i32 51, label %odd  i32 52, label %even  i32 53, label %odd
    i32 54, label %even  i32 55, label %odd  i32 56, label %even  i32 57, label %odd  i32 58, label %even  i32 59, label %odd
    i32 60, label %even  i32 61, label %odd  i32 62, label %even  i32 63, label %odd ]
even:
  br label %head
odd:
  br label %head
end:
  ret i32 0
}
; CHECK-LABEL: define i32 @unreachable_switch(
; CHECK-NEXT: entry:
; CHECK-NEXT: ret i32 7
; CHECK-NOT: switch.met
; CHECK: switch i32 %v
define i32 @unreachable_switch(i32 %v) alwaysinline {
entry:
  ret i32 7
dead:
  switch i32 %v, label %end [
    i32 0, label %even  i32 1, label %odd  i32 2, label %even  i32 3, label %odd  i32 4, label %even  i32 5, label %odd
    i32 6, label %even  i32 7, label %odd  i32 8, label %even  i32 9, label %odd  i32 10, label %even  i32 11, label %odd
    i32 12, label %even  i32 13, label %odd  i32 14, label %even  i32 15, label %odd  i32 16, label %even  i32 17, label %odd
    i32 18, label %even  i32 19, label %odd  i32 20, label %even  i32 21, label %odd  i32 22, label %even  i32 23, label %odd
    i32 24, label %even  i32 25, label %odd  i32 26, label %even  i32 27, label %odd  i32 28, label %even  i32 29, label %odd
    i32 30, label %even  i32 31, label %odd  i32 32, label %even  i32 33, label %odd  i32 34, label %even  i32 35, label %odd
    i32 36, label %even  i32 37, label %odd  i32 38, label %even  i32 39, label %odd  i32 40, label %even  i32 41, label %odd
    i32 42, label %even  i32 43, label %odd  i32 44, label %even  i32 45, label %odd  i32 46, label %even  i32 47, label %odd
    i32 48, label %even  i32 49, label %odd  i32 50, label %even  i32 51, label %odd  i32 52, label %even  i32 53, label %odd
    i32 54, label %even  i32 55, label %odd  i32 56, label %even  i32 57, label %odd  i32 58, label %even  i32 59, label %odd
    i32 60, label %even  i32 61, label %odd  i32 62, label %even  i32 63, label %odd ]
even:
  br label %end
odd:
  br label %end
end:
  %r = phi i32 [ 0, %dead ], [ 1, %even ], [ 2, %odd ]
  ret i32 %r
}
; 
; Numbers that follow each other are one range.
; CHECK-LABEL: define i32 @joined_ranges(
; CHECK: %[[DISTANCE:.*]] = sub i32 %v, 0
; CHECK-NEXT: icmp ule i32 %[[DISTANCE]], 1
; CHECK-NOT: switch i32
; CHECK: ret
define i32 @joined_ranges(i32 %v) alwaysinline {
entry:
  switch i32 %v, label %end [
    i32 0, label %even  i32 1, label %even  i32 2, label %odd  i32 3, label %odd  i32 4, label %even  i32 5, label %even
    i32 6, label %odd  i32 7, label %odd  i32 8, label %even  i32 9, label %even  i32 10, label %odd  i32 11, label %odd
    i32 12, label %even  i32 13, label %even  i32 14, label %odd  i32 15, label %odd  i32 16, label %even  i32 17, label %even
    i32 18, label %odd  i32 19, label %odd  i32 20, label %even  i32 21, label %even  i32 22, label %odd  i32 23, label %odd
    i32 24, label %even  i32 25, label %even  i32 26, label %odd  i32 27, label %odd  i32 28, label %even  i32 29, label %even
    i32 30, label %odd  i32 31, label %odd  i32 32, label %even  i32 33, label %even  i32 34, label %odd  i32 35, label %odd
    i32 36, label %even  i32 37, label %even  i32 38, label %odd  i32 39, label %odd  i32 40, label %even  i32 41, label %even
    i32 42, label %odd  i32 43, label %odd  i32 44, label %even  i32 45, label %even  i32 46, label %odd  i32 47, label %odd
    i32 48, label %even  i32 49, label %even  i32 50, label %odd  i32 51, label %odd  i32 52, label %even  i32 53, label %even
    i32 54, label %odd  i32 55, label %odd  i32 56, label %even  i32 57, label %even  i32 58, label %odd  i32 59, label %odd
    i32 60, label %even  i32 61, label %even  i32 62, label %odd  i32 63, label %odd  i32 64, label %even  i32 65, label %even
    i32 66, label %odd  i32 67, label %odd  i32 68, label %even  i32 69, label %even  i32 70, label %odd  i32 71, label %odd
    i32 72, label %even  i32 73, label %even  i32 74, label %odd  i32 75, label %odd  i32 76, label %even  i32 77, label %even
    i32 78, label %odd  i32 79, label %odd  i32 80, label %even  i32 81, label %even  i32 82, label %odd  i32 83, label %odd
    i32 84, label %even  i32 85, label %even  i32 86, label %odd  i32 87, label %odd  i32 88, label %even  i32 89, label %even
    i32 90, label %odd  i32 91, label %odd  i32 92, label %even  i32 93, label %even  i32 94, label %odd  i32 95, label %odd
    i32 96, label %even  i32 97, label %even  i32 98, label %odd  i32 99, label %odd  i32 100, label %even  i32 101, label %even
    i32 102, label %odd  i32 103, label %odd  i32 104, label %even  i32 105, label %even  i32 106, label %odd  i32 107, label %odd
    i32 108, label %even  i32 109, label %even  i32 110, label %odd  i32 111, label %odd  i32 112, label %even  i32 113, label %even
    i32 114, label %odd  i32 115, label %odd  i32 116, label %even  i32 117, label %even  i32 118, label %odd  i32 119, label %odd
    i32 120, label %even  i32 121, label %even  i32 122, label %odd  i32 123, label %odd  i32 124, label %even  i32 125, label %even
    i32 126, label %odd  i32 127, label %odd  i32 128, label %even  i32 129, label %even ]
even:
  br label %end
odd:
  br label %end
end:
  %r = phi i32 [ 0, %entry ], [ 1, %even ], [ 2, %odd ]
  ret i32 %r
}
; VALUE-LABEL: define i32 @joined_ranges_of_0(
; VALUE-NEXT: ret i32 1
define i32 @joined_ranges_of_0() {
  %r = call i32 @joined_ranges(i32 0)
  ret i32 %r
}
; VALUE-LABEL: define i32 @joined_ranges_of_1(
; VALUE-NEXT: ret i32 1
define i32 @joined_ranges_of_1() {
  %r = call i32 @joined_ranges(i32 1)
  ret i32 %r
}
; VALUE-LABEL: define i32 @joined_ranges_of_2(
; VALUE-NEXT: ret i32 2
define i32 @joined_ranges_of_2() {
  %r = call i32 @joined_ranges(i32 2)
  ret i32 %r
}
; VALUE-LABEL: define i32 @joined_ranges_of_3(
; VALUE-NEXT: ret i32 2
define i32 @joined_ranges_of_3() {
  %r = call i32 @joined_ranges(i32 3)
  ret i32 %r
}
; VALUE-LABEL: define i32 @joined_ranges_of_129(
; VALUE-NEXT: ret i32 1
define i32 @joined_ranges_of_129() {
  %r = call i32 @joined_ranges(i32 129)
  ret i32 %r
}
; VALUE-LABEL: define i32 @joined_ranges_of_130(
; VALUE-NEXT: ret i32 0
define i32 @joined_ranges_of_130() {
  %r = call i32 @joined_ranges(i32 130)
  ret i32 %r
}
; 
; A default that does something stays behind the tree, with cases that go straight to the end in it.
; CHECK-LABEL: define i32 @direct_cases(
; CHECK: br i1 %{{.*}}, label %switch.rest, label %end
; CHECK: switch.rest:
; CHECK-NEXT: switch i32 %v, label %other [
; CHECK-NEXT: ]
define i32 @direct_cases(i32 %v) alwaysinline {
entry:
  switch i32 %v, label %other [
    i32 0, label %end  i32 1, label %odd  i32 2, label %even  i32 3, label %odd  i32 4, label %even  i32 5, label %odd
    i32 6, label %even  i32 7, label %odd  i32 8, label %even  i32 9, label %odd  i32 10, label %even  i32 11, label %odd
    i32 12, label %even  i32 13, label %odd  i32 14, label %even  i32 15, label %odd  i32 16, label %end  i32 17, label %odd
    i32 18, label %even  i32 19, label %odd  i32 20, label %even  i32 21, label %odd  i32 22, label %even  i32 23, label %odd
    i32 24, label %even  i32 25, label %odd  i32 26, label %even  i32 27, label %odd  i32 28, label %even  i32 29, label %odd
    i32 30, label %even  i32 31, label %odd  i32 32, label %end  i32 33, label %odd  i32 34, label %even  i32 35, label %odd
    i32 36, label %even  i32 37, label %odd  i32 38, label %even  i32 39, label %odd  i32 40, label %even  i32 41, label %odd
    i32 42, label %even  i32 43, label %odd  i32 44, label %even  i32 45, label %odd  i32 46, label %even  i32 47, label %odd
    i32 48, label %end  i32 49, label %odd  i32 50, label %even  i32 51, label %odd  i32 52, label %even  i32 53, label %odd
    i32 54, label %even  i32 55, label %odd  i32 56, label %even  i32 57, label %odd  i32 58, label %even  i32 59, label %odd
    i32 60, label %even  i32 61, label %odd  i32 62, label %even  i32 63, label %odd ]
even:
  br label %end
odd:
  br label %end
other:
  call void @work(i32 9)
  br label %end
end:
  %r = phi i32 [ 1, %entry ], [ 1, %entry ], [ 1, %entry ], [ 1, %entry ], [ 4, %even ], [ 2, %odd ], [ 3, %other ]
  ret i32 %r
}
; VALUE-LABEL: define i32 @direct_cases_of_16(
; VALUE-NEXT: ret i32 1
define i32 @direct_cases_of_16() {
  %r = call i32 @direct_cases(i32 16)
  ret i32 %r
}
; VALUE-LABEL: define i32 @direct_cases_of_2(
; VALUE-NEXT: ret i32 4
define i32 @direct_cases_of_2() {
  %r = call i32 @direct_cases(i32 2)
  ret i32 %r
}
; VALUE-LABEL: define i32 @direct_cases_of_3(
; VALUE-NEXT: ret i32 2
define i32 @direct_cases_of_3() {
  %r = call i32 @direct_cases(i32 3)
  ret i32 %r
}
; VALUE-LABEL: define i32 @direct_cases_of_64(
; VALUE-NEXT: call void @work(i32 9)
; VALUE-NEXT: ret i32 3
define i32 @direct_cases_of_64() {
  %r = call i32 @direct_cases(i32 64)
  ret i32 %r
}
; 
; Cases that do something, and end where the switch does, are tested one by one in the tree.
; CHECK-LABEL: define i32 @plain_cases(
; CHECK-NOT: switch i32
; CHECK: plain:
; CHECK-NEXT: %p = phi i32 [ 13, %switch.test{{.*}} ]
; CHECK-NEXT: call void @work(i32 %p)
; CHECK-NEXT: br label %switch.met
; CHECK: choice:
; CHECK-NEXT: br i1 %c, label %one, label %switch.met
; CHECK: one:
; CHECK-NEXT: call void @work(i32 4)
; CHECK-NEXT: br label %switch.met
; CHECK: body:
; CHECK: br i1 %done, label %switch.met{{.*}}, label %body
; CHECK: end:
; CHECK-NEXT: ret i32 %{{[0-9]+}}
define i32 @plain_cases(i32 %v, i1 %c) alwaysinline {
entry:
  switch i32 %v, label %end [
    i32 0, label %even  i32 1, label %odd  i32 2, label %even  i32 3, label %odd  i32 4, label %even  i32 5, label %odd
    i32 6, label %even  i32 7, label %odd  i32 8, label %even  i32 9, label %odd  i32 10, label %even  i32 11, label %odd
    i32 12, label %even  i32 13, label %odd  i32 14, label %even  i32 15, label %odd  i32 16, label %even  i32 17, label %odd
    i32 18, label %even  i32 19, label %odd  i32 20, label %even  i32 21, label %odd  i32 22, label %even  i32 23, label %odd
    i32 24, label %even  i32 25, label %odd  i32 26, label %even  i32 27, label %odd  i32 28, label %even  i32 29, label %odd
    i32 30, label %even  i32 31, label %odd  i32 32, label %even  i32 33, label %odd  i32 34, label %even  i32 35, label %odd
    i32 36, label %even  i32 37, label %odd  i32 38, label %even  i32 39, label %odd  i32 40, label %even  i32 41, label %odd
    i32 42, label %even  i32 43, label %odd  i32 44, label %even  i32 45, label %odd  i32 46, label %even  i32 47, label %odd
    i32 48, label %even  i32 49, label %odd  i32 50, label %even  i32 51, label %odd  i32 52, label %even  i32 53, label %odd
    i32 54, label %even  i32 55, label %odd  i32 56, label %even  i32 57, label %odd  i32 58, label %even  i32 59, label %odd
    i32 60, label %even  i32 61, label %odd  i32 62, label %even  i32 63, label %odd  i32 100, label %plain  i32 102, label %choice
    i32 104, label %loop ]
even:
  br label %end
odd:
  br label %end
plain:
  %p = phi i32 [ 13, %entry ]
  call void @work(i32 %p)
  br label %end
choice:
  br i1 %c, label %one, label %end
one:
  call void @work(i32 4)
  br label %end
loop:
  call void @work(i32 5)
  br label %body
body:
  %i = phi i32 [ 0, %loop ], [ %next, %body ]
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, %v
  br i1 %done, label %end, label %body
end:
  %r = phi i32 [ 0, %entry ], [ 1, %even ], [ 2, %odd ], [ %p, %plain ], [ 14, %choice ], [ 15, %one ], [ %i, %body ]
  ret i32 %r
}
; VALUE-LABEL: define i32 @plain_cases_of_100(
; VALUE-NEXT: call void @work(i32 13)
; VALUE-NEXT: ret i32 13
define i32 @plain_cases_of_100() {
  %r = call i32 @plain_cases(i32 100, i1 true)
  ret i32 %r
}
; VALUE-LABEL: define i32 @plain_cases_of_102(
; VALUE-NEXT: call void @work(i32 4)
; VALUE-NEXT: ret i32 15
define i32 @plain_cases_of_102() {
  %r = call i32 @plain_cases(i32 102, i1 true)
  ret i32 %r
}
; VALUE-LABEL: define i32 @plain_cases_of_102_else(
; VALUE-NEXT: ret i32 14
define i32 @plain_cases_of_102_else() {
  %r = call i32 @plain_cases(i32 102, i1 false)
  ret i32 %r
}
; VALUE-LABEL: define i32 @plain_cases_of_101(
; VALUE-NEXT: ret i32 0
define i32 @plain_cases_of_101() {
  %r = call i32 @plain_cases(i32 101, i1 true)
  ret i32 %r
}
; VALUE-LABEL: define i32 @plain_cases_of_1(
; VALUE-NEXT: ret i32 2
define i32 @plain_cases_of_1() {
  %r = call i32 @plain_cases(i32 1, i1 true)
  ret i32 %r
}
; 
; Of two ranges, without an end, entered by others, the default itself, with another end, and with two ends.
; CHECK-LABEL: define i32 @cases_that_stay(
; CHECK: br i1 %{{.*}}, label %switch.rest, label %end
; CHECK: switch.rest:
; CHECK-NEXT: switch i32 %v, label %default [
; CHECK-DAG: i32 100, label %twice
; CHECK-DAG: i32 102, label %twice
; CHECK-DAG: i32 104, label %returns
; CHECK-DAG: i32 106, label %entered
; CHECK-DAG: i32 108, label %default
; CHECK-DAG: i32 110, label %elsewhere
; CHECK-DAG: i32 112, label %spins
; CHECK-DAG: i32 114, label %parts
; CHECK-DAG: i32 116, label %parts2
; CHECK-NOT: i32 {{[0-9]+}}, label %{{even|odd}}
; CHECK: ]
define i32 @cases_that_stay(i32 %v, i1 %c) alwaysinline {
entry:
  br i1 %c, label %choose, label %entered
choose:
  switch i32 %v, label %default [
    i32 0, label %even  i32 1, label %odd  i32 2, label %even  i32 3, label %odd  i32 4, label %even  i32 5, label %odd
    i32 6, label %even  i32 7, label %odd  i32 8, label %even  i32 9, label %odd  i32 10, label %even  i32 11, label %odd
    i32 12, label %even  i32 13, label %odd  i32 14, label %even  i32 15, label %odd  i32 16, label %even  i32 17, label %odd
    i32 18, label %even  i32 19, label %odd  i32 20, label %even  i32 21, label %odd  i32 22, label %even  i32 23, label %odd
    i32 24, label %even  i32 25, label %odd  i32 26, label %even  i32 27, label %odd  i32 28, label %even  i32 29, label %odd
    i32 30, label %even  i32 31, label %odd  i32 32, label %even  i32 33, label %odd  i32 34, label %even  i32 35, label %odd
    i32 36, label %even  i32 37, label %odd  i32 38, label %even  i32 39, label %odd  i32 40, label %even  i32 41, label %odd
    i32 42, label %even  i32 43, label %odd  i32 44, label %even  i32 45, label %odd  i32 46, label %even  i32 47, label %odd
    i32 48, label %even  i32 49, label %odd  i32 50, label %even  i32 51, label %odd  i32 52, label %even  i32 53, label %odd
    i32 54, label %even  i32 55, label %odd  i32 56, label %even  i32 57, label %odd  i32 58, label %even  i32 59, label %odd
    i32 60, label %even  i32 61, label %odd  i32 62, label %even  i32 63, label %odd  i32 100, label %twice  i32 102, label %twice
    i32 104, label %returns  i32 106, label %entered  i32 108, label %default  i32 110, label %elsewhere  i32 112, label %spins  i32 114, label %parts
    i32 116, label %parts2 ]
even:
  br label %end
odd:
  br label %end
twice:
  call void @work(i32 1)
  br label %end
returns:
  call void @work(i32 2)
  ret i32 20
entered:
  call void @work(i32 3)
  br label %end
default:
  call void @work(i32 4)
  br label %end
elsewhere:
  call void @work(i32 5)
  br label %other
spins:
  call void @work(i32 6)
  br label %spins
parts:
  call void @work(i32 7)
  br i1 %c, label %end, label %other
parts2:
  call void @work(i32 8)
  br i1 %c, label %other, label %end
other:
  ret i32 30
end:
  %r = phi i32 [ 1, %even ], [ 2, %odd ], [ 11, %twice ], [ 13, %entered ], [ 14, %default ], [ 17, %parts ], [ 18, %parts2 ]
  ret i32 %r
}
; VALUE-LABEL: define i32 @cases_that_stay_of_0(
; VALUE-NEXT: ret i32 1
define i32 @cases_that_stay_of_0() {
  %r = call i32 @cases_that_stay(i32 0, i1 true)
  ret i32 %r
}
; VALUE-LABEL: define i32 @cases_that_stay_of_102(
; VALUE-NEXT: call void @work(i32 1)
; VALUE-NEXT: ret i32 11
define i32 @cases_that_stay_of_102() {
  %r = call i32 @cases_that_stay(i32 102, i1 true)
  ret i32 %r
}
; VALUE-LABEL: define i32 @cases_that_stay_of_104(
; VALUE-NEXT: call void @work(i32 2)
; VALUE-NEXT: ret i32 20
define i32 @cases_that_stay_of_104() {
  %r = call i32 @cases_that_stay(i32 104, i1 true)
  ret i32 %r
}
; VALUE-LABEL: define i32 @cases_that_stay_of_106(
; VALUE-NEXT: call void @work(i32 3)
; VALUE-NEXT: ret i32 13
define i32 @cases_that_stay_of_106() {
  %r = call i32 @cases_that_stay(i32 106, i1 true)
  ret i32 %r
}
; VALUE-LABEL: define i32 @cases_that_stay_of_107(
; VALUE-NEXT: call void @work(i32 4)
; VALUE-NEXT: ret i32 14
define i32 @cases_that_stay_of_107() {
  %r = call i32 @cases_that_stay(i32 107, i1 true)
  ret i32 %r
}
; VALUE-LABEL: define i32 @cases_that_stay_of_110(
; VALUE-NEXT: call void @work(i32 5)
; VALUE-NEXT: ret i32 30
define i32 @cases_that_stay_of_110() {
  %r = call i32 @cases_that_stay(i32 110, i1 true)
  ret i32 %r
}
; VALUE-LABEL: define i32 @cases_that_stay_of_114(
; VALUE-NEXT: call void @work(i32 7)
; VALUE-NEXT: ret i32 17
define i32 @cases_that_stay_of_114() {
  %r = call i32 @cases_that_stay(i32 114, i1 true)
  ret i32 %r
}
; 
; The tree is for the end of most cases.
; CHECK-LABEL: define i32 @two_ends(
; CHECK: br i1 %{{.*}}, label %switch.rest, label %second
; CHECK: switch.rest:
; CHECK-NEXT: switch i32 %v, label %second [
; CHECK-DAG: i32 0, label %a
; CHECK-DAG: i32 6, label %a
; CHECK-NOT: , label %{{b|c}}
; CHECK: ret
define i32 @two_ends(i32 %v) alwaysinline {
entry:
  switch i32 %v, label %second [
    i32 0, label %a  i32 2, label %b  i32 4, label %c  i32 6, label %a  i32 8, label %b  i32 10, label %c
    i32 12, label %a  i32 14, label %b  i32 16, label %c  i32 18, label %a  i32 20, label %b  i32 22, label %c
    i32 24, label %a  i32 26, label %b  i32 28, label %c  i32 30, label %a  i32 32, label %b  i32 34, label %c
    i32 36, label %a  i32 38, label %b  i32 40, label %c  i32 42, label %a  i32 44, label %b  i32 46, label %c
    i32 48, label %a  i32 50, label %b  i32 52, label %c  i32 54, label %a  i32 56, label %b  i32 58, label %c
    i32 60, label %a  i32 62, label %b  i32 64, label %c  i32 66, label %a  i32 68, label %b  i32 70, label %c
    i32 72, label %a  i32 74, label %b  i32 76, label %c  i32 78, label %a  i32 80, label %b  i32 82, label %c
    i32 84, label %a  i32 86, label %b  i32 88, label %c  i32 90, label %a  i32 92, label %b  i32 94, label %c
    i32 96, label %a  i32 98, label %b  i32 100, label %c  i32 102, label %a  i32 104, label %b  i32 106, label %c
    i32 108, label %a  i32 110, label %b  i32 112, label %c  i32 114, label %a  i32 116, label %b  i32 118, label %c
    i32 120, label %a  i32 122, label %b  i32 124, label %c  i32 126, label %a  i32 128, label %b  i32 130, label %c
    i32 132, label %a  i32 134, label %b  i32 136, label %c  i32 138, label %a  i32 140, label %b  i32 142, label %c
    i32 144, label %a  i32 146, label %b  i32 148, label %c  i32 150, label %a  i32 152, label %b  i32 154, label %c
    i32 156, label %a  i32 158, label %b  i32 160, label %c  i32 162, label %a  i32 164, label %b  i32 166, label %c
    i32 168, label %a  i32 170, label %b  i32 172, label %c  i32 174, label %a  i32 176, label %b  i32 178, label %c
    i32 180, label %a  i32 182, label %b  i32 184, label %c  i32 186, label %a  i32 188, label %b  i32 190, label %c
    i32 192, label %a  i32 194, label %b  i32 196, label %c ]
a:
  br label %first
b:
  br label %second
c:
  br label %second
second:
  %r = phi i32 [ 0, %entry ], [ 2, %b ], [ 3, %c ]
  ret i32 %r
first:
  ret i32 1
}
; VALUE-LABEL: define i32 @two_ends_of_0(
; VALUE-NEXT: ret i32 1
define i32 @two_ends_of_0() {
  %r = call i32 @two_ends(i32 0)
  ret i32 %r
}
; VALUE-LABEL: define i32 @two_ends_of_2(
; VALUE-NEXT: ret i32 2
define i32 @two_ends_of_2() {
  %r = call i32 @two_ends(i32 2)
  ret i32 %r
}
; VALUE-LABEL: define i32 @two_ends_of_4(
; VALUE-NEXT: ret i32 3
define i32 @two_ends_of_4() {
  %r = call i32 @two_ends(i32 4)
  ret i32 %r
}
; VALUE-LABEL: define i32 @two_ends_of_6(
; VALUE-NEXT: ret i32 1
define i32 @two_ends_of_6() {
  %r = call i32 @two_ends(i32 6)
  ret i32 %r
}
; VALUE-LABEL: define i32 @two_ends_of_5(
; VALUE-NEXT: ret i32 0
define i32 @two_ends_of_5() {
  %r = call i32 @two_ends(i32 5)
  ret i32 %r
}
; VALUE-LABEL: define i32 @two_ends_of_196(
; VALUE-NEXT: ret i32 3
define i32 @two_ends_of_196() {
  %r = call i32 @two_ends(i32 196)
  ret i32 %r
}
; 
; Several phis of the end, and one of the default.
; CHECK-LABEL: define i32 @values_of_phis(
; CHECK-NOT: [ %y, %entry ]
; CHECK: default:
; CHECK-NEXT: %d = phi i32 [ %y, %switch.rest ]
define i32 @values_of_phis(i32 %v) alwaysinline {
entry:
  %x = add i32 %v, 5
  %y = mul i32 %v, 3
  switch i32 %v, label %default [
    i32 0, label %even  i32 1, label %odd  i32 2, label %even  i32 3, label %odd  i32 4, label %even  i32 5, label %odd
    i32 6, label %even  i32 7, label %odd  i32 8, label %even  i32 9, label %odd  i32 10, label %even  i32 11, label %odd
    i32 12, label %even  i32 13, label %odd  i32 14, label %even  i32 15, label %odd  i32 16, label %even  i32 17, label %odd
    i32 18, label %even  i32 19, label %odd  i32 20, label %even  i32 21, label %odd  i32 22, label %even  i32 23, label %odd
    i32 24, label %even  i32 25, label %odd  i32 26, label %even  i32 27, label %odd  i32 28, label %even  i32 29, label %odd
    i32 30, label %even  i32 31, label %odd  i32 32, label %even  i32 33, label %odd  i32 34, label %even  i32 35, label %odd
    i32 36, label %even  i32 37, label %odd  i32 38, label %even  i32 39, label %odd  i32 40, label %even  i32 41, label %odd
    i32 42, label %even  i32 43, label %odd  i32 44, label %even  i32 45, label %odd  i32 46, label %even  i32 47, label %odd
    i32 48, label %even  i32 49, label %odd  i32 50, label %even  i32 51, label %odd  i32 52, label %even  i32 53, label %odd
    i32 54, label %even  i32 55, label %odd  i32 56, label %even  i32 57, label %odd  i32 58, label %even  i32 59, label %odd
    i32 60, label %even  i32 61, label %odd  i32 62, label %even  i32 63, label %odd ]
even:
  br label %end
odd:
  br label %end
default:
  %d = phi i32 [ %y, %entry ]
  call void @work(i32 %d)
  br label %end
end:
  %r = phi i32 [ %d, %default ], [ 1, %even ], [ 2, %odd ]
  %s = phi i32 [ 6, %default ], [ %x, %even ], [ %y, %odd ]
  %sum = add i32 %r, %s
  ret i32 %sum
}
; VALUE-LABEL: define i32 @values_of_phis_of_2(
; VALUE-NEXT: ret i32 8
define i32 @values_of_phis_of_2() {
  %r = call i32 @values_of_phis(i32 2)
  ret i32 %r
}
; VALUE-LABEL: define i32 @values_of_phis_of_3(
; VALUE-NEXT: ret i32 11
define i32 @values_of_phis_of_3() {
  %r = call i32 @values_of_phis(i32 3)
  ret i32 %r
}
; VALUE-LABEL: define i32 @values_of_phis_of_70(
; VALUE-NEXT: call void @work(i32 210)
; VALUE-NEXT: ret i32 216
define i32 @values_of_phis_of_70() {
  %r = call i32 @values_of_phis(i32 70)
  ret i32 %r
}

; Two switches of one function.
; CHECK-LABEL: define i32 @two_switches(
; CHECK-NOT: switch i32
; CHECK: ret i32
define i32 @two_switches(i32 %v, i32 %w) alwaysinline {
entry:
  switch i32 %v, label %middle [
    i32 0, label %even  i32 1, label %odd  i32 2, label %even  i32 3, label %odd  i32 4, label %even  i32 5, label %odd
    i32 6, label %even  i32 7, label %odd  i32 8, label %even  i32 9, label %odd  i32 10, label %even  i32 11, label %odd
    i32 12, label %even  i32 13, label %odd  i32 14, label %even  i32 15, label %odd  i32 16, label %even  i32 17, label %odd
    i32 18, label %even  i32 19, label %odd  i32 20, label %even  i32 21, label %odd  i32 22, label %even  i32 23, label %odd
    i32 24, label %even  i32 25, label %odd  i32 26, label %even  i32 27, label %odd  i32 28, label %even  i32 29, label %odd
    i32 30, label %even  i32 31, label %odd  i32 32, label %even  i32 33, label %odd  i32 34, label %even  i32 35, label %odd
    i32 36, label %even  i32 37, label %odd  i32 38, label %even  i32 39, label %odd  i32 40, label %even  i32 41, label %odd
    i32 42, label %even  i32 43, label %odd  i32 44, label %even  i32 45, label %odd  i32 46, label %even  i32 47, label %odd
    i32 48, label %even  i32 49, label %odd  i32 50, label %even  i32 51, label %odd  i32 52, label %even  i32 53, label %odd
    i32 54, label %even  i32 55, label %odd  i32 56, label %even  i32 57, label %odd  i32 58, label %even  i32 59, label %odd
    i32 60, label %even  i32 61, label %odd  i32 62, label %even  i32 63, label %odd ]
even:
  br label %middle
odd:
  br label %middle
middle:
  %m = phi i32 [ 0, %entry ], [ 1, %even ], [ 2, %odd ]
  switch i32 %w, label %end [
    i32 0, label %even2  i32 1, label %odd2  i32 2, label %even2  i32 3, label %odd2  i32 4, label %even2  i32 5, label %odd2
    i32 6, label %even2  i32 7, label %odd2  i32 8, label %even2  i32 9, label %odd2  i32 10, label %even2  i32 11, label %odd2
    i32 12, label %even2  i32 13, label %odd2  i32 14, label %even2  i32 15, label %odd2  i32 16, label %even2  i32 17, label %odd2
    i32 18, label %even2  i32 19, label %odd2  i32 20, label %even2  i32 21, label %odd2  i32 22, label %even2  i32 23, label %odd2
    i32 24, label %even2  i32 25, label %odd2  i32 26, label %even2  i32 27, label %odd2  i32 28, label %even2  i32 29, label %odd2
    i32 30, label %even2  i32 31, label %odd2  i32 32, label %even2  i32 33, label %odd2  i32 34, label %even2  i32 35, label %odd2
    i32 36, label %even2  i32 37, label %odd2  i32 38, label %even2  i32 39, label %odd2  i32 40, label %even2  i32 41, label %odd2
    i32 42, label %even2  i32 43, label %odd2  i32 44, label %even2  i32 45, label %odd2  i32 46, label %even2  i32 47, label %odd2
    i32 48, label %even2  i32 49, label %odd2  i32 50, label %even2  i32 51, label %odd2  i32 52, label %even2  i32 53, label %odd2
    i32 54, label %even2  i32 55, label %odd2  i32 56, label %even2  i32 57, label %odd2  i32 58, label %even2  i32 59, label %odd2
    i32 60, label %even2  i32 61, label %odd2  i32 62, label %even2  i32 63, label %odd2 ]
even2:
  br label %end
odd2:
  br label %end
end:
  %r = phi i32 [ 10, %middle ], [ 20, %even2 ], [ 30, %odd2 ]
  %sum = add i32 %m, %r
  ret i32 %sum
}
; VALUE-LABEL: define i32 @two_switches_of_5_6(
; VALUE-NEXT: ret i32 22
define i32 @two_switches_of_5_6() {
  %r = call i32 @two_switches(i32 5, i32 6)
  ret i32 %r
}
