// The float functions for NVIDIA, compiled for the host: their errors against double, with the chip's approximations
// moved within their documented errors, for numbers of all sizes and for special ones. Ends with 1 where an error
// exceeds OpenCL's bound.
#include <algorithm>
#include <cstdio>
#include <limits>
#include <numbers>

#include "accuracy/opencl_on_host.h"

namespace clc_maths {
// clang-format off: the order counts
#include "worker/builtins/nvptx_float_coefficients.clh"
#include "worker/builtins/nvptx_float_exp.clh"
#include "worker/builtins/nvptx_float_log.clh"
#include "worker/builtins/nvptx_float_trig.clh"
#include "worker/builtins/nvptx_float_arc.clh"
#include "worker/builtins/nvptx_float_power.clh"
#include "worker/builtins/nvptx_float_special.clh"
#include "worker/builtins/nvptx_float_division.clh"
// clang-format on
}  // namespace clc_maths

namespace {

struct Row {
  const char* name;
  double limit;
  float (*tested)(float);
  double (*reference)(double);
};

double gamma_function(double x) {
  return x < 0 && x == std::floor(x) ? std::numeric_limits<double>::quiet_NaN() : std::tgamma(x);
}

#define ROW(NAME, LIMIT, REFERENCE) \
  {#NAME, LIMIT, [](float x) { return clc_maths::NAME(x); }, [](double x) -> double { return REFERENCE; }}
constexpr Row k_rows[] = {
    ROW(exp, 3, std::exp(x)),
    ROW(exp2, 3, std::exp2(x)),
    ROW(exp10, 3, std::pow(10, x)),
    ROW(cosh, 4, std::cosh(x)),
    // 4 for OpenCL: the chip's exponential may be off by 2 ulp, which are 4 of a result just below a power of 2.
    ROW(sinh, 4.5, std::sinh(x)),
    ROW(tanh, 5, std::tanh(x)),
    ROW(log, 3, std::log(x)),
    ROW(log2, 3, std::log2(x)),
    ROW(log10, 3, std::log10(x)),
    ROW(log1p, 2, std::log1p(x)),
    ROW(asinh, 4, std::asinh(x)),
    ROW(acosh, 4, std::acosh(x)),
    ROW(atanh, 5, std::atanh(x)),
    ROW(sin, 4, std::sin(x)),
    ROW(cos, 4, std::cos(x)),
    ROW(tan, 5, std::tan(x)),
    ROW(atan, 5, std::atan(x)),
    ROW(asin, 4, std::asin(x)),
    ROW(acos, 4, std::acos(x)),
    ROW(atanpi, 5, std::atan(x) / std::numbers::pi),
    ROW(asinpi, 5, std::asin(x) / std::numbers::pi),
    ROW(acospi, 5, std::acos(x) / std::numbers::pi),
    ROW(cbrt, 2, std::cbrt(x)),
    ROW(erf, 16, std::erf(x)),
    ROW(erfc, 16, std::erfc(x)),
    ROW(tgamma, 16, gamma_function(x)),
};

constexpr double k_wrong = 1e30;

// How far a result is from the right one, in units of its last place; infinity is the number after the largest one.
double error_in_ulp(float got, double right) {
  if (std::isnan(right) || std::isnan(got)) return std::isnan(right) && std::isnan(got) ? 0 : k_wrong;
  const float rounded = static_cast<float>(right);
  if (std::isinf(rounded) && got == rounded) return 0;
  if (std::isinf(right)) return k_wrong;
  if (right == 0) return got == 0 && std::signbit(got) == std::signbit(right) ? 0 : k_wrong;
  const double number = std::isinf(got) ? std::copysign(0x1p+128, got) : got;
  return std::fabs(number - right) / std::ldexp(1, std::max(std::ilogb(right), -126) - 23);
}

struct Worst {
  double error = 0;
  float at = 0;

  void look_at(const Row& row, float x) {
    const double ulp = error_in_ulp(row.tested(x), row.reference(x));
    if (ulp > error) *this = {ulp, x};
  }
};

Worst worst_of(const Row& row, std::uint64_t stride) {
  Worst worst;
  for (std::uint64_t bits = 0; bits <= 0xffffffff; bits += stride) {
    worst.look_at(row, clc_maths::as_float(static_cast<std::uint32_t>(bits)));
  }
  for (const float size :
       {0.0f, 0x1p-149f, 0x1p-126f, 0.25f, 0.5f, 1.0f, 1.5f, 2.0f, 3.0f, 0x1p+23f, 0x1.fffffep+127f}) {
    for (const float x : {size, -size, std::nextafter(size, 0.0f), std::nextafter(-size, -1e38f)})
      worst.look_at(row, x);
  }
  for (const float x : {HUGE_VALF, -HUGE_VALF, std::numeric_limits<float>::quiet_NaN()}) worst.look_at(row, x);
  return worst;
}

}  // namespace

int main(int count, char** arguments) {
  const std::uint64_t stride = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 8191;
  int wrong = 0;
  for (const Row& row : k_rows) {
    const Worst worst = worst_of(row, stride);
    const bool good = worst.error <= row.limit;
    wrong += good ? 0 : 1;
    std::printf("%s  %s: %.2f ulp of %g at %a\n", good ? "ok    " : "FAILED", row.name, worst.error, row.limit,
                worst.at);
  }
  return wrong == 0 ? 0 : 1;
}
