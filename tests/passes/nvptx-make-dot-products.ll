; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -mcpu=sm_90 -passes=nvptx-make-dot-products -S %s | FileCheck %s

; CHECK-LABEL: @signed(
; CHECK-DAG: [[AV:%.*]] = shufflevector <4 x i8> %a, <4 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-DAG: [[A:%.*]] = bitcast <4 x i8> [[AV]] to i32
; CHECK-DAG: [[BV:%.*]] = shufflevector <4 x i8> %b, <4 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-DAG: [[B:%.*]] = bitcast <4 x i8> [[BV]] to i32
; CHECK: [[R:%.*]] = call i32 @llvm.nvvm.idp4a.s.s(i32 [[B]], i32 [[A]], i32 %s)
; CHECK-NEXT: ret i32 [[R]]
define i32 @signed(<4 x i8> %a, <4 x i8> %b, i32 %s) {
  %a0 = extractelement <4 x i8> %a, i64 0
  %b0 = extractelement <4 x i8> %b, i64 0
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %a1 = extractelement <4 x i8> %a, i64 1
  %b1 = extractelement <4 x i8> %b, i64 1
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %a2 = extractelement <4 x i8> %a, i64 2
  %b2 = extractelement <4 x i8> %b, i64 2
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %a3 = extractelement <4 x i8> %a, i64 3
  %b3 = extractelement <4 x i8> %b, i64 3
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @unsigned(
; CHECK-DAG: [[AV:%.*]] = shufflevector <4 x i8> %a, <4 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-DAG: [[A:%.*]] = bitcast <4 x i8> [[AV]] to i32
; CHECK-DAG: [[BV:%.*]] = shufflevector <4 x i8> %b, <4 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-DAG: [[B:%.*]] = bitcast <4 x i8> [[BV]] to i32
; CHECK: [[R:%.*]] = call i32 @llvm.nvvm.idp4a.u.u(i32 [[B]], i32 [[A]], i32 %s)
; CHECK-NEXT: ret i32 [[R]]
define i32 @unsigned(<4 x i8> %a, <4 x i8> %b, i32 %s) {
  %a0 = extractelement <4 x i8> %a, i64 0
  %b0 = extractelement <4 x i8> %b, i64 0
  %aw0 = zext i8 %a0 to i32
  %bw0 = zext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %a1 = extractelement <4 x i8> %a, i64 1
  %b1 = extractelement <4 x i8> %b, i64 1
  %aw1 = zext i8 %a1 to i32
  %bw1 = zext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %a2 = extractelement <4 x i8> %a, i64 2
  %b2 = extractelement <4 x i8> %b, i64 2
  %aw2 = zext i8 %a2 to i32
  %bw2 = zext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %a3 = extractelement <4 x i8> %a, i64 3
  %b3 = extractelement <4 x i8> %b, i64 3
  %aw3 = zext i8 %a3 to i32
  %bw3 = zext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @signed_and_unsigned(
; CHECK-DAG: [[AV:%.*]] = shufflevector <4 x i8> %a, <4 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-DAG: [[A:%.*]] = bitcast <4 x i8> [[AV]] to i32
; CHECK-DAG: [[BV:%.*]] = shufflevector <4 x i8> %b, <4 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-DAG: [[B:%.*]] = bitcast <4 x i8> [[BV]] to i32
; CHECK: [[R:%.*]] = call i32 @llvm.nvvm.idp4a.u.s(i32 [[B]], i32 [[A]], i32 %s)
; CHECK-NEXT: ret i32 [[R]]
define i32 @signed_and_unsigned(<4 x i8> %a, <4 x i8> %b, i32 %s) {
  %a0 = extractelement <4 x i8> %a, i64 0
  %b0 = extractelement <4 x i8> %b, i64 0
  %aw0 = sext i8 %a0 to i32
  %bw0 = zext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %a1 = extractelement <4 x i8> %a, i64 1
  %b1 = extractelement <4 x i8> %b, i64 1
  %aw1 = sext i8 %a1 to i32
  %bw1 = zext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %a2 = extractelement <4 x i8> %a, i64 2
  %b2 = extractelement <4 x i8> %b, i64 2
  %aw2 = sext i8 %a2 to i32
  %bw2 = zext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %a3 = extractelement <4 x i8> %a, i64 3
  %b3 = extractelement <4 x i8> %b, i64 3
  %aw3 = sext i8 %a3 to i32
  %bw3 = zext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @unsigned_and_signed(
; CHECK-DAG: [[AV:%.*]] = shufflevector <4 x i8> %a, <4 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-DAG: [[A:%.*]] = bitcast <4 x i8> [[AV]] to i32
; CHECK-DAG: [[BV:%.*]] = shufflevector <4 x i8> %b, <4 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-DAG: [[B:%.*]] = bitcast <4 x i8> [[BV]] to i32
; CHECK: [[R:%.*]] = call i32 @llvm.nvvm.idp4a.s.u(i32 [[B]], i32 [[A]], i32 %s)
; CHECK-NEXT: ret i32 [[R]]
define i32 @unsigned_and_signed(<4 x i8> %a, <4 x i8> %b, i32 %s) {
  %a0 = extractelement <4 x i8> %a, i64 0
  %b0 = extractelement <4 x i8> %b, i64 0
  %aw0 = zext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %a1 = extractelement <4 x i8> %a, i64 1
  %b1 = extractelement <4 x i8> %b, i64 1
  %aw1 = zext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %a2 = extractelement <4 x i8> %a, i64 2
  %b2 = extractelement <4 x i8> %b, i64 2
  %aw2 = zext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %a3 = extractelement <4 x i8> %a, i64 3
  %b3 = extractelement <4 x i8> %b, i64 3
  %aw3 = zext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @nothing_else_added(
; CHECK-DAG: [[AV:%.*]] = shufflevector <4 x i8> %a, <4 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-DAG: [[A:%.*]] = bitcast <4 x i8> [[AV]] to i32
; CHECK-DAG: [[BV:%.*]] = shufflevector <4 x i8> %b, <4 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-DAG: [[B:%.*]] = bitcast <4 x i8> [[BV]] to i32
; CHECK: [[R:%.*]] = call i32 @llvm.nvvm.idp4a.s.s(i32 [[B]], i32 [[A]], i32 0)
; CHECK-NEXT: ret i32 [[R]]
define i32 @nothing_else_added(<4 x i8> %a, <4 x i8> %b, i32 %s) {
  %a0 = extractelement <4 x i8> %a, i64 0
  %b0 = extractelement <4 x i8> %b, i64 0
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %a1 = extractelement <4 x i8> %a, i64 1
  %b1 = extractelement <4 x i8> %b, i64 1
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %a2 = extractelement <4 x i8> %a, i64 2
  %b2 = extractelement <4 x i8> %b, i64 2
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %a3 = extractelement <4 x i8> %a, i64 3
  %b3 = extractelement <4 x i8> %b, i64 3
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t1 = add i32 %m0, %m1
  %t2 = add i32 %m2, %m3
  %t3 = add i32 %t1, %t2
  ret i32 %t3
}

; CHECK-LABEL: @any_order(
; CHECK-DAG: [[AV:%.*]] = shufflevector <4 x i8> %a, <4 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-DAG: [[A:%.*]] = bitcast <4 x i8> [[AV]] to i32
; CHECK-DAG: [[BV:%.*]] = shufflevector <4 x i8> %b, <4 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-DAG: [[B:%.*]] = bitcast <4 x i8> [[BV]] to i32
; CHECK: [[R:%.*]] = call i32 @llvm.nvvm.idp4a.s.s(i32 [[B]], i32 [[A]], i32 %s)
; CHECK-NEXT: ret i32 [[R]]
define i32 @any_order(<4 x i8> %a, <4 x i8> %b, i32 %s) {
  %a0 = extractelement <4 x i8> %a, i64 0
  %b0 = extractelement <4 x i8> %b, i64 0
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %a1 = extractelement <4 x i8> %a, i64 1
  %b1 = extractelement <4 x i8> %b, i64 1
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %a2 = extractelement <4 x i8> %a, i64 2
  %b2 = extractelement <4 x i8> %b, i64 2
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %a3 = extractelement <4 x i8> %a, i64 3
  %b3 = extractelement <4 x i8> %b, i64 3
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %m2, %m1
  %t1 = add i32 %m0, %t0
  %t2 = add i32 %t1, %s
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @factors_exchanged(
; CHECK-DAG: [[AV:%.*]] = shufflevector <4 x i8> %a, <4 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-DAG: [[A:%.*]] = bitcast <4 x i8> [[AV]] to i32
; CHECK-DAG: [[BV:%.*]] = shufflevector <4 x i8> %b, <4 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-DAG: [[B:%.*]] = bitcast <4 x i8> [[BV]] to i32
; CHECK: [[R:%.*]] = call i32 @llvm.nvvm.idp4a.s.s(i32 [[B]], i32 [[A]], i32 %s)
; CHECK-NEXT: ret i32 [[R]]
define i32 @factors_exchanged(<4 x i8> %a, <4 x i8> %b, i32 %s) {
  %a0 = extractelement <4 x i8> %a, i64 0
  %b0 = extractelement <4 x i8> %b, i64 0
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %a1 = extractelement <4 x i8> %a, i64 1
  %b1 = extractelement <4 x i8> %b, i64 1
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %bw1, %aw1
  %a2 = extractelement <4 x i8> %a, i64 2
  %b2 = extractelement <4 x i8> %b, i64 2
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %a3 = extractelement <4 x i8> %a, i64 3
  %b3 = extractelement <4 x i8> %b, i64 3
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %bw3, %aw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @more_terms(
; CHECK-DAG: [[U:%.*]] = add i32 %s, %u
; CHECK-DAG: [[AV:%.*]] = shufflevector <4 x i8> %a, <4 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-DAG: [[A:%.*]] = bitcast <4 x i8> [[AV]] to i32
; CHECK-DAG: [[BV:%.*]] = shufflevector <4 x i8> %b, <4 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-DAG: [[B:%.*]] = bitcast <4 x i8> [[BV]] to i32
; CHECK: [[R:%.*]] = call i32 @llvm.nvvm.idp4a.s.s(i32 [[B]], i32 [[A]], i32 [[U]])
; CHECK-NEXT: ret i32 [[R]]
define i32 @more_terms(<4 x i8> %a, <4 x i8> %b, i32 %s, i32 %u) {
  %a0 = extractelement <4 x i8> %a, i64 0
  %b0 = extractelement <4 x i8> %b, i64 0
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %a1 = extractelement <4 x i8> %a, i64 1
  %b1 = extractelement <4 x i8> %b, i64 1
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %a2 = extractelement <4 x i8> %a, i64 2
  %b2 = extractelement <4 x i8> %b, i64 2
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %a3 = extractelement <4 x i8> %a, i64 3
  %b3 = extractelement <4 x i8> %b, i64 3
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  %t4 = add i32 %t3, %u
  ret i32 %t4
}

; What is left over is added.
; CHECK-LABEL: @five_products(
; CHECK-DAG: [[M:%.*]] = mul i32 %aw4, %bw4
; CHECK-DAG: [[U:%.*]] = add i32 %s, [[M]]
; CHECK: call i32 @llvm.nvvm.idp4a.s.s(i32 %{{.*}}, i32 %{{.*}}, i32 [[U]])
define i32 @five_products(<8 x i8> %a, <8 x i8> %b, i32 %s) {
  %a0 = extractelement <8 x i8> %a, i64 0
  %b0 = extractelement <8 x i8> %b, i64 0
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %a1 = extractelement <8 x i8> %a, i64 1
  %b1 = extractelement <8 x i8> %b, i64 1
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %a2 = extractelement <8 x i8> %a, i64 2
  %b2 = extractelement <8 x i8> %b, i64 2
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %a3 = extractelement <8 x i8> %a, i64 3
  %b3 = extractelement <8 x i8> %b, i64 3
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %a4 = extractelement <8 x i8> %a, i64 4
  %b4 = extractelement <8 x i8> %b, i64 4
  %aw4 = sext i8 %a4 to i32
  %bw4 = sext i8 %b4 to i32
  %m4 = mul i32 %aw4, %bw4
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  %t4 = add i32 %t3, %m4
  ret i32 %t4
}

; CHECK-LABEL: @eight_products(
; CHECK-DAG: shufflevector <8 x i8> %a, <8 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-DAG: shufflevector <8 x i8> %a, <8 x i8> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
; CHECK: [[R:%.*]] = call i32 @llvm.nvvm.idp4a.s.s(i32 %{{.*}}, i32 %{{.*}}, i32 %s)
; CHECK-NEXT: call i32 @llvm.nvvm.idp4a.s.s(i32 %{{.*}}, i32 %{{.*}}, i32 [[R]])
define i32 @eight_products(<8 x i8> %a, <8 x i8> %b, i32 %s) {
  %a0 = extractelement <8 x i8> %a, i64 0
  %b0 = extractelement <8 x i8> %b, i64 0
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %a1 = extractelement <8 x i8> %a, i64 1
  %b1 = extractelement <8 x i8> %b, i64 1
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %a2 = extractelement <8 x i8> %a, i64 2
  %b2 = extractelement <8 x i8> %b, i64 2
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %a3 = extractelement <8 x i8> %a, i64 3
  %b3 = extractelement <8 x i8> %b, i64 3
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %a4 = extractelement <8 x i8> %a, i64 4
  %b4 = extractelement <8 x i8> %b, i64 4
  %aw4 = sext i8 %a4 to i32
  %bw4 = sext i8 %b4 to i32
  %m4 = mul i32 %aw4, %bw4
  %a5 = extractelement <8 x i8> %a, i64 5
  %b5 = extractelement <8 x i8> %b, i64 5
  %aw5 = sext i8 %a5 to i32
  %bw5 = sext i8 %b5 to i32
  %m5 = mul i32 %aw5, %bw5
  %a6 = extractelement <8 x i8> %a, i64 6
  %b6 = extractelement <8 x i8> %b, i64 6
  %aw6 = sext i8 %a6 to i32
  %bw6 = sext i8 %b6 to i32
  %m6 = mul i32 %aw6, %bw6
  %a7 = extractelement <8 x i8> %a, i64 7
  %b7 = extractelement <8 x i8> %b, i64 7
  %aw7 = sext i8 %a7 to i32
  %bw7 = sext i8 %b7 to i32
  %m7 = mul i32 %aw7, %bw7
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  %t4 = add i32 %t3, %m4
  %t5 = add i32 %t4, %m5
  %t6 = add i32 %t5, %m6
  %t7 = add i32 %t6, %m7
  ret i32 %t7
}

; CHECK-LABEL: @product_of_vectors(
; CHECK-DAG: [[AV:%.*]] = shufflevector <4 x i8> %a, <4 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-DAG: [[A:%.*]] = bitcast <4 x i8> [[AV]] to i32
; CHECK-DAG: [[BV:%.*]] = shufflevector <4 x i8> %b, <4 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-DAG: [[B:%.*]] = bitcast <4 x i8> [[BV]] to i32
; CHECK: [[R:%.*]] = call i32 @llvm.nvvm.idp4a.s.s(i32 [[B]], i32 [[A]], i32 %s)
; CHECK-NEXT: ret i32 [[R]]
define i32 @product_of_vectors(<4 x i8> %a, <4 x i8> %b, i32 %s) {
  %w = sext <4 x i8> %a to <4 x i32>
  %v = sext <4 x i8> %b to <4 x i32>
  %m = mul <4 x i32> %w, %v
  %m0 = extractelement <4 x i32> %m, i64 0
  %m1 = extractelement <4 x i32> %m, i64 1
  %m2 = extractelement <4 x i32> %m, i64 2
  %m3 = extractelement <4 x i32> %m, i64 3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @memory(
; CHECK-DAG: [[AP:%.*]] = getelementptr i8, ptr %a, i64 0
; CHECK-DAG: [[A:%.*]] = load i32, ptr [[AP]], align 4
; CHECK-DAG: [[BP:%.*]] = getelementptr i8, ptr %b, i64 0
; CHECK-DAG: [[B:%.*]] = load i32, ptr [[BP]], align 4
; CHECK-NOT: load i8
; CHECK: [[R:%.*]] = call i32 @llvm.nvvm.idp4a.s.s(i32 [[B]], i32 [[A]], i32 %s)
; CHECK-NEXT: ret i32 [[R]]
define i32 @memory(ptr %a, ptr %b, i32 %s) {
  %ap0 = getelementptr i8, ptr %a, i64 0
  %a0 = load i8, ptr %ap0, align 4
  %bp0 = getelementptr i8, ptr %b, i64 0
  %b0 = load i8, ptr %bp0, align 4
  %ap1 = getelementptr i8, ptr %a, i64 1
  %a1 = load i8, ptr %ap1, align 1
  %bp1 = getelementptr i8, ptr %b, i64 1
  %b1 = load i8, ptr %bp1, align 1
  %ap2 = getelementptr i8, ptr %a, i64 2
  %a2 = load i8, ptr %ap2, align 1
  %bp2 = getelementptr i8, ptr %b, i64 2
  %b2 = load i8, ptr %bp2, align 1
  %ap3 = getelementptr i8, ptr %a, i64 3
  %a3 = load i8, ptr %ap3, align 1
  %bp3 = getelementptr i8, ptr %b, i64 3
  %b3 = load i8, ptr %bp3, align 1
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @memory_of_halves(
; CHECK-DAG: [[L:%.*]] = load i16, ptr %{{.*}}, align 2
; CHECK-DAG: [[V:%.*]] = insertelement <2 x i16> poison, i16 [[L]], i64 0
; CHECK-DAG: [[H:%.*]] = load i16, ptr %{{.*}}, align 2
; CHECK-DAG: [[VH:%.*]] = insertelement <2 x i16> [[V]], i16 [[H]], i64 1
; CHECK-DAG: [[A:%.*]] = bitcast <2 x i16> [[VH]] to i32
; CHECK-DAG: [[BP:%.*]] = getelementptr i8, ptr %b, i64 0
; CHECK-DAG: [[B:%.*]] = load i32, ptr [[BP]], align 4
; CHECK: [[R:%.*]] = call i32 @llvm.nvvm.idp4a.s.s(i32 [[B]], i32 [[A]], i32 %s)
; CHECK-NEXT: ret i32 [[R]]
define i32 @memory_of_halves(ptr %a, ptr %b, i32 %s) {
  %ap0 = getelementptr i8, ptr %a, i64 0
  %a0 = load i8, ptr %ap0, align 2
  %bp0 = getelementptr i8, ptr %b, i64 0
  %b0 = load i8, ptr %bp0, align 4
  %ap1 = getelementptr i8, ptr %a, i64 1
  %a1 = load i8, ptr %ap1, align 1
  %bp1 = getelementptr i8, ptr %b, i64 1
  %b1 = load i8, ptr %bp1, align 1
  %ap2 = getelementptr i8, ptr %a, i64 2
  %a2 = load i8, ptr %ap2, align 1
  %bp2 = getelementptr i8, ptr %b, i64 2
  %b2 = load i8, ptr %bp2, align 1
  %ap3 = getelementptr i8, ptr %a, i64 3
  %a3 = load i8, ptr %ap3, align 1
  %bp3 = getelementptr i8, ptr %b, i64 3
  %b3 = load i8, ptr %bp3, align 1
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @bytes_and_word(
; CHECK-DAG: insertelement <4 x i8> poison, i8 %{{.*}}, i64 0
; CHECK-DAG: insertelement <4 x i8> %{{.*}}, i8 %{{.*}}, i64 3
; CHECK: @llvm.nvvm.idp4a.s.s(
define i32 @bytes_and_word(ptr %a, ptr %b, i32 %s) {
  %ap0 = getelementptr i8, ptr %a, i64 0
  %a0 = load i8, ptr %ap0, align 1
  %bp0 = getelementptr i8, ptr %b, i64 0
  %b0 = load i8, ptr %bp0, align 4
  %ap1 = getelementptr i8, ptr %a, i64 1
  %a1 = load i8, ptr %ap1, align 1
  %bp1 = getelementptr i8, ptr %b, i64 1
  %b1 = load i8, ptr %bp1, align 1
  %ap2 = getelementptr i8, ptr %a, i64 2
  %a2 = load i8, ptr %ap2, align 1
  %bp2 = getelementptr i8, ptr %b, i64 2
  %b2 = load i8, ptr %bp2, align 1
  %ap3 = getelementptr i8, ptr %a, i64 3
  %a3 = load i8, ptr %ap3, align 1
  %bp3 = getelementptr i8, ptr %b, i64 3
  %b3 = load i8, ptr %bp3, align 1
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; That costs more than it saves.
; CHECK-LABEL: @bytes_on_both_sides(
; CHECK-NOT: @llvm.nvvm.idp4a
; CHECK: ret i32 %t3
define i32 @bytes_on_both_sides(ptr %a, ptr %b, i32 %s) {
  %ap0 = getelementptr i8, ptr %a, i64 0
  %a0 = load i8, ptr %ap0, align 1
  %bp0 = getelementptr i8, ptr %b, i64 0
  %b0 = load i8, ptr %bp0, align 1
  %ap1 = getelementptr i8, ptr %a, i64 1
  %a1 = load i8, ptr %ap1, align 1
  %bp1 = getelementptr i8, ptr %b, i64 1
  %b1 = load i8, ptr %bp1, align 1
  %ap2 = getelementptr i8, ptr %a, i64 2
  %a2 = load i8, ptr %ap2, align 1
  %bp2 = getelementptr i8, ptr %b, i64 2
  %b2 = load i8, ptr %bp2, align 1
  %ap3 = getelementptr i8, ptr %a, i64 3
  %a3 = load i8, ptr %ap3, align 1
  %bp3 = getelementptr i8, ptr %b, i64 3
  %b3 = load i8, ptr %bp3, align 1
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; The third byte's address tells that of the first, two less. The index is unknown, but the same.
; CHECK-LABEL: @alignment_of_another_byte(
; CHECK-DAG: [[P:%.*]] = getelementptr i8, ptr %base, i64 8
; CHECK-DAG: load i16, ptr [[P]], align 2
; CHECK: @llvm.nvvm.idp4a.s.s(
define i32 @alignment_of_another_byte(ptr %p, i64 %i, <4 x i8> %b, i32 %s) {
  %base = getelementptr i8, ptr %p, i64 %i
  %ap0 = getelementptr i8, ptr %base, i64 8
  %a0 = load i8, ptr %ap0, align 1
  %b0 = extractelement <4 x i8> %b, i64 0
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %ap1 = getelementptr i8, ptr %base, i64 9
  %a1 = load i8, ptr %ap1, align 1
  %b1 = extractelement <4 x i8> %b, i64 1
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %ap2 = getelementptr i8, ptr %base, i64 10
  %a2 = load i8, ptr %ap2, align 4
  %b2 = extractelement <4 x i8> %b, i64 2
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %ap3 = getelementptr i8, ptr %base, i64 11
  %a3 = load i8, ptr %ap3, align 1
  %b3 = extractelement <4 x i8> %b, i64 3
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @write_between(
; CHECK-NOT: @llvm.nvvm.idp4a
; CHECK: ret i32 %t3
define i32 @write_between(ptr %a, ptr %b, i32 %s) {
  %ap0 = getelementptr i8, ptr %a, i64 0
  %a0 = load i8, ptr %ap0, align 4
  %bp0 = getelementptr i8, ptr %b, i64 0
  %b0 = load i8, ptr %bp0, align 4
  %ap1 = getelementptr i8, ptr %a, i64 1
  %a1 = load i8, ptr %ap1, align 1
  %bp1 = getelementptr i8, ptr %b, i64 1
  %b1 = load i8, ptr %bp1, align 1
  store i8 0, ptr %b
  %ap2 = getelementptr i8, ptr %a, i64 2
  %a2 = load i8, ptr %ap2, align 1
  %bp2 = getelementptr i8, ptr %b, i64 2
  %b2 = load i8, ptr %bp2, align 1
  %ap3 = getelementptr i8, ptr %a, i64 3
  %a3 = load i8, ptr %ap3, align 1
  %bp3 = getelementptr i8, ptr %b, i64 3
  %b3 = load i8, ptr %bp3, align 1
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @may_end_between(
; CHECK-NOT: @llvm.nvvm.idp4a
; CHECK: ret i32 %t3
define i32 @may_end_between(ptr %a, ptr %b, i32 %s) {
  %ap0 = getelementptr i8, ptr %a, i64 0
  %a0 = load i8, ptr %ap0, align 4
  %bp0 = getelementptr i8, ptr %b, i64 0
  %b0 = load i8, ptr %bp0, align 4
  %ap1 = getelementptr i8, ptr %a, i64 1
  %a1 = load i8, ptr %ap1, align 1
  %bp1 = getelementptr i8, ptr %b, i64 1
  %b1 = load i8, ptr %bp1, align 1
  call void @may_not_return()
  %ap2 = getelementptr i8, ptr %a, i64 2
  %a2 = load i8, ptr %ap2, align 1
  %bp2 = getelementptr i8, ptr %b, i64 2
  %b2 = load i8, ptr %bp2, align 1
  %ap3 = getelementptr i8, ptr %a, i64 3
  %a3 = load i8, ptr %ap3, align 1
  %bp3 = getelementptr i8, ptr %b, i64 3
  %b3 = load i8, ptr %bp3, align 1
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @writes_around(
; CHECK: store i8 0
; CHECK-DAG: [[AP:%.*]] = getelementptr i8, ptr %a, i64 0
; CHECK-DAG: [[A:%.*]] = load i32, ptr [[AP]], align 4
; CHECK-DAG: [[BP:%.*]] = getelementptr i8, ptr %b, i64 0
; CHECK-DAG: [[B:%.*]] = load i32, ptr [[BP]], align 4
; CHECK: store i8 1
; CHECK: @llvm.nvvm.idp4a.s.s(
define i32 @writes_around(ptr %a, ptr %b, i32 %s) {
  store i8 0, ptr %b
  %ap0 = getelementptr i8, ptr %a, i64 0
  %a0 = load i8, ptr %ap0, align 4
  %bp0 = getelementptr i8, ptr %b, i64 0
  %b0 = load i8, ptr %bp0, align 4
  %ap1 = getelementptr i8, ptr %a, i64 1
  %a1 = load i8, ptr %ap1, align 1
  %bp1 = getelementptr i8, ptr %b, i64 1
  %b1 = load i8, ptr %bp1, align 1
  %ap2 = getelementptr i8, ptr %a, i64 2
  %a2 = load i8, ptr %ap2, align 1
  %bp2 = getelementptr i8, ptr %b, i64 2
  %b2 = load i8, ptr %bp2, align 1
  %ap3 = getelementptr i8, ptr %a, i64 3
  %a3 = load i8, ptr %ap3, align 1
  %bp3 = getelementptr i8, ptr %b, i64 3
  %b3 = load i8, ptr %bp3, align 1
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  store i8 1, ptr %b
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @volatile(
; CHECK-NOT: @llvm.nvvm.idp4a
; CHECK: ret i32 %t3
define i32 @volatile(ptr %a, ptr %b, i32 %s) {
  %ap0 = getelementptr i8, ptr %a, i64 0
  %a0 = load i8, ptr %ap0, align 4
  %bp0 = getelementptr i8, ptr %b, i64 0
  %b0 = load volatile i8, ptr %bp0, align 4
  %ap1 = getelementptr i8, ptr %a, i64 1
  %a1 = load i8, ptr %ap1, align 1
  %bp1 = getelementptr i8, ptr %b, i64 1
  %b1 = load volatile i8, ptr %bp1, align 1
  %ap2 = getelementptr i8, ptr %a, i64 2
  %a2 = load i8, ptr %ap2, align 1
  %bp2 = getelementptr i8, ptr %b, i64 2
  %b2 = load volatile i8, ptr %bp2, align 1
  %ap3 = getelementptr i8, ptr %a, i64 3
  %a3 = load i8, ptr %ap3, align 1
  %bp3 = getelementptr i8, ptr %b, i64 3
  %b3 = load volatile i8, ptr %bp3, align 1
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @loads_in_two_blocks(
; CHECK-NOT: @llvm.nvvm.idp4a
; CHECK: ret i32 %t3
define i32 @loads_in_two_blocks(ptr %a, <4 x i8> %b, i32 %s) {
  %ap0 = getelementptr i8, ptr %a, i64 0
  %a0 = load i8, ptr %ap0, align 4
  %b0 = extractelement <4 x i8> %b, i64 0
  %ap1 = getelementptr i8, ptr %a, i64 1
  %a1 = load i8, ptr %ap1, align 1
  %b1 = extractelement <4 x i8> %b, i64 1
  br label %next
next:
  %ap2 = getelementptr i8, ptr %a, i64 2
  %a2 = load i8, ptr %ap2, align 1
  %b2 = extractelement <4 x i8> %b, i64 2
  %ap3 = getelementptr i8, ptr %a, i64 3
  %a3 = load i8, ptr %ap3, align 1
  %b3 = extractelement <4 x i8> %b, i64 3
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @loaded_vectors(
; CHECK-DAG: [[AV:%.*]] = shufflevector <4 x i8> %a, <4 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-DAG: [[A:%.*]] = bitcast <4 x i8> [[AV]] to i32
; CHECK-DAG: [[BV:%.*]] = shufflevector <4 x i8> %b, <4 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-DAG: [[B:%.*]] = bitcast <4 x i8> [[BV]] to i32
; CHECK: [[R:%.*]] = call i32 @llvm.nvvm.idp4a.s.s(i32 [[B]], i32 [[A]], i32 %s)
; CHECK-NEXT: ret i32 [[R]]
define i32 @loaded_vectors(ptr %p, ptr %q, i32 %s) {
  %a = load <4 x i8>, ptr %p, align 4
  %b = load <4 x i8>, ptr %q, align 1
  %a0 = extractelement <4 x i8> %a, i64 0
  %b0 = extractelement <4 x i8> %b, i64 0
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %a1 = extractelement <4 x i8> %a, i64 1
  %b1 = extractelement <4 x i8> %b, i64 1
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %a2 = extractelement <4 x i8> %a, i64 2
  %b2 = extractelement <4 x i8> %b, i64 2
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %a3 = extractelement <4 x i8> %a, i64 3
  %b3 = extractelement <4 x i8> %b, i64 3
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @loaded_vectors_of_bytes(
; CHECK-NOT: @llvm.nvvm.idp4a
; CHECK: ret i32 %t3
define i32 @loaded_vectors_of_bytes(ptr %p, ptr %q, i32 %s) {
  %a = load <4 x i8>, ptr %p, align 1
  %b = load <4 x i8>, ptr %q, align 1
  %a0 = extractelement <4 x i8> %a, i64 0
  %b0 = extractelement <4 x i8> %b, i64 0
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %a1 = extractelement <4 x i8> %a, i64 1
  %b1 = extractelement <4 x i8> %b, i64 1
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %a2 = extractelement <4 x i8> %a, i64 2
  %b2 = extractelement <4 x i8> %b, i64 2
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %a3 = extractelement <4 x i8> %a, i64 3
  %b3 = extractelement <4 x i8> %b, i64 3
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @three_products(
; CHECK-NOT: @llvm.nvvm.idp4a
; CHECK: ret i32 %t2
define i32 @three_products(<4 x i8> %a, <4 x i8> %b, i32 %s) {
  %a0 = extractelement <4 x i8> %a, i64 0
  %b0 = extractelement <4 x i8> %b, i64 0
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %a1 = extractelement <4 x i8> %a, i64 1
  %b1 = extractelement <4 x i8> %b, i64 1
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %a2 = extractelement <4 x i8> %a, i64 2
  %b2 = extractelement <4 x i8> %b, i64 2
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  ret i32 %t2
}

; CHECK-LABEL: @places_apart(
; CHECK-NOT: @llvm.nvvm.idp4a
; CHECK: ret i32 %t3
define i32 @places_apart(<8 x i8> %a, <8 x i8> %b, i32 %s) {
  %a0 = extractelement <8 x i8> %a, i64 0
  %b0 = extractelement <8 x i8> %b, i64 0
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %a1 = extractelement <8 x i8> %a, i64 1
  %b1 = extractelement <8 x i8> %b, i64 1
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %a2 = extractelement <8 x i8> %a, i64 2
  %b2 = extractelement <8 x i8> %b, i64 2
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %a3 = extractelement <8 x i8> %a, i64 4
  %b3 = extractelement <8 x i8> %b, i64 4
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @places_cross(
; CHECK-NOT: @llvm.nvvm.idp4a
; CHECK: ret i32 %t3
define i32 @places_cross(<4 x i8> %a, <4 x i8> %b, i32 %s) {
  %a0 = extractelement <4 x i8> %a, i64 0
  %b0 = extractelement <4 x i8> %b, i64 1
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %a1 = extractelement <4 x i8> %a, i64 1
  %b1 = extractelement <4 x i8> %b, i64 0
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %a2 = extractelement <4 x i8> %a, i64 2
  %b2 = extractelement <4 x i8> %b, i64 3
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %a3 = extractelement <4 x i8> %a, i64 3
  %b3 = extractelement <4 x i8> %b, i64 2
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @first_within_words(
; CHECK-NOT: @llvm.nvvm.idp4a
; CHECK: ret i32 %t3
define i32 @first_within_words(<8 x i8> %a, <4 x i8> %b, i32 %s) {
  %a0 = extractelement <8 x i8> %a, i64 1
  %b0 = extractelement <4 x i8> %b, i64 0
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %a1 = extractelement <8 x i8> %a, i64 2
  %b1 = extractelement <4 x i8> %b, i64 1
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %a2 = extractelement <8 x i8> %a, i64 3
  %b2 = extractelement <4 x i8> %b, i64 2
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %a3 = extractelement <8 x i8> %a, i64 4
  %b3 = extractelement <4 x i8> %b, i64 3
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @second_within_words(
; CHECK-NOT: @llvm.nvvm.idp4a
; CHECK: ret i32 %t3
define i32 @second_within_words(<4 x i8> %a, <8 x i8> %b, i32 %s) {
  %a0 = extractelement <4 x i8> %a, i64 0
  %b0 = extractelement <8 x i8> %b, i64 1
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %a1 = extractelement <4 x i8> %a, i64 1
  %b1 = extractelement <8 x i8> %b, i64 2
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %a2 = extractelement <4 x i8> %a, i64 2
  %b2 = extractelement <8 x i8> %b, i64 3
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %a3 = extractelement <4 x i8> %a, i64 3
  %b3 = extractelement <8 x i8> %b, i64 4
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @beyond_the_end(
; CHECK-NOT: @llvm.nvvm.idp4a
; CHECK: ret i32 %t3
define i32 @beyond_the_end(<6 x i8> %a, <4 x i8> %b, i32 %s) {
  %a0 = extractelement <6 x i8> %a, i64 4
  %b0 = extractelement <4 x i8> %b, i64 0
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %a1 = extractelement <6 x i8> %a, i64 5
  %b1 = extractelement <4 x i8> %b, i64 1
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %a2 = extractelement <6 x i8> %a, i64 6
  %b2 = extractelement <4 x i8> %b, i64 2
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %a3 = extractelement <6 x i8> %a, i64 7
  %b3 = extractelement <4 x i8> %b, i64 3
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @before_the_start(
; CHECK-NOT: @llvm.nvvm.idp4a
; CHECK: ret i32 %t3
define i32 @before_the_start(<4 x i8> %a, <4 x i8> %b, i32 %s) {
  %a0 = extractelement <4 x i8> %a, i64 -4
  %b0 = extractelement <4 x i8> %b, i64 0
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %a1 = extractelement <4 x i8> %a, i64 -3
  %b1 = extractelement <4 x i8> %b, i64 1
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %a2 = extractelement <4 x i8> %a, i64 -2
  %b2 = extractelement <4 x i8> %b, i64 2
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %a3 = extractelement <4 x i8> %a, i64 -1
  %b3 = extractelement <4 x i8> %b, i64 3
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @no_fixed_length(
; CHECK-NOT: @llvm.nvvm.idp4a
; CHECK: ret i32 %t3
define i32 @no_fixed_length(<vscale x 4 x i8> %a, <4 x i8> %b, i32 %s) {
  %a0 = extractelement <vscale x 4 x i8> %a, i64 0
  %b0 = extractelement <4 x i8> %b, i64 0
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %a1 = extractelement <vscale x 4 x i8> %a, i64 1
  %b1 = extractelement <4 x i8> %b, i64 1
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %a2 = extractelement <vscale x 4 x i8> %a, i64 2
  %b2 = extractelement <4 x i8> %b, i64 2
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %a3 = extractelement <vscale x 4 x i8> %a, i64 3
  %b3 = extractelement <4 x i8> %b, i64 3
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @signs_differ(
; CHECK-NOT: @llvm.nvvm.idp4a
; CHECK: ret i32 %t3
define i32 @signs_differ(<4 x i8> %a, <4 x i8> %b, i32 %s) {
  %a0 = extractelement <4 x i8> %a, i64 0
  %b0 = extractelement <4 x i8> %b, i64 0
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %a1 = extractelement <4 x i8> %a, i64 1
  %b1 = extractelement <4 x i8> %b, i64 1
  %aw1 = zext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %a2 = extractelement <4 x i8> %a, i64 2
  %b2 = extractelement <4 x i8> %b, i64 2
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %a3 = extractelement <4 x i8> %a, i64 3
  %b3 = extractelement <4 x i8> %b, i64 3
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @long_sum(
; CHECK-NOT: @llvm.nvvm.idp4a
; CHECK: ret i64 %t3
define i64 @long_sum(<4 x i8> %a, <4 x i8> %b, i64 %s) {
  %a0 = extractelement <4 x i8> %a, i64 0
  %b0 = extractelement <4 x i8> %b, i64 0
  %aw0 = sext i8 %a0 to i64
  %bw0 = sext i8 %b0 to i64
  %m0 = mul i64 %aw0, %bw0
  %a1 = extractelement <4 x i8> %a, i64 1
  %b1 = extractelement <4 x i8> %b, i64 1
  %aw1 = sext i8 %a1 to i64
  %bw1 = sext i8 %b1 to i64
  %m1 = mul i64 %aw1, %bw1
  %a2 = extractelement <4 x i8> %a, i64 2
  %b2 = extractelement <4 x i8> %b, i64 2
  %aw2 = sext i8 %a2 to i64
  %bw2 = sext i8 %b2 to i64
  %m2 = mul i64 %aw2, %bw2
  %a3 = extractelement <4 x i8> %a, i64 3
  %b3 = extractelement <4 x i8> %b, i64 3
  %aw3 = sext i8 %a3 to i64
  %bw3 = sext i8 %b3 to i64
  %m3 = mul i64 %aw3, %bw3
  %t0 = add i64 %s, %m0
  %t1 = add i64 %t0, %m1
  %t2 = add i64 %t1, %m2
  %t3 = add i64 %t2, %m3
  ret i64 %t3
}

; CHECK-LABEL: @difference(
; CHECK-NOT: @llvm.nvvm.idp4a
; CHECK: ret i32 %t3
define i32 @difference(<4 x i8> %a, <4 x i8> %b, i32 %s) {
  %a0 = extractelement <4 x i8> %a, i64 0
  %b0 = extractelement <4 x i8> %b, i64 0
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %a1 = extractelement <4 x i8> %a, i64 1
  %b1 = extractelement <4 x i8> %b, i64 1
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %a2 = extractelement <4 x i8> %a, i64 2
  %b2 = extractelement <4 x i8> %b, i64 2
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %a3 = extractelement <4 x i8> %a, i64 3
  %b3 = extractelement <4 x i8> %b, i64 3
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = sub i32 %s, %m0
  %t1 = sub i32 %t0, %m1
  %t2 = sub i32 %t1, %m2
  %t3 = sub i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @no_products(
; CHECK-NOT: @llvm.nvvm.idp4a
; CHECK: ret i32 %t3
define i32 @no_products(<4 x i8> %a, <4 x i8> %b, i32 %s) {
  %a0 = extractelement <4 x i8> %a, i64 0
  %b0 = extractelement <4 x i8> %b, i64 0
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = or i32 %aw0, %bw0
  %a1 = extractelement <4 x i8> %a, i64 1
  %b1 = extractelement <4 x i8> %b, i64 1
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = or i32 %aw1, %bw1
  %a2 = extractelement <4 x i8> %a, i64 2
  %b2 = extractelement <4 x i8> %b, i64 2
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = or i32 %aw2, %bw2
  %a3 = extractelement <4 x i8> %a, i64 3
  %b3 = extractelement <4 x i8> %b, i64 3
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = or i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @product_used_again(
; CHECK-NOT: @llvm.nvvm.idp4a
; CHECK: ret i32 %t3
define i32 @product_used_again(<4 x i8> %a, <4 x i8> %b, i32 %s, ptr %out) {
  %a0 = extractelement <4 x i8> %a, i64 0
  %b0 = extractelement <4 x i8> %b, i64 0
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %a1 = extractelement <4 x i8> %a, i64 1
  %b1 = extractelement <4 x i8> %b, i64 1
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %a2 = extractelement <4 x i8> %a, i64 2
  %b2 = extractelement <4 x i8> %b, i64 2
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %a3 = extractelement <4 x i8> %a, i64 3
  %b3 = extractelement <4 x i8> %b, i64 3
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  store i32 %m1, ptr %out
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @sum_used_again(
; CHECK-NOT: @llvm.nvvm.idp4a
; CHECK: ret i32 %t3
define i32 @sum_used_again(<4 x i8> %a, <4 x i8> %b, i32 %s, ptr %out) {
  %a0 = extractelement <4 x i8> %a, i64 0
  %b0 = extractelement <4 x i8> %b, i64 0
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %a1 = extractelement <4 x i8> %a, i64 1
  %b1 = extractelement <4 x i8> %b, i64 1
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %a2 = extractelement <4 x i8> %a, i64 2
  %b2 = extractelement <4 x i8> %b, i64 2
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %a3 = extractelement <4 x i8> %a, i64 3
  %b3 = extractelement <4 x i8> %b, i64 3
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  store i32 %t1, ptr %out
  ret i32 %t3
}

; It is computed once.
; CHECK-LABEL: @sum_of_two_sums(
; CHECK-DAG: [[AV:%.*]] = shufflevector <4 x i8> %a, <4 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-DAG: [[A:%.*]] = bitcast <4 x i8> [[AV]] to i32
; CHECK-DAG: [[BV:%.*]] = shufflevector <4 x i8> %b, <4 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-DAG: [[B:%.*]] = bitcast <4 x i8> [[BV]] to i32
; CHECK: [[R:%.*]] = call i32 @llvm.nvvm.idp4a.s.s(i32 [[B]], i32 [[A]], i32 %s)
; CHECK-NEXT: %u1 = add i32 [[R]], 1
; CHECK-NEXT: %u2 = add i32 [[R]], 2
define i32 @sum_of_two_sums(<4 x i8> %a, <4 x i8> %b, i32 %s) {
  %a0 = extractelement <4 x i8> %a, i64 0
  %b0 = extractelement <4 x i8> %b, i64 0
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %a1 = extractelement <4 x i8> %a, i64 1
  %b1 = extractelement <4 x i8> %b, i64 1
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %a2 = extractelement <4 x i8> %a, i64 2
  %b2 = extractelement <4 x i8> %b, i64 2
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %a3 = extractelement <4 x i8> %a, i64 3
  %b3 = extractelement <4 x i8> %b, i64 3
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  %u1 = add i32 %t3, 1
  %u2 = add i32 %t3, 2
  %x = xor i32 %u1, %u2
  ret i32 %x
}

; CHECK-LABEL: @sum_goes_elsewhere(
; CHECK-NOT: @llvm.nvvm.idp4a
; CHECK: ret i32 %t3
define i32 @sum_goes_elsewhere(<4 x i8> %a, <4 x i8> %b, i32 %s) {
  %a0 = extractelement <4 x i8> %a, i64 0
  %b0 = extractelement <4 x i8> %b, i64 0
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %a1 = extractelement <4 x i8> %a, i64 1
  %b1 = extractelement <4 x i8> %b, i64 1
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %a2 = extractelement <4 x i8> %a, i64 2
  %b2 = extractelement <4 x i8> %b, i64 2
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %a3 = extractelement <4 x i8> %a, i64 3
  %b3 = extractelement <4 x i8> %b, i64 3
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %x = xor i32 %t1, 1
  %t2 = add i32 %x, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @sum_in_two_blocks(
; CHECK-NOT: @llvm.nvvm.idp4a
; CHECK: ret i32 %t3
define i32 @sum_in_two_blocks(<4 x i8> %a, <4 x i8> %b, i32 %s) {
  %a0 = extractelement <4 x i8> %a, i64 0
  %b0 = extractelement <4 x i8> %b, i64 0
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %a1 = extractelement <4 x i8> %a, i64 1
  %b1 = extractelement <4 x i8> %b, i64 1
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %a2 = extractelement <4 x i8> %a, i64 2
  %b2 = extractelement <4 x i8> %b, i64 2
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %a3 = extractelement <4 x i8> %a, i64 3
  %b3 = extractelement <4 x i8> %b, i64 3
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  br label %next
next:
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @shorts(
; CHECK-NOT: @llvm.nvvm.idp4a
; CHECK: ret i32 %t3
define i32 @shorts(<4 x i16> %a, <4 x i16> %b, i32 %s) {
  %a0 = extractelement <4 x i16> %a, i64 0
  %b0 = extractelement <4 x i16> %b, i64 0
  %aw0 = sext i16 %a0 to i32
  %bw0 = sext i16 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %a1 = extractelement <4 x i16> %a, i64 1
  %b1 = extractelement <4 x i16> %b, i64 1
  %aw1 = sext i16 %a1 to i32
  %bw1 = sext i16 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %a2 = extractelement <4 x i16> %a, i64 2
  %b2 = extractelement <4 x i16> %b, i64 2
  %aw2 = sext i16 %a2 to i32
  %bw2 = sext i16 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %a3 = extractelement <4 x i16> %a, i64 3
  %b3 = extractelement <4 x i16> %b, i64 3
  %aw3 = sext i16 %a3 to i32
  %bw3 = sext i16 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @another_cast(
; CHECK-NOT: @llvm.nvvm.idp4a
; CHECK: ret i32 %t3
define i32 @another_cast(<4 x float> %a, <4 x i8> %b, i32 %s) {
  %a0 = extractelement <4 x float> %a, i64 0
  %b0 = extractelement <4 x i8> %b, i64 0
  %aw0 = fptosi float %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %a1 = extractelement <4 x float> %a, i64 1
  %b1 = extractelement <4 x i8> %b, i64 1
  %aw1 = fptosi float %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %a2 = extractelement <4 x float> %a, i64 2
  %b2 = extractelement <4 x i8> %b, i64 2
  %aw2 = fptosi float %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %a3 = extractelement <4 x float> %a, i64 3
  %b3 = extractelement <4 x i8> %b, i64 3
  %aw3 = fptosi float %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @first_no_byte(
; CHECK-NOT: @llvm.nvvm.idp4a
; CHECK: ret i32 %t3
define i32 @first_no_byte(<4 x i32> %a, <4 x i8> %b, i32 %s) {
  %aw0 = extractelement <4 x i32> %a, i64 0
  %b0 = extractelement <4 x i8> %b, i64 0
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %aw1 = extractelement <4 x i32> %a, i64 1
  %b1 = extractelement <4 x i8> %b, i64 1
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %aw2 = extractelement <4 x i32> %a, i64 2
  %b2 = extractelement <4 x i8> %b, i64 2
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %aw3 = extractelement <4 x i32> %a, i64 3
  %b3 = extractelement <4 x i8> %b, i64 3
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @second_no_byte(
; CHECK-NOT: @llvm.nvvm.idp4a
; CHECK: ret i32 %t3
define i32 @second_no_byte(<4 x i8> %a, <4 x i32> %b, i32 %s) {
  %bw0 = extractelement <4 x i32> %b, i64 0
  %a0 = extractelement <4 x i8> %a, i64 0
  %aw0 = sext i8 %a0 to i32
  %m0 = mul i32 %aw0, %bw0
  %bw1 = extractelement <4 x i32> %b, i64 1
  %a1 = extractelement <4 x i8> %a, i64 1
  %aw1 = sext i8 %a1 to i32
  %m1 = mul i32 %aw1, %bw1
  %bw2 = extractelement <4 x i32> %b, i64 2
  %a2 = extractelement <4 x i8> %a, i64 2
  %aw2 = sext i8 %a2 to i32
  %m2 = mul i32 %aw2, %bw2
  %bw3 = extractelement <4 x i32> %b, i64 3
  %a3 = extractelement <4 x i8> %a, i64 3
  %aw3 = sext i8 %a3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @second_index_unknown(
; CHECK-NOT: @llvm.nvvm.idp4a
; CHECK: ret i32 %t3
define i32 @second_index_unknown(<4 x i8> %a, <4 x i8> %b, i32 %s, i64 %i) {
  %a0 = extractelement <4 x i8> %a, i64 0
  %b0 = extractelement <4 x i8> %b, i64 0
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %a1 = extractelement <4 x i8> %a, i64 1
  %b1 = extractelement <4 x i8> %b, i64 1
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %a2 = extractelement <4 x i8> %a, i64 2
  %b2 = extractelement <4 x i8> %b, i64 2
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %a3 = extractelement <4 x i8> %a, i64 3
  %b3 = extractelement <4 x i8> %b, i64 %i
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @bytes_apart(
; CHECK-NOT: @llvm.nvvm.idp4a
; CHECK: ret i32 %t3
define i32 @bytes_apart(i8 %a0, i8 %a1, i8 %a2, i8 %a3, <4 x i8> %b, i32 %s) {
  %b0 = extractelement <4 x i8> %b, i64 0
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %b1 = extractelement <4 x i8> %b, i64 1
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %b2 = extractelement <4 x i8> %b, i64 2
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %b3 = extractelement <4 x i8> %b, i64 3
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @index_unknown(
; CHECK-NOT: @llvm.nvvm.idp4a
; CHECK: ret i32 %t3
define i32 @index_unknown(<4 x i8> %a, <4 x i8> %b, i32 %s, i64 %i) {
  %a0 = extractelement <4 x i8> %a, i64 0
  %b0 = extractelement <4 x i8> %b, i64 0
  %aw0 = sext i8 %a0 to i32
  %bw0 = sext i8 %b0 to i32
  %m0 = mul i32 %aw0, %bw0
  %a1 = extractelement <4 x i8> %a, i64 1
  %b1 = extractelement <4 x i8> %b, i64 1
  %aw1 = sext i8 %a1 to i32
  %bw1 = sext i8 %b1 to i32
  %m1 = mul i32 %aw1, %bw1
  %a2 = extractelement <4 x i8> %a, i64 2
  %b2 = extractelement <4 x i8> %b, i64 2
  %aw2 = sext i8 %a2 to i32
  %bw2 = sext i8 %b2 to i32
  %m2 = mul i32 %aw2, %bw2
  %a3 = extractelement <4 x i8> %a, i64 %i
  %b3 = extractelement <4 x i8> %b, i64 3
  %aw3 = sext i8 %a3 to i32
  %bw3 = sext i8 %b3 to i32
  %m3 = mul i32 %aw3, %bw3
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

; CHECK-LABEL: @index_of_product_unknown(
; CHECK-NOT: @llvm.nvvm.idp4a
; CHECK: ret i32 %t3
define i32 @index_of_product_unknown(<4 x i8> %a, <4 x i8> %b, i32 %s, i64 %i) {
  %w = sext <4 x i8> %a to <4 x i32>
  %v = sext <4 x i8> %b to <4 x i32>
  %m = mul <4 x i32> %w, %v
  %m0 = extractelement <4 x i32> %m, i64 0
  %m1 = extractelement <4 x i32> %m, i64 1
  %m2 = extractelement <4 x i32> %m, i64 2
  %m3 = extractelement <4 x i32> %m, i64 %i
  %t0 = add i32 %s, %m0
  %t1 = add i32 %t0, %m1
  %t2 = add i32 %t1, %m2
  %t3 = add i32 %t2, %m3
  ret i32 %t3
}

declare void @may_not_return() nounwind memory(none)
