// In C, Clang 22 rejects a 0 in a list of events without a word, and its code generator dies of what is left.
// RUN: not %clc compile %s "-DZEROS=0, 0" -t spirv64:1.2 -t nvptx:sm_90 -t amdgcn:gfx1100 -o %t.p 2>&1 | FileCheck %s
// RUN: not %clc compile %s -DZEROS=0 -cl-std=CL1.2 -cl-opt-disable -t spirv64:1.2 -o %t.p 2>&1 | FileCheck %s
// RUN: not %clc compile %s "-DZEROS=first, 0" -t r600:cypress -o %t.p 2>&1 | FileCheck %s
// RUN: not %clc compile %s -DZEROS=first -DLITERAL -t spirv64:1.2 -o %t.p 2>&1 | FileCheck %s --check-prefix LITERAL
// RUN: not %clc compile %s -DZEROS=first -DASSIGNED -t spirv64:1.2 -t nvptx:sm_90 -o %t.p 2>&1 | FileCheck %s --check-prefix ASSIGNED
// RUN: not %clc compile %s -DZEROS=first "-DLIST=(event_t const[2]){first, (0)}" -t spirv64:1.2 -o %t.p 2>&1 | FileCheck %s --check-prefix LIST
// RUN: not %clc compile %s -DZEROS=first "-DLIST=(event_t[(2)]){[1] = zero}" -t spirv64:1.2 -o %t.p 2>&1 | FileCheck %s --check-prefix LIST
// RUN: not %clc compile %s -DZEROS=first "-DLIST=(pair){first, 0}" -t spirv64:1.2 -o %t.p 2>&1 | FileCheck %s --check-prefix LIST
// RUN: not %clc compile %s -DZEROS=first "-DLIST=(event_t[1][2]){{0, first}}[0]" -t spirv64:1.2 -o %t.p 2>&1 | FileCheck %s --check-prefix LIST
// RUN: not env CLC_OPTIONS_APPEND= %clc compile %s -DZEROS=first -DNVIDIA "-DLIST=(pair){first, 0}" -t nvptx:sm_80 -o %t.p 2>&1 | FileCheck %s --check-prefix LIST
// RUN: %clc compile %s -DZEROS=first "-DLIST=(private pair){first, (event_t)0}" -t spirv64:1.2 -t nvptx:sm_80 -o - | %valid
// RUN: %clc compile %s "-DZEROS=(event_t)0, first" -t spirv64:1.2 -t nvptx:sm_90 -t amdgcn:gfx1100 -o - | %valid
typedef event_t pair[2];
enum { zero };
#ifdef NVIDIA
sampler_t nearest = CLK_FILTER_NEAREST;  // Clang reads the source a second time
#endif
typedef struct { int a[2]; float4 b; } record;
static int count(event_t events[2]) { int one = 1, two = 2; return one + two; }
kernel void k(global int* out, global const int* in, local int* to, uint n) {
  event_t first = async_work_group_copy(to, in, 8, 0);
  // CHECK: event-lists.cl:[[#@LINE+1]]:23: error: Clang cannot compile this; in a list of events, write (event_t)0 in the place of 0
  event_t events[2] = {ZEROS};
  events[0] = async_work_group_copy(to + 8, in + 8, 8, events[0]);
  wait_group_events(2, events);
#ifdef LITERAL
  // LITERAL: event-lists.cl:[[#@LINE+1]]:35: error: Clang cannot compile this and does not say why; in a list of events, write (event_t)0 in the place of 0
  wait_group_events(1, (event_t[]){0});
#endif
#ifdef ASSIGNED
  event_t* list = events;
  // ASSIGNED: event-lists.cl:[[#@LINE+1]]:34: error: Clang cannot compile this and does not say why; in a list of events, write (event_t)0 in the place of 0
  if (n != 0) list = (event_t[2]){ events[0], 0 };
  wait_group_events(2, list);
#endif
#ifdef LIST
  // LIST: event-lists.cl:[[#@LINE+1]]:24: error: Clang cannot compile this and does not say why
  wait_group_events(2, LIST);
#endif
  // Clang keeps these.
  const record r = (record){{1, n}, (float4){1, 2, 3, 4}};
  const size_t size = sizeof((int[]){1, 2}) + sizeof(struct __attribute__((packed)) { int a; });
  out[0] += (int){r.a[1]} + ((char[]){"ab"})[n] + (int)size + ({ count(events); });
  out[get_global_id(0)] = to[get_local_id(0) + n];
}
