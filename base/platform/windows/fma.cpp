// fma and fmaf, in the place of those of MinGW, which round the product, too.
#include <immintrin.h>

#include <cmath>

namespace {

bool has_fma() {
  static const bool result = __builtin_cpu_supports("fma") != 0;
  return result;
}

__attribute__((target("fma"))) double fused(double x, double y, double z) {
  return _mm_cvtsd_f64(_mm_fmadd_sd(_mm_set_sd(x), _mm_set_sd(y), _mm_set_sd(z)));
}
__attribute__((target("fma"))) float fused(float x, float y, float z) {
  return _mm_cvtss_f32(_mm_fmadd_ss(_mm_set_ss(x), _mm_set_ss(y), _mm_set_ss(z)));
}

// The product is exact, and the sum is rounded first to 113 bits.
__extension__ typedef __float128 Quad;
template <class T>
T nearly_fused(T x, T y, T z) {
  return static_cast<T>(static_cast<Quad>(x) * static_cast<Quad>(y) + static_cast<Quad>(z));
}

}  // namespace

extern "C" double fma(double x, double y, double z) {
  return has_fma() ? fused(x, y, z) : nearly_fused(x, y, z);
}

extern "C" float fmaf(float x, float y, float z) {
  return has_fma() ? fused(x, y, z) : nearly_fused(x, y, z);
}
