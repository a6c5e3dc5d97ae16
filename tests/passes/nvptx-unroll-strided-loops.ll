; RUN: clc-opt -mtriple=nvptx64-nvidia-nvcl -mcpu=sm_90 -passes=nvptx-unroll-strided-loops -S %s | FileCheck %s

declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare void @other() nounwind
declare void @llvm.experimental.deoptimize.isVoid(...)

; One at a time what is no multiple of four, then four iterations at once.
; CHECK-LABEL: @strided(
; CHECK: udiv i32
; CHECK: and i32 %{{.*}}, 3
; CHECK: store float 1.000000e+00
; CHECK-NOT: store
; CHECK: loop:
; CHECK-COUNT-4: store float 1.000000e+00
; CHECK-NOT: store
; CHECK: br i1 %{{.*}}, label %loop, label
; CHECK-NOT: store
; CHECK: ret void
define ptx_kernel void @strided(ptr addrspace(1) %p, i32 %n, i32 %first, i32 range(i32 1, 64) %stride) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %e = getelementptr float, ptr addrspace(1) %p, i32 %i
  store float 1.0, ptr addrspace(1) %e
  %next = add nuw i32 %i, %stride
  %c = icmp ult i32 %next, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; By the size of a work-group.
; CHECK-LABEL: @by_local_size(
; CHECK-COUNT-5: store float 1.000000e+00
; CHECK: ret void
define ptx_kernel void @by_local_size(ptr addrspace(1) %p, i32 %n, i32 %first) {
entry:
  %stride = call range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %e = getelementptr float, ptr addrspace(1) %p, i32 %i
  store float 1.0, ptr addrspace(1) %e
  %next = add nuw i32 %i, %stride
  %c = icmp ult i32 %next, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; By any number: a loop that writes nothing ends.
; CHECK-LABEL: @by_any_number(
; CHECK: udiv i32
; CHECK-COUNT-5: fadd float
; CHECK-NOT: fadd
; CHECK: ret void
define ptx_kernel void @by_any_number(ptr addrspace(1) %p, i32 %n, i32 %first, i32 %stride) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %added, %loop ]
  %e = getelementptr float, ptr addrspace(1) %p, i32 %i
  %x = load float, ptr addrspace(1) %e
  %added = fadd float %sum, %x
  %next = add nsw i32 %i, %stride
  %c = icmp slt i32 %next, %n
  br i1 %c, label %loop, label %end
end:
  %all = phi float [ %added, %loop ]
  store float %all, ptr addrspace(1) %p
  ret void
}

; By any number, which may be 0 in a loop that writes.
; CHECK-LABEL: @writes_by_any_number(
; CHECK-COUNT-1: store float 1.000000e+00
; CHECK-NOT: store
; CHECK: ret void
define ptx_kernel void @writes_by_any_number(ptr addrspace(1) %p, i32 %n, i32 %first, i32 %stride) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %e = getelementptr float, ptr addrspace(1) %p, i32 %i
  store float 1.0, ptr addrspace(1) %e
  %next = add nsw i32 %i, %stride
  %c = icmp slt i32 %next, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; By any number, which may be 0 in a loop that reads what others write.
; CHECK-LABEL: @reads_volatile(
; CHECK-COUNT-1: load volatile
; CHECK-NOT: load
; CHECK: ret void
define ptx_kernel void @reads_volatile(ptr addrspace(1) %p, i32 %n, i32 %first, i32 %stride) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %x = load volatile float, ptr addrspace(1) %p
  %next = add nsw i32 %i, %stride
  %c = icmp slt i32 %next, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; By a number of 64 bits, as get_local_size(0), which makes the sum wrap around: where it cannot, it is unrolled.
; CHECK-LABEL: @may_wrap(
; CHECK: %[[LAST:.*]] = sub i32 2147483647, %stride
; CHECK: icmp sgt i32 %stride, 0
; CHECK: icmp sle i32 %n, %[[LAST]]
; CHECK: icmp sle i32 %first, %[[LAST]]
; CHECK: br i1 %cannot.wrap, label %[[FAST:.*]], label %[[SLOW:.*]]
; CHECK: loop.wrapping:
; CHECK-COUNT-1: fadd float
; CHECK-NOT: fadd
; CHECK: br i1 %{{.*}}, label %loop.wrapping, label
; CHECK: [[FAST]]:
; CHECK: udiv i32
; CHECK-COUNT-5: fadd float
; CHECK-NOT: fadd
; CHECK: ret void
define ptx_kernel void @may_wrap(ptr addrspace(1) %p, i32 %n, i32 %first, i32 %stride) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %added, %loop ]
  %e = getelementptr float, ptr addrspace(1) %p, i32 %i
  %x = load float, ptr addrspace(1) %e
  %added = fadd float %sum, %x
  %next = add i32 %i, %stride
  %c = icmp slt i32 %next, %n
  br i1 %c, label %loop, label %end
end:
  %all = phi float [ %added, %loop ]
  store float %all, ptr addrspace(1) %p
  ret void
}

; The same without a sign, and with the ways out exchanged.
; CHECK-LABEL: @may_wrap_unsigned(
; CHECK: %[[LAST:.*]] = sub i32 -1, %stride
; CHECK: icmp ugt i32 %stride, 0
; CHECK: icmp ule i32 %n, %[[LAST]]
; CHECK: icmp ule i32 %first, %[[LAST]]
; CHECK: loop.wrapping:
; CHECK-COUNT-6: fadd float
; CHECK-NOT: fadd
; CHECK: ret void
define ptx_kernel void @may_wrap_unsigned(ptr addrspace(1) %p, i32 %n, i32 %first, i32 %stride) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %added, %loop ]
  %e = getelementptr float, ptr addrspace(1) %p, i32 %i
  %x = load float, ptr addrspace(1) %e
  %added = fadd float %sum, %x
  %next = add i32 %stride, %i
  %c = icmp uge i32 %next, %n
  br i1 %c, label %end, label %loop
end:
  %all = phi float [ %added, %loop ]
  store float %all, ptr addrspace(1) %p
  ret void
}

; By a constant.
; CHECK-LABEL: @by_a_constant(
; CHECK-COUNT-1: fadd float
; CHECK-NOT: fadd
; CHECK: ret void
define ptx_kernel void @by_a_constant(ptr addrspace(1) %p, i32 %n, i32 %first) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %added, %loop ]
  %e = getelementptr float, ptr addrspace(1) %p, i32 %i
  %x = load float, ptr addrspace(1) %e
  %added = fadd float %sum, %x
  %next = add i32 %i, 3
  %c = icmp slt i32 %next, %n
  br i1 %c, label %loop, label %end
end:
  %all = phi float [ %added, %loop ]
  store float %all, ptr addrspace(1) %p
  ret void
}

; The inner of two.
; CHECK-LABEL: @inner_loop(
; CHECK-COUNT-5: store float 1.000000e+00
; CHECK: store float 2.000000e+00
; CHECK-NOT: store
; CHECK: ret void
define ptx_kernel void @inner_loop(ptr addrspace(1) %p, i32 %n, i32 %first, i32 range(i32 1, 64) %stride) {
entry:
  br label %outer
outer:
  %j = phi i32 [ %first, %entry ], [ %j1, %latch ]
  br label %loop
loop:
  %i = phi i32 [ %first, %outer ], [ %next, %loop ]
  %e = getelementptr float, ptr addrspace(1) %p, i32 %i
  store float 1.0, ptr addrspace(1) %e
  %next = add nuw i32 %i, %stride
  %c = icmp ult i32 %next, %n
  br i1 %c, label %loop, label %latch
latch:
  %f = getelementptr float, ptr addrspace(1) %p, i32 %j
  store float 2.0, ptr addrspace(1) %f
  %j1 = add nuw i32 %j, %stride
  %d = icmp ult i32 %j1, %n
  br i1 %d, label %outer, label %end
end:
  ret void
}

; CHECK-LABEL: @outer_loop(
; CHECK: store float 1.000000e+00
; CHECK: store float 2.000000e+00
; CHECK-NOT: store
; CHECK: ret void
define ptx_kernel void @outer_loop(ptr addrspace(1) %p, i32 %n, i32 %first, i32 range(i32 1, 64) %stride) {
entry:
  br label %outer
outer:
  %j = phi i32 [ %first, %entry ], [ %j1, %latch ]
  br label %loop
loop:
  %i = phi i32 [ 0, %outer ], [ %next, %loop ]
  %e = getelementptr float, ptr addrspace(1) %p, i32 %i
  store float 1.0, ptr addrspace(1) %e
  %next = add nuw i32 %i, 1
  %c = icmp ult i32 %next, 8
  br i1 %c, label %loop, label %latch
latch:
  %f = getelementptr float, ptr addrspace(1) %p, i32 %j
  store float 2.0, ptr addrspace(1) %f
  %j1 = add nuw i32 %j, %stride
  %d = icmp ult i32 %j1, %n
  br i1 %d, label %outer, label %end
end:
  ret void
}

; Two ways into the loop: it has no block before it.
; CHECK-LABEL: @not_simplified(
; CHECK: store float 1.000000e+00
; CHECK-NOT: store
; CHECK: ret void
define ptx_kernel void @not_simplified(ptr addrspace(1) %p, i32 %n, i32 %first, i32 range(i32 1, 64) %stride, i1 %b) {
entry:
  br i1 %b, label %loop, label %before
before:
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %first, %before ], [ %next, %loop ]
  %e = getelementptr float, ptr addrspace(1) %p, i32 %i
  store float 1.0, ptr addrspace(1) %e
  %next = add nuw i32 %i, %stride
  %c = icmp ult i32 %next, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; What comes after the loop does so without it, too.
; CHECK-LABEL: @shared_exit(
; CHECK: store float 1.000000e+00
; CHECK-NOT: store
; CHECK: ret void
define ptx_kernel void @shared_exit(ptr addrspace(1) %p, i32 %n, i32 %first, i32 range(i32 1, 64) %stride, i1 %b) {
entry:
  br i1 %b, label %before, label %end
before:
  br label %loop
loop:
  %i = phi i32 [ %first, %before ], [ %next, %loop ]
  %e = getelementptr float, ptr addrspace(1) %p, i32 %i
  store float 1.0, ptr addrspace(1) %e
  %next = add nuw i32 %i, %stride
  %c = icmp ult i32 %next, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; LLVM would unroll a loop with such a second end.
; CHECK-LABEL: @two_exits(
; CHECK: store float 1.000000e+00
; CHECK-NOT: store
; CHECK: ret void
define ptx_kernel void @two_exits(ptr addrspace(1) %p, i32 %n, i32 %m, i32 %first, i32 range(i32 1, 64) %stride) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %latch ]
  %s = icmp ult i32 %i, %m
  br i1 %s, label %latch, label %other
latch:
  %e = getelementptr float, ptr addrspace(1) %p, i32 %i
  store float 1.0, ptr addrspace(1) %e
  %next = add nuw i32 %i, %stride
  %c = icmp ult i32 %next, %n
  br i1 %c, label %loop, label %end
other:
  call void (...) @llvm.experimental.deoptimize.isVoid(i32 0) [ "deopt"() ]
  ret void
end:
  ret void
}

; CHECK-LABEL: @exit_at_the_head(
; CHECK: store float 1.000000e+00
; CHECK-NOT: store
; CHECK: ret void
define ptx_kernel void @exit_at_the_head(ptr addrspace(1) %p, i32 %n, i32 %first, i32 range(i32 1, 64) %stride) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %latch ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %latch, label %end
latch:
  %e = getelementptr float, ptr addrspace(1) %p, i32 %i
  store float 1.0, ptr addrspace(1) %e
  %next = add nuw i32 %i, %stride
  br label %loop
end:
  ret void
}

; The source says how often.
; CHECK-LABEL: @has_a_hint(
; CHECK: store float 1.000000e+00
; CHECK-NOT: store
; CHECK: ret void
define ptx_kernel void @has_a_hint(ptr addrspace(1) %p, i32 %n, i32 %first, i32 range(i32 1, 64) %stride) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %e = getelementptr float, ptr addrspace(1) %p, i32 %i
  store float 1.0, ptr addrspace(1) %e
  %next = add nuw i32 %i, %stride
  %c = icmp ult i32 %next, %n
  br i1 %c, label %loop, label %end, !llvm.loop !0
end:
  ret void
}

; CHECK-LABEL: @constant_count(
; CHECK: store float 1.000000e+00
; CHECK-NOT: store
; CHECK: ret void
define ptx_kernel void @constant_count(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %e = getelementptr float, ptr addrspace(1) %p, i32 %i
  store float 1.0, ptr addrspace(1) %e
  %next = add nuw i32 %i, 7
  %c = icmp ult i32 %next, 1000
  br i1 %c, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: @unknown_count(
; CHECK: store float 1.000000e+00
; CHECK-NOT: store
; CHECK: ret void
define ptx_kernel void @unknown_count(ptr addrspace(1) %p, i32 %n, i32 %first, i32 range(i32 1, 64) %stride) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %e = getelementptr float, ptr addrspace(1) %p, i32 %i
  store float 1.0, ptr addrspace(1) %e
  %next = add nuw i32 %i, %stride
  %x = load i32, ptr addrspace(1) %e
  %c = icmp ult i32 %x, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; LLVM unrolls these itself.
; CHECK-LABEL: @cheap_count(
; CHECK: store float 1.000000e+00
; CHECK-NOT: store
; CHECK: ret void
define ptx_kernel void @cheap_count(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %e = getelementptr float, ptr addrspace(1) %p, i32 %i
  store float 1.0, ptr addrspace(1) %e
  %next = add nuw i32 %i, 1
  %c = icmp ne i32 %next, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: @too_large(
; CHECK-COUNT-1: store i32 %x
; CHECK-NOT: store
; CHECK: ret void
define ptx_kernel void @too_large(ptr addrspace(1) %p, i32 %n, i32 %first, i32 range(i32 1, 64) %stride) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %e = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %x0 = load i32, ptr addrspace(1) %e
  %x1 = xor i32 %x0, %i
  %x2 = add i32 %x1, %n
  %x3 = xor i32 %x2, %i
  %x4 = add i32 %x3, %n
  %x5 = xor i32 %x4, %i
  %x6 = add i32 %x5, %n
  %x7 = xor i32 %x6, %i
  %x8 = add i32 %x7, %n
  %x9 = xor i32 %x8, %i
  %x10 = add i32 %x9, %n
  %x11 = xor i32 %x10, %i
  %x12 = add i32 %x11, %n
  %x13 = xor i32 %x12, %i
  %x14 = add i32 %x13, %n
  %x15 = xor i32 %x14, %i
  %x16 = add i32 %x15, %n
  %x17 = xor i32 %x16, %i
  %x18 = add i32 %x17, %n
  %x19 = xor i32 %x18, %i
  %x20 = add i32 %x19, %n
  %x21 = xor i32 %x20, %i
  %x22 = add i32 %x21, %n
  %x23 = xor i32 %x22, %i
  %x24 = add i32 %x23, %n
  %x25 = xor i32 %x24, %i
  %x26 = add i32 %x25, %n
  %x27 = xor i32 %x26, %i
  %x28 = add i32 %x27, %n
  %x29 = xor i32 %x28, %i
  %x30 = add i32 %x29, %n
  %x31 = xor i32 %x30, %i
  %x32 = add i32 %x31, %n
  %x33 = xor i32 %x32, %i
  %x34 = add i32 %x33, %n
  %x35 = xor i32 %x34, %i
  %x36 = add i32 %x35, %n
  %x37 = xor i32 %x36, %i
  %x38 = add i32 %x37, %n
  %x39 = xor i32 %x38, %i
  %x40 = add i32 %x39, %n
  %x41 = xor i32 %x40, %i
  %x42 = add i32 %x41, %n
  %x43 = xor i32 %x42, %i
  %x44 = add i32 %x43, %n
  %x45 = xor i32 %x44, %i
  %x46 = add i32 %x45, %n
  %x47 = xor i32 %x46, %i
  %x48 = add i32 %x47, %n
  %x49 = xor i32 %x48, %i
  %x50 = add i32 %x49, %n
  %x51 = xor i32 %x50, %i
  %x52 = add i32 %x51, %n
  %x53 = xor i32 %x52, %i
  %x54 = add i32 %x53, %n
  %x55 = xor i32 %x54, %i
  %x56 = add i32 %x55, %n
  %x57 = xor i32 %x56, %i
  %x58 = add i32 %x57, %n
  %x59 = xor i32 %x58, %i
  %x60 = add i32 %x59, %n
  %x61 = xor i32 %x60, %i
  %x62 = add i32 %x61, %n
  %x63 = xor i32 %x62, %i
  %x64 = add i32 %x63, %n
  %x65 = xor i32 %x64, %i
  %x66 = add i32 %x65, %n
  %x67 = xor i32 %x66, %i
  %x68 = add i32 %x67, %n
  %x69 = xor i32 %x68, %i
  %x70 = add i32 %x69, %n
  %x71 = xor i32 %x70, %i
  %x72 = add i32 %x71, %n
  %x73 = xor i32 %x72, %i
  %x74 = add i32 %x73, %n
  %x75 = xor i32 %x74, %i
  %x76 = add i32 %x75, %n
  %x77 = xor i32 %x76, %i
  %x78 = add i32 %x77, %n
  %x79 = xor i32 %x78, %i
  %x80 = add i32 %x79, %n
  store i32 %x80, ptr addrspace(1) %e
  %next = add nuw i32 %i, %stride
  %c = icmp ult i32 %next, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: @large(
; CHECK-COUNT-5: store i32 %x
; CHECK: ret void
define ptx_kernel void @large(ptr addrspace(1) %p, i32 %n, i32 %first, i32 range(i32 1, 64) %stride) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %e = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %x0 = load i32, ptr addrspace(1) %e
  %x1 = xor i32 %x0, %i
  %x2 = add i32 %x1, %n
  %x3 = xor i32 %x2, %i
  %x4 = add i32 %x3, %n
  %x5 = xor i32 %x4, %i
  %x6 = add i32 %x5, %n
  %x7 = xor i32 %x6, %i
  %x8 = add i32 %x7, %n
  %x9 = xor i32 %x8, %i
  %x10 = add i32 %x9, %n
  %x11 = xor i32 %x10, %i
  %x12 = add i32 %x11, %n
  %x13 = xor i32 %x12, %i
  %x14 = add i32 %x13, %n
  %x15 = xor i32 %x14, %i
  %x16 = add i32 %x15, %n
  %x17 = xor i32 %x16, %i
  %x18 = add i32 %x17, %n
  %x19 = xor i32 %x18, %i
  %x20 = add i32 %x19, %n
  %x21 = xor i32 %x20, %i
  %x22 = add i32 %x21, %n
  %x23 = xor i32 %x22, %i
  %x24 = add i32 %x23, %n
  %x25 = xor i32 %x24, %i
  %x26 = add i32 %x25, %n
  %x27 = xor i32 %x26, %i
  %x28 = add i32 %x27, %n
  %x29 = xor i32 %x28, %i
  %x30 = add i32 %x29, %n
  %x31 = xor i32 %x30, %i
  %x32 = add i32 %x31, %n
  %x33 = xor i32 %x32, %i
  %x34 = add i32 %x33, %n
  %x35 = xor i32 %x34, %i
  %x36 = add i32 %x35, %n
  %x37 = xor i32 %x36, %i
  %x38 = add i32 %x37, %n
  %x39 = xor i32 %x38, %i
  %x40 = add i32 %x39, %n
  %x41 = xor i32 %x40, %i
  %x42 = add i32 %x41, %n
  %x43 = xor i32 %x42, %i
  %x44 = add i32 %x43, %n
  %x45 = xor i32 %x44, %i
  %x46 = add i32 %x45, %n
  %x47 = xor i32 %x46, %i
  %x48 = add i32 %x47, %n
  %x49 = xor i32 %x48, %i
  %x50 = add i32 %x49, %n
  %x51 = xor i32 %x50, %i
  %x52 = add i32 %x51, %n
  %x53 = xor i32 %x52, %i
  %x54 = add i32 %x53, %n
  %x55 = xor i32 %x54, %i
  %x56 = add i32 %x55, %n
  %x57 = xor i32 %x56, %i
  %x58 = add i32 %x57, %n
  %x59 = xor i32 %x58, %i
  %x60 = add i32 %x59, %n
  store i32 %x60, ptr addrspace(1) %e
  %next = add nuw i32 %i, %stride
  %c = icmp ult i32 %next, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: @not_duplicable(
; CHECK: store float %y
; CHECK-NOT: store
; CHECK: ret void
define ptx_kernel void @not_duplicable(ptr addrspace(1) %p, i32 %n, i32 %first, i32 range(i32 1, 64) %stride, float %x) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %e = getelementptr float, ptr addrspace(1) %p, i32 %i
  %y = call float @llvm.fabs.f32(float %x) noduplicate
  store float %y, ptr addrspace(1) %e
  %next = add nuw i32 %i, %stride
  %c = icmp ult i32 %next, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: @instruction_by_name(
; CHECK-COUNT-5: store float %y
; CHECK: ret void
define ptx_kernel void @instruction_by_name(ptr addrspace(1) %p, i32 %n, i32 %first, i32 range(i32 1, 64) %stride, float %x) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %e = getelementptr float, ptr addrspace(1) %p, i32 %i
  %y = call float @llvm.fabs.f32(float %x)
  store float %y, ptr addrspace(1) %e
  %next = add nuw i32 %i, %stride
  %c = icmp ult i32 %next, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: @barrier(
; CHECK: store float 1.000000e+00
; CHECK-NOT: store
; CHECK: ret void
define ptx_kernel void @barrier(ptr addrspace(1) %p, i32 %n, i32 %first, i32 range(i32 1, 64) %stride) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %e = getelementptr float, ptr addrspace(1) %p, i32 %i
  store float 1.0, ptr addrspace(1) %e
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = add nuw i32 %i, %stride
  %c = icmp ult i32 %next, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: @calls_a_function(
; CHECK: store float 1.000000e+00
; CHECK-NOT: store
; CHECK: ret void
define ptx_kernel void @calls_a_function(ptr addrspace(1) %p, i32 %n, i32 %first, i32 range(i32 1, 64) %stride) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %e = getelementptr float, ptr addrspace(1) %p, i32 %i
  store float 1.0, ptr addrspace(1) %e
  call void @other()
  %next = add nuw i32 %i, %stride
  %c = icmp ult i32 %next, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
