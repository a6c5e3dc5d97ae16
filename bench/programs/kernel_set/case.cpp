#include "kernel_set/case.h"

namespace clc::bench {

Case::Case(std::string name, std::vector<std::size_t> global, std::vector<std::size_t> local)
    : name_(std::move(name)), global_(std::move(global)), local_(std::move(local)) {}

Case& Case::add(Argument argument) {
  arguments_.push_back(std::move(argument));
  return *this;
}

Case& Case::local_memory(std::size_t size) {
  return add({.kind = ArgumentKind::k_local, .bytes = {}, .size = size, .check = {}});
}

Case& Case::image(std::size_t width, std::size_t height, const std::vector<std::uint8_t>& rgba) {
  return add({.kind = ArgumentKind::k_image, .bytes = rgba, .width = width, .height = height, .check = {}});
}

std::vector<float> random_floats(std::size_t count, float low, float high, std::uint32_t seed) {
  std::mt19937 generator(seed);
  std::vector<float> result(count);
  for (float& value : result) value = low + (high - low) * static_cast<float>(generator() >> 8U) * 0x1p-24F;
  return result;
}

std::vector<std::uint32_t> random_words(std::size_t count, std::uint32_t seed) {
  std::mt19937 generator(seed);
  std::vector<std::uint32_t> result(count);
  for (std::uint32_t& value : result) value = static_cast<std::uint32_t>(generator());
  return result;
}

std::vector<std::uint8_t> random_bytes(std::size_t count, std::uint32_t seed) {
  std::mt19937 generator(seed);
  std::vector<std::uint8_t> result(count);
  for (std::uint8_t& value : result) value = static_cast<std::uint8_t>(generator() >> 24U);
  return result;
}

std::uint16_t to_half(double value) {
  const std::uint16_t sign = std::signbit(value) ? 0x8000U : 0U;
  if (value == 0) return sign;
  int exponent = 0;
  const double fraction = std::frexp(std::fabs(value), &exponent);          // from 0.5 to 1
  const auto digits = static_cast<int>(std::nearbyint(fraction * 2048.0));  // from 1024 to 2048
  return static_cast<std::uint16_t>(sign + (exponent + 14) * 1024 + (digits - 1024));
}

double from_half(std::uint16_t half) {
  const int exponent = (half >> 10U) & 31U;
  const int digits = half & 1023U;
  const double size = exponent == 0 ? std::ldexp(digits, -24) : std::ldexp(1024 + digits, exponent - 25);
  return (half & 0x8000U) != 0 ? -size : size;
}

}  // namespace clc::bench
