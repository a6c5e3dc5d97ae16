// Results that the language leaves undefined get a value before anything folds them. As poison, an index would take the check of
// bounds with it: the loop of the report would have no end.
// RUN: %clc compile %s -w -t nvptx:sm_80 --sanitize=arithmetic,bounds -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -w -t nvptx:sm_80 --sanitize=bounds -o - | %disasm | FileCheck %s --check-prefix=BOUNDS

inline int far(int index) { return (int)((float)index + 3e10f); }

// The first report is of the conversion; the second, of the greatest integer as an index, follows.
// CHECK-LABEL: .entry converted(
// CHECK: st.param.b32 [param1], 0;
// CHECK: call.uni fill_slot,
// CHECK: st.param.b64 [param2], 8589934588;
// CHECK: st.param.b32 [param1], 1;
// CHECK: call.uni fill_slot,
// BOUNDS-LABEL: .entry converted(
// BOUNDS: 8589934588;
// BOUNDS: call.uni fill_slot,
// BOUNDS: ret;
kernel void converted(global int* to) { to[far(0)] = 1; }

// Clang folds this one itself.
// CHECK-LABEL: .entry literal(
// CHECK: st.param.b32 [param1], 0;
// CHECK: call.uni fill_slot,
// CHECK: st.param.b64 [param2], -4;
// CHECK: st.param.b32 [param1], 1;
// CHECK: call.uni fill_slot,
// CHECK: ret;
kernel void literal(global int* to) { to[(int)3e10f] = 1; }

// A choice is wrong where it is taken.
// CHECK-LABEL: .entry chosen(
// CHECK: setp.lt.s32 [[IS_RIGHT:%p[0-9]+]], %r{{[0-9]+}}, 4;
// CHECK: @[[IS_RIGHT]] bra
// CHECK: call.uni fill_slot,
// CHECK: ret;
kernel void chosen(global int* to, int count) { to[0] = count > 3 ? 1 / 0 : 7; }

// A vector of which one element is divided by 0.
// CHECK-LABEL: .entry remainders(
// CHECK: call.uni fill_slot,
// CHECK: ret;
kernel void remainders(global int4* to) { to[0] = to[1] % (int4)(1, 2, 0, 4); }
