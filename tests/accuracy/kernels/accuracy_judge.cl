// Compares results with a reference in double: each group of 256 items tells the worst of 8192 results.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#include "../modes.h"
#include "../rules.h"

float ulp_error(float got, double expected) {
  if (isnan(expected) || isnan(got)) return isnan(expected) && isnan(got) ? 0 : INFINITY;
  if (got == expected) return got == 0 && signbit(got) != signbit((float)expected) ? INFINITY : 0;
  if (isinf(expected) && !isinf(got)) return INFINITY;
  // Infinity counts as the number after the largest finite one.
  const double beyond = 0x1p128;
  expected = clamp(expected, -beyond, beyond);
  const double value = clamp((double)got, -beyond, beyond);
  const int exponent = max((int)(as_ulong(expected) >> 52 & 2047) - 1023, -126);
  return (float)(fabs(value - expected) * as_double((ulong)(1023 + 23 - exponent) << 52));
}

// The error as a part of what is allowed.
float fraction_of(float got, double expected, float x, uint kind, float limit, float bound, uint mode) {
  const bool is_finite = isfinite(x) && fabs(expected) < 0x1p128;
  if ((mode & MODE_FINITE) && !is_finite) return 0;
  if ((mode & MODE_FLUSHES) && fabs(x) < 0x1p-126f && x != 0) return 0;
  if ((mode & MODE_FLUSHES) && fabs(expected) < 0x1p-126 && fabs(got) <= 0x1p-126f) return 0;
  const float allowed = allowed_error(kind, limit, bound, x);
  if (allowed == 0) return 0;
  if (allowed < 0 && is_finite) return (float)fabs(got - expected) / -allowed;
  return ulp_error(got, expected) / fabs(allowed);
}

// A pair of arguments counts as x = 1.
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void judge(uint first, global const float* got,
                                                                  global const double* expected, uint kind,
                                                                  float limit, float bound, uint mode, uint is_pair,
                                                                  global ulong* worst) {
  local ulong best[256];
  const uint item = (uint)get_local_id(0), group = (uint)get_group_id(0);
  ulong mine = 0;
  for (uint k = 0; k < 32; ++k) {
    const uint i = group * 8192 + k * 256 + item, index = first + i;
    const float x = is_pair ? 1 : as_float(index);
    const float fraction = fraction_of(got[i], expected[i], x, kind, limit, bound, mode);
    mine = max(mine, ((ulong)as_uint(fraction) << 32) | index);
  }
  best[item] = mine;
  for (uint half_size = 128; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < half_size) best[item] = max(best[item], best[item + half_size]);
  }
  if (item == 0) worst[group] = best[0];
}
