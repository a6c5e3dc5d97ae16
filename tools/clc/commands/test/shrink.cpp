#include "commands/test/shrink.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "base/text.h"
#include "base/try.h"
#include "toolchain/process.h"

namespace clc {
namespace {

constexpr std::size_t k_most_simplified = 64;  // numbers that are tried one by one
constexpr std::size_t k_most_listed = 32;
constexpr std::int64_t k_widest_step = 64;

// The integer with zeros behind its first digits.
std::uint64_t rounded(const NumberType& type, std::uint64_t value, std::uint64_t power) {
  if (!type.is_signed) return value / power * power;
  const auto number = static_cast<std::int64_t>(value), step = static_cast<std::int64_t>(power);
  return static_cast<std::uint64_t>(number / step * step);
}

// Numbers that are easier to read than this one, the easiest first: 1, 2, -1, a whole number; of an integer each of its
// bits alone, the lower half of them, and a few digits.
std::vector<Bytes> simpler_numbers(const NumberType& type, const Bytes& number) {
  std::vector<Bytes> simpler;
  const auto add_integer = [&](std::uint64_t value) { put_integer(simpler.emplace_back(), type, value); };
  if (type.is_real) {
    const double value = number_at(type, number.data());
    std::vector<double> values = {1, 2, -1, 0.5, std::trunc(value)};
    for (const double scale : {8.0, 1024.0}) values.push_back(std::trunc(value * scale) / scale);
    for (const double one : values)
      if (std::isfinite(one) && std::abs(one) <= 1e9) put_real(simpler.emplace_back(), type, one);
  } else {
    const std::uint64_t value = integer_at(type, number.data());
    for (const std::uint64_t one : {std::uint64_t{1}, std::uint64_t{2}}) add_integer(one);
    if (type.is_signed) add_integer(~std::uint64_t{0});
    for (std::size_t bit = 0; bit < 8 * type.bytes; ++bit)
      if ((value >> bit & 1) != 0) add_integer(std::uint64_t{1} << bit);
    for (std::size_t bits = 4; bits < 8 * type.bytes; bits *= 2) add_integer(value & ((std::uint64_t{1} << bits) - 1));
    for (std::uint64_t power = 1'000'000'000; power >= 10; power /= 10) add_integer(rounded(type, value, power));
  }
  // Nothing behind the number itself is simpler.
  simpler.erase(std::ranges::find(simpler, number), simpler.end());
  std::erase(simpler, Bytes(type.bytes, '\0'));
  return simpler;
}

class Shrinker {
 public:
  Shrinker(const KernelTest& test, Failing failing, const ShrinkSteps& steps)
      : test_(test), steps_(steps), best_(std::move(failing)), until_(Clock::now() + steps.time) {}

  Result<Failing> run() {
    while (CLC_TRY(shrink_sizes())) {
    }
    if (test_.reference.file.empty()) return best_;
    // Numbers that became simpler may let others be so.
    std::size_t before = 0;
    do {
      before = successes_;
      CLC_TRY(simplify_contents());
    } while (before != successes_);
    return best_;
  }

 private:
  bool may_go_on() const { return runs_ < steps_.most_runs && Clock::now() < until_; }

  Result<void> simplify_contents() {
    for (std::size_t i = 0; i < best_.one.arguments.size(); ++i) {
      if (!best_.one.arguments[i].may_change) continue;
      CLC_TRY(clear_parts(i));
      CLC_TRY(simplify_numbers(i));
    }
    return {};
  }

  // Keeps the case where it fails, too.
  Result<bool> attempt(TestCase one) {
    if (!may_go_on()) return false;
    ++runs_;
    std::string message = CLC_TRY(steps_.check(one));
    if (message.empty()) return false;
    best_ = {std::move(one), std::move(message)};
    ++successes_;
    return true;
  }

  // Smaller values of a variable, the smallest first.
  std::set<std::int64_t> smaller(const SizeVariable& variable, std::int64_t value) const {
    std::set<std::int64_t> candidates;
    if (!variable.varies) candidates.insert(variable.values.begin(), variable.values.end());
    if (variable.varies) {
      candidates = {0, 1, 2, 3, value - 1};
      for (std::int64_t step = value / 2; step > 0; step /= 2) candidates.insert(value - step);
      // A condition may allow none of these, only every fourth or sixteenth.
      for (std::int64_t step = 1; !test_.where.empty() && step <= k_widest_step; ++step)
        candidates.insert(value - step);
    }
    std::erase_if(candidates, [&](std::int64_t one) { return one < 0 || one >= value; });
    return candidates;
  }

  Result<bool> shrink_sizes() {
    bool is_smaller = false;
    for (const SizeVariable& variable : test_.sizes) {
      for (const std::int64_t value : smaller(variable, best_.one.sizes.at(variable.name))) {
        Sizes sizes = best_.one.sizes;
        sizes[variable.name] = value;
        if (!CLC_TRY(are_allowed(test_, sizes))) continue;
        TestCase one = CLC_TRY(steps_.make(sizes));
        if (!CLC_TRY(attempt(std::move(one)))) continue;
        is_smaller = true;
        break;
      }
    }
    return is_smaller;
  }

  // Clears halves, quarters and so on, down to single numbers.
  Result<void> clear_parts(std::size_t index) {
    const std::size_t width = best_.one.arguments[index].type.number->bytes;
    const std::size_t size = best_.one.arguments[index].launch.bytes.size() / width;
    for (std::size_t part = size; part > 0 && may_go_on(); part = part == 1 ? 0 : (part + 1) / 2) {
      for (std::size_t begin = 0; begin < size && may_go_on(); begin += part) {
        TestCase one = best_.one;
        Bytes& bytes = one.arguments[index].launch.bytes;
        const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(begin * width);
        const auto last = bytes.begin() + static_cast<std::ptrdiff_t>(std::min(begin + part, size) * width);
        if (std::all_of(first, last, [](char byte) { return byte == '\0'; })) continue;
        std::fill(first, last, '\0');
        CLC_TRY(attempt(std::move(one)));
      }
    }
    return {};
  }

  // Replaces what is left by 1, or by a whole number.
  Result<void> simplify_numbers(std::size_t index) {
    const NumberType& type = *best_.one.arguments[index].type.number;
    const std::size_t size = best_.one.arguments[index].launch.bytes.size() / type.bytes;
    std::size_t seen = 0;
    for (std::size_t i = 0; i < size && seen < k_most_simplified && may_go_on(); ++i) {
      const std::string now = best_.one.arguments[index].launch.bytes.substr(i * type.bytes, type.bytes);
      if (now.find_first_not_of('\0') == std::string::npos) continue;
      ++seen;
      for (const Bytes& simpler : simpler_numbers(type, now)) {
        TestCase one = best_.one;
        one.arguments[index].launch.bytes.replace(i * type.bytes, type.bytes, simpler);
        if (CLC_TRY(attempt(std::move(one)))) break;
      }
    }
    return {};
  }

  const KernelTest& test_;
  const ShrinkSteps& steps_;
  Failing best_;
  Clock::time_point until_;
  std::size_t runs_ = 0, successes_ = 0;
};

// JSON has no infinity and no NaN.
std::string as_json(const NumberType& type, const char* at) {
  const std::string text = number_text(type, at);
  return std::isfinite(number_at(type, at)) ? text : "\"" + text + "\"";
}

std::string contents_text(const TestArgument& argument) {
  const Bytes& bytes = argument.launch.bytes;
  if (argument.type.number == nullptr) return count(bytes.size(), "byte");
  const NumberType& type = *argument.type.number;
  const std::size_t size = bytes.size() / type.bytes;
  std::vector<std::string> all, set;
  for (std::size_t i = 0; i < size && (size <= k_most_listed || set.size() <= k_most_listed); ++i) {
    const char* at = bytes.data() + i * type.bytes;
    all.push_back(as_json(type, at));
    if (std::any_of(at, at + type.bytes, [](char byte) { return byte != '\0'; }))
      set.push_back("[" + std::to_string(i) + "] = " + all.back());
  }
  if (size <= k_most_listed) return "[" + join(all, ", ") + "]";
  const std::string kind = std::to_string(size) + " of " + type.name;
  if (set.empty()) return kind + ", all 0";
  return set.size() > k_most_listed ? kind : kind + ", all 0 but " + join(set, ", ");
}

}  // namespace

Result<Failing> shrink(const KernelTest& test, Failing failing, const ShrinkSteps& steps) {
  return Shrinker(test, std::move(failing), steps).run();
}

std::vector<std::pair<std::string, std::string>> argument_texts(const TestCase& one) {
  std::vector<std::pair<std::string, std::string>> texts;
  for (const TestArgument& argument : one.arguments) {
    switch (argument.launch.kind) {
      case LaunchArgumentKind::k_value: {
        const std::string text = contents_text(argument);
        const bool is_one = argument.type.number != nullptr && argument.type.lanes == 1;
        texts.emplace_back(argument.name, is_one ? text.substr(1, text.size() - 2) : text);
        break;
      }
      case LaunchArgumentKind::k_local:
        texts.emplace_back(argument.name, "local:" + std::to_string(argument.launch.size));
        break;
      case LaunchArgumentKind::k_sampler:
        texts.emplace_back(argument.name, "a sampler");
        break;
      case LaunchArgumentKind::k_buffer:
      case LaunchArgumentKind::k_image:
        texts.emplace_back(argument.name, contents_text(argument));
        break;
    }
  }
  return texts;
}

}  // namespace clc
