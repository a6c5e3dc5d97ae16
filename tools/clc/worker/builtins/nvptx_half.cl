// Stores of half numbers rounded towards zero, up or down: libclc's go wrong below half's smallest number.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define FN __attribute__((overloadable, always_inline))

// Float cut off to half; `rest` says whether something was lost.
static ushort cut_to_half(float x, bool* rest) {
  const uint magnitude = as_uint(x) & 0x7fffffffu;
  const uint exponent = magnitude >> 23;
  *rest = false;
  if (magnitude >= 0x7f800000u) return magnitude > 0x7f800000u ? 0x7e00 : 0x7c00;
  if (exponent >= 143) {  // 2^16 and more
    *rest = true;
    return 0x7bff;
  }
  if (exponent >= 113) {  // not denormal
    *rest = (magnitude & 0x1fff) != 0;
    return (ushort)((magnitude >> 13) - (112 << 10));
  }
  const uint digits = (magnitude & 0x7fffff) | 0x800000;
  const uint result = exponent < 102 ? 0 : digits >> (126 - exponent);
  *rest = exponent < 102 ? magnitude != 0 : (result << (126 - exponent)) != digits;
  return (ushort)result;
}

// Double cut off to float, its last digit 1 where something was lost: then cutting again loses the same way.
static float __attribute__((overloadable)) cut_to_float(float x) { return x; }
static float __attribute__((overloadable)) cut_to_float(double x) {
  const float nearest = (float)x;
  if (nearest == x || isnan(x)) return nearest;
  const uint cut = fabs((double)nearest) > fabs(x) ? as_uint(nearest) - 1 : as_uint(nearest);
  return as_float(cut | 1);
}

// A half number's bits, rounded away from zero where `away` says so.
static ushort round_half(float x, bool away) {
  bool rest;
  const ushort magnitude = cut_to_half(x, &rest);
  return (ushort)(magnitude + (rest && away)) | (signbit(x) ? 0x8000 : 0);
}
static ushort half_rtz(float x) { return round_half(x, false); }
static ushort half_rtp(float x) { return round_half(x, !signbit(x)); }
static ushort half_rtn(float x) { return round_half(x, signbit(x)); }

#define ONE(T, SPACE, MODE)                                                            \
  FN void vstore_half_##MODE(T x, size_t i, SPACE half* p) {                            \
    ((SPACE ushort*)p)[i] = half_##MODE(cut_to_float(x));                               \
  }
#define MANY(T, SPACE, MODE, NAME, N, DISTANCE)                                        \
  FN void NAME##N##_##MODE(T##N x, size_t i, SPACE half* p) {                           \
    _Pragma("unroll") for (int j = 0; j < N; ++j) {                                    \
      ((SPACE ushort*)p)[i * DISTANCE + j] = half_##MODE(cut_to_float(x[j]));           \
    }                                                                                  \
  }
#define WIDTH(T, SPACE, MODE, N, ALIGNED)           \
  MANY(T, SPACE, MODE, vstore_half, N, N)           \
  MANY(T, SPACE, MODE, vstorea_half, N, ALIGNED)
#define WIDTHS(T, SPACE, MODE)  \
  ONE(T, SPACE, MODE)           \
  WIDTH(T, SPACE, MODE, 2, 2)   \
  WIDTH(T, SPACE, MODE, 3, 4)   \
  WIDTH(T, SPACE, MODE, 4, 4)   \
  WIDTH(T, SPACE, MODE, 8, 8)   \
  WIDTH(T, SPACE, MODE, 16, 16)
#define MODES(T, SPACE) WIDTHS(T, SPACE, rtz) WIDTHS(T, SPACE, rtp) WIDTHS(T, SPACE, rtn)
#define SPACES(T) MODES(T, private) MODES(T, global) MODES(T, local)
SPACES(float)
SPACES(double)
