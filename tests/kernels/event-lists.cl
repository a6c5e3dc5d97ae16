// In C, Clang 22 rejects a 0 in a list of events without a word, and its code generator dies of what is left.
// RUN: not %clc compile %s "-DZEROS=0, 0" -t spirv64:1.2 -t nvptx:sm_90 -t amdgcn:gfx1100 -o %t.p 2>&1 | FileCheck %s
// RUN: not %clc compile %s -DZEROS=0 -cl-std=CL1.2 -cl-opt-disable -t spirv64:1.2 -o %t.p 2>&1 | FileCheck %s
// RUN: not %clc compile %s "-DZEROS=first, 0" -t r600:cypress -o %t.p 2>&1 | FileCheck %s
// RUN: not %clc compile %s -DZEROS=first -DLITERAL -t spirv64:1.2 -o %t.p 2>&1 | FileCheck %s --check-prefix LITERAL
// RUN: not %clc compile %s -DZEROS=first -DASSIGNED -t spirv64:1.2 -t nvptx:sm_90 -o %t.p 2>&1 | FileCheck %s --check-prefix ASSIGNED
// RUN: %clc compile %s "-DZEROS=(event_t)0, first" -t spirv64:1.2 -t nvptx:sm_90 -t amdgcn:gfx1100 -o - | %valid
kernel void k(global int* out, global const int* in, local int* to, uint n) {
  event_t first = async_work_group_copy(to, in, 8, 0);
  // CHECK: event-lists.cl:[[#@LINE+1]]:23: error: Clang cannot compile this; in a list of events, write (event_t)0 in the place of 0
  event_t events[2] = {ZEROS};
  events[0] = async_work_group_copy(to + 8, in + 8, 8, events[0]);
  wait_group_events(2, events);
#ifdef LITERAL
  // LITERAL: event-lists.cl:[[#@LINE+1]]:36: error: Clang cannot compile this; in a list of events, write (event_t)0 in the place of 0
  wait_group_events(1, (event_t[]){0});
#endif
#ifdef ASSIGNED
  event_t* list = events;
  // ASSIGNED: event-lists.cl:[[#@LINE+1]]:47: error: Clang cannot compile this; in a list of events, write (event_t)0 in the place of 0
  if (n != 0) list = (event_t[2]){ events[0], 0 };
  wait_group_events(2, list);
#endif
  out[get_global_id(0)] = to[get_local_id(0) + n];
}
