// Operations on bits and bytes that came with extensions.
#define FN __attribute__((overloadable, always_inline))
#include "bit_operations.clh"

// LLVM answers the question before all else, and so leaves out what a chip has not.
int nvvm_reflect(constant char*) __asm("__nvvm_reflect_ocl");
uint nvvm_dp4a_uu(uint, uint, uint) __asm("llvm.nvvm.idp4a.u.u");
int nvvm_dp4a_ss(uint, uint, int) __asm("llvm.nvvm.idp4a.s.s");
int nvvm_dp4a_us(uint, uint, int) __asm("llvm.nvvm.idp4a.u.s");
int nvvm_dp4a_su(uint, uint, int) __asm("llvm.nvvm.idp4a.s.u");
#define BY_CHIP(NAME, a, b, plain) (nvvm_reflect("__CUDA_ARCH") >= 610 ? nvvm_dp4a_##NAME(a, b, 0) : (plain))
#include "dot_product.clh"
