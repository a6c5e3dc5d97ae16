// Maths functions for NVIDIA, for float. Most have two forms, of which the optimiser keeps the one that the options allow.
#include "nvptx_float.clh"

#include "nvptx_float_coefficients.clh"

#include "nvptx_float_exp.clh"
#include "nvptx_float_log.clh"
#include "nvptx_float_trig.clh"
#include "nvptx_float_arc.clh"
#include "nvptx_float_power.clh"
#include "nvptx_float_special.clh"
#include "nvptx_float_division.clh"

#include "nvptx_float_half.clh"

#define COSINE_IN(SPACE)                          \
  FN float sincos(float x, SPACE float* cosine) { \
    float value;                                  \
    const float result = sincos(x, &value);       \
    *cosine = value;                              \
    return result;                                \
  }
COSINE_IN(global)
COSINE_IN(local)
