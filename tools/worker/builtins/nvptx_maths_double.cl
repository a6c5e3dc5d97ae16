// Maths functions that libclc gets wrong on NVIDIA, for double. libclc_ functions are libclc's own (see
// nvptx_renamed.yaml): right but for the cases that stand before the call.
#include "nvptx_maths.clh"

double libclc_asinpi(double) __asm("libclc_asinpi_d");
double libclc_atanpi(double) __asm("libclc_atanpi_d");
double libclc_lgamma_r(double, int*) __asm("libclc_lgamma_r_d");
double libclc_tanpi(double) __asm("libclc_tanpi_d");

#define T double
#define UINT ulong
#define AS_T as_double
#define AS_UINT as_ulong
#define MANTISSA 52
#define BIAS 1023
#include "nvptx_scaling.clh"

// libclc loses the sign of -0.
FN double asinpi(double x) { return x == 0 ? x : libclc_asinpi(x); }
FN double atanpi(double x) { return x == 0 ? x : libclc_atanpi(x); }
FN double lgamma_r(double x, int* sign) { return libclc_lgamma_r(x, sign); }

#include "nvptx_edges.clh"
