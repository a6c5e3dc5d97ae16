// A kernel that the binary would call something else than the source does.
// RUN: --keep-going -DOTHER -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress
// FAIL: ^kernel_names\.cl:\d+:\d+: error: the binary would call kernel k 'other'.*: remove the __asm__ label
// RUN: --keep-going -DSAME -t spirv64 -t nvptx:sm_80
// FAIL: ^kernel_names\.cl:\d+:\d+: error: .*remove the __asm__ label
// RUN: --keep-going -DATTRIBUTE=overloadable -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress
// FAIL: ^kernel_names\.cl:\d+:\d+: error: the binary would call kernel k '_Z1k.*: remove the attribute overloadable
// RUN: -DATTRIBUTE=weak -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress
// CHECK spirv64: OpEntryPoint Kernel %\S+ "k"
// CHECK nvptx: \.entry k\(
// RUN: -DATTRIBUTE=used -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress
// RUN: -DHIDDEN -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress
// RUN: --keep-going -DSECOND -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress
// FAIL: kernel_names\.cl:\d+:\d+: error: kernel second is an alias
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
