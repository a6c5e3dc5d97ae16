#include "commands/test/compare.h"

#include <cmath>
#include <cstring>

#include "base/text.h"

namespace clc {
namespace {

constexpr NumberType k_byte = {"uchar", 1, false, false};

double root_mean_square(const NumberType& type, BytesView bytes) {
  double sum = 0;
  std::size_t count = 0;
  for (std::size_t at = 0; at + type.bytes <= bytes.size(); at += type.bytes) {
    const double value = number_at(type, bytes.data() + at);
    if (!std::isfinite(value)) continue;
    sum += value * value;
    ++count;
  }
  return count == 0 ? 0 : std::sqrt(sum / static_cast<double>(count));
}

class Comparison {
 public:
  Comparison(const NumberType& type, const Tolerance& tolerance, BytesView expected)
      : type_(type), tolerance_(tolerance) {
    if (tolerance.kind == Tolerance::Kind::k_relative && type.is_real) usual_ = root_mean_square(type, expected);
  }

  bool is_alike(const char* actual, const char* expected) const {
    if (std::memcmp(actual, expected, type_.bytes) == 0) return true;
    if (!type_.is_real)
      return tolerance_.kind == Tolerance::Kind::k_absolute &&
             static_cast<double>(integers_between(type_, actual, expected)) <= tolerance_.amount;
    const double x = number_at(type_, actual), y = number_at(type_, expected);
    if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y);
    if (tolerance_.kind == Tolerance::Kind::k_exact) return false;
    if (x == y) return true;
    if (std::isinf(x) || std::isinf(y)) return false;
    if (tolerance_.kind == Tolerance::Kind::k_ulp) return distance(actual, expected) <= tolerance_.amount;
    if (tolerance_.kind == Tolerance::Kind::k_absolute) return std::abs(x - y) <= tolerance_.amount;
    return std::abs(x - y) <= tolerance_.amount * (std::abs(y) + usual_);
  }

  std::string describe(const char* actual, const char* expected) const {
    std::string text = number_text(type_, actual) + ", not " + number_text(type_, expected);
    const bool are_finite = std::isfinite(number_at(type_, actual)) && std::isfinite(number_at(type_, expected));
    if (type_.is_real && are_finite) {
      const double ulps = distance(actual, expected);
      if (ulps < 1e6) text += " (" + decimal(ulps) + " ulp)";
    }
    return text;
  }

 private:
  double distance(const char* actual, const char* expected) const {
    return static_cast<double>(ulps_between(type_, actual, expected));
  }

  const NumberType& type_;
  const Tolerance& tolerance_;
  double usual_ = 0;
};

}  // namespace

Result<Tolerance> parse_tolerance(std::string_view text) {
  if (text == "exact") return Tolerance();
  Tolerance tolerance;
  constexpr std::string_view k_ulp = " ulp", k_within = "within ";
  tolerance.kind = text.ends_with(k_ulp)        ? Tolerance::Kind::k_ulp
                   : text.starts_with(k_within) ? Tolerance::Kind::k_absolute
                                                : Tolerance::Kind::k_relative;
  if (tolerance.kind == Tolerance::Kind::k_ulp) text.remove_suffix(k_ulp.size());
  if (tolerance.kind == Tolerance::Kind::k_absolute) text.remove_prefix(k_within.size());
  if (scan_number(text, tolerance.amount) && std::isfinite(tolerance.amount) && tolerance.amount >= 0) return tolerance;
  return fail(ErrorKind::k_usage, "a tolerance is \"exact\", \"2 ulp\", \"within 0.5\" or a share such as \"1e-5\"");
}

std::string compare_contents(const NumberType* number, const Tolerance& tolerance, BytesView actual,
                             BytesView expected) {
  const NumberType& type = number == nullptr ? k_byte : *number;
  if (actual.size() != expected.size())
    return "has " + count(actual.size(), "byte") + ", and " + std::to_string(expected.size()) + " are expected";
  const Comparison comparison(type, tolerance, expected);
  const std::size_t size = actual.size() / type.bytes;
  std::size_t different = 0;
  std::string first;
  for (std::size_t i = 0; i < size; ++i) {
    const char* a = actual.data() + i * type.bytes;
    const char* b = expected.data() + i * type.bytes;
    if (comparison.is_alike(a, b) || different++ != 0) continue;
    first = "[" + std::to_string(i) + "] is " + comparison.describe(a, b);
  }
  if (different > 1) first += "; " + std::to_string(different) + " of " + std::to_string(size) + " differ";
  return first;
}

}  // namespace clc
