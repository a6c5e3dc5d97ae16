#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define T double
// Inaccuracies are maths_double.cl's to find.
#define NEAR(A, B) ((A) == (B) || ((A) != (A) && (B) != (B)) || fabs((A) - (B)) <= max(1e-13 * fabs(B), 0x1p-1070))
#include "widths_maths.clh"
