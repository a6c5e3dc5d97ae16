// Limits of targets that a kernel exceeds are errors at the kernel.
// RUN: not %clc compile %s -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress --keep-going -DGROUP=1000000,1000000,1000 -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=ALL
// ALL: kernel-limits.cl:{{[0-9]+}}:{{[0-9]+}}: error: kernel k has reqd_work_group_size(1000000, 1000000, 1000), and the target has no more than
// RUN: not %clc compile %s -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress --keep-going -DGROUP=1025,1,1 -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=GROUP1025
// GROUP1025: no more than 1024 work-items in a group
// RUN: %clc compile %s -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942 -DGROUP=1024,1,1 -o - | %valid
// RUN: not %clc compile %s -t nvptx:sm_90 -t amdgcn:gfx1100 -DGROUP=64,64,1 --keep-going -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=GROUP64
// GROUP64: error: kernel k has reqd_work_group_size(64, 64, 1), and the target has no more than 1024 work-items in a group
// RUN: env CLC_OPTIONS_APPEND= %clc compile %s -t spirv64 -DGROUP=2048,2,1 -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=GROUP2048
// GROUP2048: kernel-limits.cl:{{[0-9]+}}:{{[0-9]+}}: warning: kernel k has reqd_work_group_size(2048, 2, 1), and GPUs have no more than 1024 work-items in a group: no GPU can
// RUN: %clc compile %s -t spirv64 -DGROUP=2048,2,1 -w -o - | %valid
// RUN: not %clc compile %s -t spirv64 -DGROUP=2048,2,1 -Werror -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=WERROR
// WERROR: error: kernel k has reqd_work_group_size
// RUN: env CLC_OPTIONS_APPEND= %clc compile %s -t r600:cypress -DGROUP=257,1,1 -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=GROUP257
// GROUP257: warning: kernel k has reqd_work_group_size(257, 1, 1), and these chips have no more than 256 work-items
// RUN: %clc compile %s -t r600:cypress -DGROUP=256,1,1 -o - | %valid
// RUN: env CLC_OPTIONS_APPEND= %clc compile %s -t spirv64 -DLOCAL=17408 -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=LOCAL
// LOCAL: kernel-limits.cl:{{[0-9]+}}:{{[0-9]+}}: warning: kernel k has 69632 bytes of local memory, and most devices give a group no more than 65536: they cannot
// RUN: not %clc compile %s -t nvptx:sm_80 -DLOCAL=17408 -Werror -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=NVIDIA
// NVIDIA: kernel-limits.cl:{{[0-9]+}}:{{[0-9]+}}: error: kernel k has 69632 bytes of local memory, and NVIDIA's drivers give a group no more than 49152: it can never
// RUN: %clc compile %s -t nvptx:sm_80 -DLOCAL=12288 -o %t.pack && FileCheck %s --check-prefix=ALL-OF-IT --input-file=%t.pack/manifest.clc.json
// ALL-OF-IT: "local_bytes":{{ ?}}49152
// RUN: %clc compile %s -t nvptx:sm_80 -DLOCAL=12288 -DUNUSED -o %t.pack && FileCheck %s --check-prefix=NONE --input-file=%t.pack/manifest.clc.json
// NONE: "local_bytes":{{ ?}}0
// RUN: %clc compile %s -t nvptx:sm_80 -t spirv64 -t amdgcn:gfx942 -DLOCAL=12288 -o - | %valid
// RUN: not %clc compile %s -t nvptx:sm_80 -DLOCAL=12289 -Werror -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=LOCAL12289
// LOCAL12289: error: kernel k has 49156 bytes of local memory
// RUN: %clc compile %s -t nvptx:sm_90a -DLOCAL=58108 -Werror -o - | %valid
// RUN: not %clc compile %s -t nvptx:sm_90a -DLOCAL=58109 -Werror -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=LOCAL58109
// LOCAL58109: error: kernel k has 232436 bytes of local memory, and NVIDIA's drivers give a group no more than 232432
// RUN: not %clc compile %s -t r600:cypress -DLOCAL=8193 -Werror -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=LOCAL8193
// LOCAL8193: error: {{.*}}local memory
// RUN: env CLC_OPTIONS_APPEND= %clc compile %s -t spirv32 -DLOCAL=16385 -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=LOCAL16385
// LOCAL16385: warning: kernel k has 65540 bytes of local memory
// RUN: not %clc compile %s -t amdgcn:gfx942 -DLOCAL=16385 -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=LOCAL8193
// RUN: %clc compile %s -t nvptx:sm_80 -t spirv64 -DLOCAL=16385 -DUNUSED -o - | %valid
// RUN: not %clc compile %s -t spirv64 -t nvptx:sm_80 --keep-going -DHINT=1000000,1000000,1 -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=HINT
// HINT: kernel-limits.cl:{{[0-9]+}}:{{[0-9]+}}: error: kernel k has work_group_size_hint(1000000, 1000000, 1)
// RUN: %clc compile %s -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress '-DMORE=TWO_HUNDRED(a),TEN(b),TEN(c),TEN(d),TEN(e),TEN(f),int(x1),int(x2),int(x3),int(x4)' -o - | %valid
// RUN: %clc compile %s -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress '-DMORE=TWO_HUNDRED(a),TEN(b),TEN(c),TEN(d),TEN(e),TEN(f),int(x1),int(x2),int(x3),int(x4),int(x5)' -o - | %valid
// RUN: not %clc compile %s -t spirv64 '-DMORE=TWO_HUNDRED(a),TEN(b),TEN(c),TEN(d),TEN(e),TEN(f),int(x1),int(x2),int(x3),int(x4),int(x5)' -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=MORE
// MORE: kernel-limits.cl:{{[0-9]+}}:{{[0-9]+}}: error: kernel k has 256 arguments, and SPIR-V has no more than 255; put them into a struct
// RUN: %clc compile %s -t spirv64 -t amdgcn:gfx942 '-DMORE=Large(l)' -o - | %valid
// RUN: not %clc compile %s -t nvptx:sm_80 '-DMORE=Large(l)' -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: kernel-limits.cl:{{[0-9]+}}:{{[0-9]+}}: error: kernel k has 5008 bytes of arguments, and NVIDIA's drivers take no more than 4352; put them into a buffer
// RUN: not %clc compile %s -t cuda:sm_80 '-DMORE=Large(l)' -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=LARGE-CUDA
// LARGE-CUDA: error: kernel k has 5008 bytes of arguments, and NVIDIA's drivers take no more than 4064; put them into a buffer
// RUN: not %clc compile %s -t spirv64 -t nvptx:sm_80 --keep-going -DHUGE '-DMORE=global Huge* h' -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=HUGE
// HUGE: error: an argument uses Huge, which has 5000000000 bytes
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
