// The maths builtins for half: their error in ulp of half against a wider reference. Limits are those of cl_khr_fp16.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>

#include "device/harness.h"
#include "device/maths_rows.h"
#include "device/maths_run.h"

namespace clc::device_tests {
namespace {

using Row = MathsRow<float>;

constexpr int k_digits = 11, k_least_exponent = -14;
constexpr Wide k_beyond = 65536;
constexpr Wide k_infinity = std::numeric_limits<Wide>::infinity();

int exponent_of(Wide x) {
  return x == 0 ? k_least_exponent : std::max(std::ilogb(x), k_least_exponent);
}

Wide rounded_to_half(Wide x) {
  if (!std::isfinite(x) || x == 0) return x;
  const int last = exponent_of(x) - (k_digits - 1);
  const Wide result = std::ldexp(std::nearbyint(std::ldexp(x, -last)), last);
  return std::fabs(result) >= k_beyond ? std::copysign(k_infinity, x) : result;
}

Wide next_half(Wide x, Wide y) {
  if (std::isnan(x) || std::isnan(y)) return std::numeric_limits<Wide>::quiet_NaN();
  if (x == y) return y;
  if (std::isinf(x)) return std::copysign(Wide(65504), x);
  const bool grows = (x < y) == (x > 0) || x == 0;
  Wide step = std::ldexp(Wide(1), exponent_of(x) - (k_digits - 1));
  if (!grows && std::fabs(x) == std::ldexp(Wide(1), exponent_of(x)) && exponent_of(x) > k_least_exponent) step /= 2;
  return rounded_to_half(x + (x < y ? step : -step));
}

double error_of(float got, Wide reference, double limit) {
  return error_in_ulp(got, limit == 0 ? rounded_to_half(reference) : reference, {k_digits, k_least_exponent, 16});
}

// Whatever float rounds otherwise than half.
std::map<std::string, std::function<Wide(float, float, float, int)>> own_references() {
  return {
      {"add", [](float a, float b, float, int) { return Wide(a) + b; }},
      {"subtract", [](float a, float b, float, int) { return Wide(a) - b; }},
      {"multiply", [](float a, float b, float, int) { return Wide(a) * b; }},
      {"fdim", [](float a, float b, float, int) { return std::fdim(Wide(a), Wide(b)); }},
      {"fma", [](float a, float b, float c, int) { return Wide(a) * b + c; }},
      {"ldexp", [](float a, float, float, int k) { return std::ldexp(Wide(a), k); }},
      {"nextafter", [](float a, float b, float, int) { return next_half(a, b); }},
      {"fract",
       [](float a, float, float, int) -> Wide {
         if (std::isinf(a)) return 0;
         return std::isnan(a) ? a : std::fmin(rounded_to_half(Wide(a) - std::floor(Wide(a))), Wide(0x1.ffcp-1));
       }},
  };
}

std::map<std::string, double> limits() {
  std::map<std::string, double> result;
  for (const char* name :
       {"acos", "acosh", "acospi", "asin", "asinh", "asinpi",  "atan",    "atanh", "atanpi",  "cbrt",  "cos",
        "cosh", "cospi", "exp",    "exp2", "exp10", "expm1",   "log",     "log2",  "log10",   "log1p", "sin",
        "sinh", "sinpi", "tan",    "tanh", "tanpi", "degrees", "radians", "atan2", "atan2pi", "hypot", "sincos"}) {
    result[name] = 2;
  }
  for (const char* name : {"erf", "erfc", "tgamma", "rootn"}) result[name] = 4;
  for (const Row& row : maths_rows<float>()) {
    if (std::string_view(row.name).starts_with("pow")) result[row.name] = 4;
  }
  result["rsqrt"] = 1;
  result["lgamma"] = result["lgamma_r"] = k_any;
  return result;  // the others are exact or correctly rounded
}

// Functions whose reference tells the sign of a zero: all of one argument that a limit is given for.
bool has_sign_of_zero(const Row& row, double limit) {
  const std::string_view name = row.name;
  return limit > 0 && limit != k_any && name.find("pow") == name.npos && name != "rootn" && name != "hypot" &&
         name != "sincos" && !name.starts_with("atan2");
}

float random_half(std::mt19937_64& random) {
  const auto bits = static_cast<int>(random());
  const int exponent = bits >> 10 & 31, mantissa = bits & 1023;
  const float magnitude = exponent == 31  ? (mantissa < 900 ? std::numeric_limits<float>::infinity() : NAN)
                          : exponent == 0 ? std::ldexp(float(mantissa), -24)
                                          : std::ldexp(float(1024 + mantissa), exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}

Inputs<float> make_inputs() {
  std::mt19937_64 random(21);
  const float special[] = {0,
                           0x1p-24F,
                           0x1p-15F,
                           0x1.ff8p-15F,
                           0x1p-14F,
                           0.5F,
                           1,
                           0x1.004p0F,
                           0x1.ffcp-1F,
                           1.5F,
                           2,
                           2.5F,
                           3,
                           11.09375F,
                           2048,
                           65504,
                           std::numeric_limits<float>::infinity()};
  std::vector<float> all(std::begin(special), std::end(special));
  for (float value : special) all.push_back(-value);
  all.push_back(NAN);
  Inputs<float> in;
  // The kernel makes half of them, which need not keep the sign of what is no number.
  const auto without_sign = [](float x) { return std::isnan(x) ? std::fabs(x) : x; };
  const auto push = [&](float first, float second) {
    const float a = without_sign(first), b = without_sign(second);
    in.a.push_back(a);
    in.b.push_back(b);
    // Near -a * b, where a product that was rounded before the addition shows.
    const auto opposite = static_cast<float>(rounded_to_half(-Wide(a) * b));
    in.c.push_back(random() % 3 == 0 ? opposite : random_half(random));
    in.k.push_back(static_cast<int>(random() % 80) - 40);
  };
  for (float a : all) {
    for (float b : all) push(a, b);
  }
  while (in.a.size() < 20000) {
    // A sixteenth has second arguments as they come; small ones are what pow and its like can take.
    const float b = random_half(random);
    push(random_half(random), random() % 2 ? b : std::trunc(b) == b ? b : std::ldexp(std::round(std::ldexp(b, 4)), -4));
  }
  return in;
}

std::string check_row(Session& session, const Row& row, double limit) {
  if (!has_half(session)) throw Skipped("the device has no half");
  const Inputs<float> in = make_inputs();
  const std::size_t n = in.a.size();
  const Outputs<float> out = run(session, row.name, in, "maths_half");
  const double allowed = limit == k_any ? std::numeric_limits<double>::max() : limit;
  double worst = 0;
  int wrong = 0;
  std::string where;
  const auto compare = [&](const std::vector<float>& got, const auto& reference) {
    for (std::size_t i = 0; i < got.size(); ++i) {
      const std::size_t j = i % n;
      const Wide expected = reference(in.a[j], in.b[j], in.c[j], in.k[j]);
      const bool is_other_zero = expected == 0 && got[i] == 0 && std::signbit(got[i]) != std::signbit(expected);
      const double error = is_other_zero && has_sign_of_zero(row, limit) ? std::numeric_limits<double>::infinity()
                                                                         : error_of(got[i], expected, limit);
      wrong += error > allowed + (allowed > 0 ? 0.01 : 0);
      if (error <= worst) continue;
      worst = error;
      where = text("at (%a, %a, %a, %d)%s: got %a, expected %La", double(in.a[j]), double(in.b[j]), double(in.c[j]),
                   in.k[j], i < n ? "" : " in a vector", double(got[i]), expected);
    }
  };
  if (row.result) compare(out.result, row.result);
  if (row.second) compare(out.second, row.second);
  for (std::size_t i = 0; row.whole && i < 2 * n; ++i) {
    const std::size_t j = i % n;
    if (row.whole(in.a[j], in.b[j], in.c[j], in.k[j], out.whole[i])) continue;
    ++wrong;
    where = text("integer at (%a, %a): %d", double(in.a[j]), double(in.b[j]), out.whole[i]);
  }
  const std::string found = text("%.2f ulp of %g, %s", worst, limit, where.c_str());
  if (wrong > 0) throw Failed(text("%d of %zu wrong; worst: %s", wrong, 2 * n, found.c_str()));
  return limit == k_any || worst == 0 ? "" : found;
}

}  // namespace

std::vector<Check> maths_half_checks() {
  std::vector<Check> checks;
  const auto references = own_references();
  const auto limit_of = limits();
  std::vector<Row> rows = maths_rows<float>();
  for (Row& row : relation_rows<float>()) rows.push_back(row);
  for (Row& row : rows) {
    if (const auto own = references.find(row.name); own != references.end()) row.result = own->second;
    if (std::string(row.name) == "isnormal") {
      row.whole = [](float a, float, float, int, int got) {
        return (got != 0) == (std::isfinite(a) && std::fabs(a) >= 0x1p-14F);
      };
    }
    const auto limit = limit_of.find(row.name);
    checks.push_back({std::string("maths.half.") + row.name,
                      [row, limit = limit == limit_of.end() ? 0 : limit->second](Session& session) {
                        return check_row(session, row, limit);
                      }});
  }
  return checks;
}

}  // namespace clc::device_tests
