// Limits of targets that a kernel exceeds are errors at the kernel.
// RUN: --keep-going -DGROUP=1000000,1000000,1000 -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress
// FAIL: ^kernel_limits\.cl:\d+:\d+: error: kernel k has reqd_work_group_size\(1000000, 1000000, 1000\), and the target has no more than
// RUN: --keep-going -DGROUP=1025,1,1 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress
// FAIL: no more than 1024 work-items in a group
// RUN: -DGROUP=1024,1,1 -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942
// RUN: -DGROUP=64,64,1 -t nvptx:sm_90 -t amdgcn:gfx1100 --keep-going
// FAIL: error: kernel k has reqd_work_group_size\(64, 64, 1\), and the target has no more than 1024 work-items in a group
// RUN: -DGROUP=2048,2,1 -t spirv64
// STDERR: ^kernel_limits\.cl:\d+:\d+: warning: kernel k has reqd_work_group_size\(2048, 2, 1\), and GPUs have no more than 1024 work-items in a group: no GPU can
// RUN: -DGROUP=2048,2,1 -t spirv64 -w
// RUN: -DGROUP=2048,2,1 -t spirv64 -Werror
// FAIL: error: kernel k has reqd_work_group_size
// RUN: -DGROUP=257,1,1 -t r600:cypress
// STDERR: warning: kernel k has reqd_work_group_size\(257, 1, 1\), and these chips have no more than 256 work-items
// RUN: -DGROUP=256,1,1 -t r600:cypress
// RUN: -DLOCAL=17408 -t spirv64
// STDERR: ^kernel_limits\.cl:\d+:\d+: warning: kernel k has 69632 bytes of local memory, and most devices give a group no more than 65536: they cannot
// RUN: -DLOCAL=17408 -t nvptx:sm_80 -Werror
// FAIL: ^kernel_limits\.cl:\d+:\d+: error: kernel k has 69632 bytes of local memory, and NVIDIA's drivers give a group no more than 49152: it can never
// RUN: -DLOCAL=12288 -t nvptx:sm_80
// MANIFEST: "local_bytes": ?49152
// RUN: -DLOCAL=12288 -DUNUSED -t nvptx:sm_80
// MANIFEST: "local_bytes": ?0
// RUN: -DLOCAL=12288 -t nvptx:sm_80 -t spirv64 -t amdgcn:gfx942
// RUN: -DLOCAL=12289 -t nvptx:sm_80 -Werror
// FAIL: error: kernel k has 49156 bytes of local memory
// RUN: -DLOCAL=8193 -t r600:cypress -Werror
// FAIL: error: .*local memory
// RUN: -DLOCAL=16385 -t spirv32
// STDERR: warning: kernel k has 65540 bytes of local memory
// RUN: -DLOCAL=16385 -t amdgcn:gfx942
// FAIL: error: .*local memory
// RUN: -DLOCAL=16385 -DUNUSED -t nvptx:sm_80 -t spirv64
// RUN: --keep-going -DHINT=1000000,1000000,1 -t spirv64 -t nvptx:sm_80
// FAIL: ^kernel_limits\.cl:\d+:\d+: error: kernel k has work_group_size_hint\(1000000, 1000000, 1\)
// RUN: -DMORE=TWO_HUNDRED(a),TEN(b),TEN(c),TEN(d),TEN(e),TEN(f),int(x1),int(x2),int(x3),int(x4) -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress
// RUN: -DMORE=TWO_HUNDRED(a),TEN(b),TEN(c),TEN(d),TEN(e),TEN(f),int(x1),int(x2),int(x3),int(x4),int(x5) -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress
// RUN: -DMORE=TWO_HUNDRED(a),TEN(b),TEN(c),TEN(d),TEN(e),TEN(f),int(x1),int(x2),int(x3),int(x4),int(x5) -t spirv64
// FAIL: ^kernel_limits\.cl:\d+:\d+: error: kernel k has 256 arguments, and SPIR-V has no more than 255; put them into a struct
// RUN: -DMORE=Large(l) -t spirv64 -t amdgcn:gfx942
// RUN: -DMORE=Large(l) -t nvptx:sm_80
// FAIL: ^kernel_limits\.cl:\d+:\d+: error: kernel k has 5008 bytes of arguments, and NVIDIA's drivers take no more than 4352; put them into a buffer
// RUN: --keep-going -DHUGE "-DMORE=global Huge* h" -t spirv64 -t nvptx:sm_80
// FAIL: error: an argument uses Huge, which has 5000000000 bytes
#define TEN(N) int N##0, int N##1, int N##2, int N##3, int N##4, int N##5, int N##6, int N##7, int N##8, int N##9
#define TWENTY(N) TEN(N##1), TEN(N##2)
#define HUNDRED(N) TWENTY(N##1), TWENTY(N##2), TWENTY(N##3), TWENTY(N##4), TWENTY(N##5)
#define TWO_HUNDRED(N) HUNDRED(N##1), HUNDRED(N##2)
typedef struct {
  char bytes[5000];
} Large;
#ifdef HUGE
typedef struct {
  char bytes[5000000000];
} Huge;
#endif
#ifdef GROUP
__attribute__((reqd_work_group_size(GROUP)))
#endif
#ifdef HINT
__attribute__((work_group_size_hint(HINT)))
#endif
#ifndef MORE
#define MORE int n
#endif
kernel void k(global int* o, MORE) {
#ifdef LOCAL
  local int l[LOCAL];
#ifndef UNUSED
  l[get_local_id(0)] = o[1];
  barrier(CLK_LOCAL_MEM_FENCE);
  o[2] = l[o[3]];
#endif
#endif
  o[0] = 1;
}
