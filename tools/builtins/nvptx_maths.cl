// Maths functions of float that split numbers, or have exact results.
#include "nvptx_maths.clh"

#define T float
#define UINT uint
#define AS_T as_float
#define AS_UINT as_uint
#define MANTISSA 23
#define BIAS 127
#include "nvptx_scaling.clh"

FN float lgamma_r(float x, int* sign);
FN float remquo(float x, float y, int* quotient);
#include "nvptx_edges.clh"
