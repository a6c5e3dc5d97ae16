// A kernel that the binary would call something else than the source does.
// RUN: not %clc compile %s -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress --keep-going -DOTHER -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: kernel-names.cl:{{[0-9]+}}:{{[0-9]+}}: error: the binary would call kernel k 'other'{{.*}}: remove the __asm__ label
// RUN: not %clc compile %s -t spirv64 -t nvptx:sm_80 --keep-going -DSAME -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: kernel-names.cl:{{[0-9]+}}:{{[0-9]+}}: error: {{.*}}remove the __asm__ label
// RUN: not %clc compile %s -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress --keep-going -DATTRIBUTE=overloadable -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=OVERLOADABLE
// OVERLOADABLE: kernel-names.cl:{{[0-9]+}}:{{[0-9]+}}: error: the binary would call kernel k '_Z1k{{.*}}: remove the attribute overloadable
// RUN: %clc compile %s -t spirv64 -DATTRIBUTE=weak -o - | %disasm | FileCheck %s --check-prefix=SPIRV
// SPIRV: OpEntryPoint Kernel %{{[^ ]+}} "k"
// RUN: %clc compile %s -t nvptx:sm_80 -DATTRIBUTE=weak -o - | %disasm | FileCheck %s --check-prefix=NVPTX
// NVPTX: .entry k(
// RUN: %clc compile %s -t amdgcn:gfx942 -t r600:cypress -DATTRIBUTE=weak -o - | %valid
// RUN: %clc compile %s -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress -DATTRIBUTE=used -o - | %valid
// RUN: %clc compile %s -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress -DHIDDEN -o - | %valid
// RUN: not %clc compile %s -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress --keep-going -DSECOND -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=SECOND
// SECOND: kernel-names.cl:{{[0-9]+}}:{{[0-9]+}}: error: kernel second is an alias
#ifdef OTHER
#define LABEL __asm__("other")
#elif defined(SAME)
#define LABEL __asm__("k")
#else
#define LABEL
#endif
#ifdef HIDDEN
#define ATTRIBUTE visibility("hidden")
#elif !defined(ATTRIBUTE)
#define ATTRIBUTE
#endif
// Labels of what is no kernel say nothing to applications.
int helper(int x) __asm__("other_helper");
int helper(int x) { return x + 1; }
constant int variable __asm__("other_variable") = 4;
int named(int x) __attribute__((alias("other_helper")));
kernel __attribute__((ATTRIBUTE)) void k(global int* o) LABEL;
kernel __attribute__((ATTRIBUTE)) void k(global int* o) { o[0] = helper(1) + variable + named(2); }
#ifdef SECOND
kernel void second(global int* o) __attribute__((alias("k")));
#endif
