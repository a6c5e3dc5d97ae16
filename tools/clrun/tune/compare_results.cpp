#include "tune/compare_results.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#include <CL/cl_half.h>

namespace clc::clrun {
namespace {

template <class T>
std::vector<T> numbers(BytesView bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

std::vector<float> halves(BytesView bytes) {
  std::vector<float> values;
  for (const cl_half half : numbers<cl_half>(bytes)) values.push_back(cl_half_to_float(half));
  return values;
}

template <class T>
double root_mean_square(const std::vector<T>& values) {
  double sum = 0;
  std::size_t count = 0;
  for (const T value : values) {
    if (!std::isfinite(value)) continue;
    sum += static_cast<double>(value) * static_cast<double>(value);
    ++count;
  }
  return count == 0 ? 0 : std::sqrt(sum / static_cast<double>(count));
}

template <class T>
std::string compare_reals(const std::vector<T>& a, const std::vector<T>& b, double tolerance) {
  const double usual = root_mean_square(b);
  for (std::size_t i = 0; i < b.size(); ++i) {
    const double x = a[i], y = b[i];
    const bool same = x == y || (std::isnan(x) && std::isnan(y));
    if (same || std::abs(x - y) <= tolerance * (std::abs(y) + usual)) continue;
    char text[128];
    std::snprintf(text, sizeof text, "[%zu] is %.9g, and of the first configuration %.9g", i, x, y);
    return text;
  }
  return {};
}

// True for a pointer to this scalar or to vectors of it, also behind qualifiers.
bool is_of(const std::string& type, const char* scalar) {
  const std::size_t at = type.find(scalar);
  if (at == std::string::npos) return false;
  const std::size_t end = type.find_first_not_of("0123456789", at + std::strlen(scalar));
  return end != std::string::npos && type[end] == '*' && (at == 0 || type[at - 1] == ' ');
}

}  // namespace

std::string compare_results(const std::string& type, double tolerance, BytesView actual, BytesView expected) {
  if (actual.size() != expected.size()) {
    return "has " + std::to_string(actual.size()) + " bytes, and of the first configuration " +
           std::to_string(expected.size());
  }
  if (actual == expected) return {};
  if (tolerance > 0 && is_of(type, "half")) return compare_reals(halves(actual), halves(expected), tolerance);
  if (tolerance > 0 && is_of(type, "float"))
    return compare_reals(numbers<float>(actual), numbers<float>(expected), tolerance);
  if (tolerance > 0 && is_of(type, "double"))
    return compare_reals(numbers<double>(actual), numbers<double>(expected), tolerance);
  const auto at = std::mismatch(actual.begin(), actual.end(), expected.begin()).first - actual.begin();
  return "differs from that of the first configuration at byte " + std::to_string(at);
}

}  // namespace clc::clrun
