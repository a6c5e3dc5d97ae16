// Operations on bits and bytes that came with extensions.
#define FN __attribute__((overloadable, always_inline))
#include "bit_operations.clh"
#include "nvptx_chip.clh"

uint nvvm_dp4a_uu(uint, uint, uint) __asm("llvm.nvvm.idp4a.u.u");
int nvvm_dp4a_ss(uint, uint, int) __asm("llvm.nvvm.idp4a.s.s");
int nvvm_dp4a_us(uint, uint, int) __asm("llvm.nvvm.idp4a.u.s");
int nvvm_dp4a_su(uint, uint, int) __asm("llvm.nvvm.idp4a.s.u");
#define BY_CHIP(NAME, a, b, plain) (IS_CHIP_FROM(61) ? nvvm_dp4a_##NAME(a, b, 0) : (plain))
#include "dot_product.clh"
