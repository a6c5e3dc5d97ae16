// Maths functions of double for NVIDIA: few instructions, errors within OpenCL's bounds. Coefficients come from
// nvptx_double_coefficients.sollya, and stand in constant memory, where an instruction takes them for nothing.
#include "nvptx_maths.clh"

// Approximations of the chip, right to 2^-23 of the result; what is denormal counts as zero.
double chip_reciprocal(double) __asm("llvm.nvvm.rcp.approx.ftz.d");
double chip_rsqrt(double) __asm("llvm.nvvm.rsqrt.approx.ftz.d");
float chip_log2(float) __asm("llvm.nvvm.lg2.approx.ftz.f");
float chip_exp2(float) __asm("llvm.nvvm.ex2.approx.ftz.f");

extern constant ulong clc_exp_terms[10];
extern constant ulong clc_log_terms[7];
extern constant ulong clc_sin_terms[6];
extern constant ulong clc_cos_terms[6];
extern constant ulong clc_atan_terms[19];
extern constant ulong clc_asin_terms[12];
extern constant ulong clc_erf_terms[23];
extern constant ulong clc_erfc_terms[23];
extern constant ulong clc_gamma_above[13];
extern constant ulong clc_gamma_below[13];
extern constant ulong clc_two_over_pi[20];

#include "nvptx_double.clh"
