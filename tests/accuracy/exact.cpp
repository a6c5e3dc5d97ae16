#include "accuracy/exact.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace clc::accuracy {
namespace {

using Unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using Binary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

template <Unary function>
void one(Exact& result, const Exact& x, const Exact&, int) {
  function(result.get(), x.get(), MPFR_RNDN);
}
template <Binary function>
void two(Exact& result, const Exact& x, const Exact& y, int) {
  function(result.get(), x.get(), y.get(), MPFR_RNDN);
}

void lgamma(Exact& result, const Exact& x, const Exact&, int) {
  int sign = 0;
  mpfr_lgamma(result.get(), &sign, x.get(), MPFR_RNDN);
}
void reciprocal(Exact& result, const Exact& x, const Exact&, int) {
  mpfr_ui_div(result.get(), 1, x.get(), MPFR_RNDN);
}
// MPFR's own takes no notice of the sign of zero.
void rsqrt(Exact& result, const Exact& x, const Exact&, int) {
  mpfr_sqrt(result.get(), x.get(), MPFR_RNDN);
  mpfr_ui_div(result.get(), 1, result.get(), MPFR_RNDN);
}
void powr(Exact& result, const Exact& x, const Exact& y, int) {
  mpfr_powr(result.get(), x.get(), y.get(), MPFR_RNDN);
  if (mpfr_nan_p(y.get()) != 0) mpfr_set_nan(result.get());  // of 1, too
}
void pown(Exact& result, const Exact& x, const Exact&, int k) {
  mpfr_pow_si(result.get(), x.get(), k, MPFR_RNDN);
}
void rootn(Exact& result, const Exact& x, const Exact&, int k) {
  mpfr_rootn_si(result.get(), x.get(), k, MPFR_RNDN);
}

const std::map<std::string, ExactFunction>& exact_functions() {
  static const std::map<std::string, ExactFunction> all = {
      {"acos", one<mpfr_acos>},
      {"acosh", one<mpfr_acosh>},
      {"acospi", one<mpfr_acospi>},
      {"asin", one<mpfr_asin>},
      {"asinh", one<mpfr_asinh>},
      {"asinpi", one<mpfr_asinpi>},
      {"atan", one<mpfr_atan>},
      {"atanh", one<mpfr_atanh>},
      {"atanpi", one<mpfr_atanpi>},
      {"cbrt", one<mpfr_cbrt>},
      {"cos", one<mpfr_cos>},
      {"cosh", one<mpfr_cosh>},
      {"cospi", one<mpfr_cospi>},
      {"erf", one<mpfr_erf>},
      {"erfc", one<mpfr_erfc>},
      {"exp", one<mpfr_exp>},
      {"exp2", one<mpfr_exp2>},
      {"exp10", one<mpfr_exp10>},
      {"expm1", one<mpfr_expm1>},
      {"lgamma", lgamma},
      {"log", one<mpfr_log>},
      {"log2", one<mpfr_log2>},
      {"log10", one<mpfr_log10>},
      {"log1p", one<mpfr_log1p>},
      {"reciprocal", reciprocal},
      {"rsqrt", rsqrt},
      {"sin", one<mpfr_sin>},
      {"sincos_cos", one<mpfr_cos>},
      {"sincos_sin", one<mpfr_sin>},
      {"sinh", one<mpfr_sinh>},
      {"sinpi", one<mpfr_sinpi>},
      {"sqrt", one<mpfr_sqrt>},
      {"tan", one<mpfr_tan>},
      {"tanh", one<mpfr_tanh>},
      {"tanpi", one<mpfr_tanpi>},
      {"tgamma", one<mpfr_gamma>},
      {"atan2", two<mpfr_atan2>},
      {"atan2pi", two<mpfr_atan2pi>},
      {"divide", two<mpfr_div>},
      {"fmod", two<mpfr_fmod>},
      {"hypot", two<mpfr_hypot>},
      {"pow", two<mpfr_pow>},
      {"powr", powr},
      {"remainder", two<mpfr_remainder>},
      {"pown", pown},
      {"rootn", rootn},
  };
  return all;
}

}  // namespace

ExactFunction find_exact(const std::string& name) {
  const auto found = exact_functions().find(name);
  return found == exact_functions().end() ? nullptr : found->second;
}

double ulp_error(double got, const Exact& expected, const Format& format) {
  constexpr double far = std::numeric_limits<double>::infinity();
  const bool is_nan = mpfr_nan_p(expected.get()) != 0;
  if (is_nan || std::isnan(got)) return is_nan && std::isnan(got) ? 0 : far;
  if (got == 0 && mpfr_zero_p(expected.get()) != 0) {
    return std::signbit(got) == (mpfr_signbit(expected.get()) != 0) ? 0 : far;
  }
  const bool is_infinite = mpfr_inf_p(expected.get()) != 0;
  if (is_infinite && !std::isinf(got)) return far;
  Exact reference, value;
  mpfr_set(reference.get(), expected.get(), MPFR_RNDN);
  mpfr_set_d(value.get(), got, MPFR_RNDN);
  Exact beyond(1);
  mpfr_mul_2si(beyond.get(), beyond.get(), format.largest_exponent + 1, MPFR_RNDN);
  for (Exact* number : {&reference, &value}) {
    if (mpfr_cmpabs(number->get(), beyond.get()) <= 0) continue;
    mpfr_copysign(number->get(), beyond.get(), number->get(), MPFR_RNDN);
  }
  int exponent = format.least_exponent;
  if (mpfr_zero_p(reference.get()) == 0) {
    exponent = std::max(static_cast<int>(std::max<long>(mpfr_get_exp(reference.get()) - 1, -100000)), exponent);
  }
  mpfr_sub(value.get(), value.get(), reference.get(), MPFR_RNDN);
  mpfr_mul_2si(value.get(), value.get(), format.digits - 1 - exponent, MPFR_RNDN);
  return std::fabs(mpfr_get_d(value.get(), MPFR_RNDN));
}

double absolute_error(double got, const Exact& expected) {
  Exact difference;
  mpfr_d_sub(difference.get(), got, expected.get(), MPFR_RNDN);
  return std::fabs(mpfr_get_d(difference.get(), MPFR_RNDN));
}

}  // namespace clc::accuracy
