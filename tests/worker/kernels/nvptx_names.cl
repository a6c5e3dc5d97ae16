// Names beyond ASCII, which PTX does not have. A kernel is refused because the application asks for its name; others are renamed.
// RUN: -t nvptx:sm_90 -DKERNEL=k
// CHECK nvptx: \.entry k\(
// RUN: -t nvptx:sm_90 -DKERNEL=größe
// FAIL: ^nvptx_names\.cl.*error: .*größe.*PTX
// RUN: -t spirv64 -DKERNEL=größe
// CHECK spirv64: OpEntryPoint Kernel .* "größe"
constant int tabelleä[4] = {1, 2, 3, 4};
__attribute__((noinline)) int verdopple_ö(int x) { return 2 * x; }
__attribute__((noinline)) int verdopple_ü(int x) { return 3 * x; }
kernel void KERNEL(global int* o) { o[0] = verdopple_ö(o[1]) + verdopple_ü(o[2]) + tabelleä[o[3] & 3]; }
