#include "commands/test/sizes.h"

#include <algorithm>
#include <set>

#include "base/try.h"
#include "tuning/expression.h"

namespace clc {
namespace {

constexpr std::int64_t k_odd = 37;     // neither a multiple nor a part of usual groups
constexpr std::int64_t k_many = 1009;  // a prime, of several groups
constexpr std::int64_t k_usual_group = 64;
constexpr std::size_t k_most_combinations = 4096;

// The sizes of a group in the dimensions of a test.
std::set<std::int64_t> group_sizes(const KernelTest& test, const GroupShape& required) {
  Sizes odd;
  for (const SizeVariable& variable : test.sizes) odd[variable.name] = k_odd;
  std::set<std::int64_t> sizes;
  for (const std::string& term : test.local) {
    const Result<std::int64_t> size = evaluate(term, odd);
    if (size && *size > 1) sizes.insert(*size);
  }
  for (std::size_t i = 0; test.local.empty() && i < test.global.size(); ++i)
    if (required[i] > 1) sizes.insert(static_cast<std::int64_t>(required[i]));
  if (sizes.empty()) sizes.insert(k_usual_group);
  return sizes;
}

std::vector<std::int64_t> varied(const std::set<std::int64_t>& groups, bool is_alone) {
  std::set<std::int64_t> values = {0, 1, 3, k_odd};
  for (const std::int64_t group : groups) values.insert({group - 1, group, group + 1});
  if (is_alone) values.insert(k_many);
  return {values.begin(), values.end()};
}

// Every combination of the values of the variables that do not vary.
std::vector<Sizes> fixed_combinations(const KernelTest& test) {
  std::vector<Sizes> all(1);
  for (const SizeVariable& variable : test.sizes) {
    if (variable.varies) continue;
    std::vector<Sizes> more;
    for (const Sizes& one : all) {
      for (const std::int64_t value : variable.values) {
        if (more.size() > k_most_combinations) break;
        more.push_back(one);
        more.back()[variable.name] = value;
      }
    }
    all = std::move(more);
  }
  return all;
}

std::vector<Sizes> varied_combinations(const KernelTest& test, const GroupShape& required) {
  std::vector<std::string> names;
  for (const SizeVariable& variable : test.sizes)
    if (variable.varies) names.push_back(variable.name);
  if (names.empty()) return {Sizes()};
  std::set<Sizes> all;
  for (const std::int64_t value : varied(group_sizes(test, required), names.size() == 1)) {
    Sizes alike;
    for (const std::string& name : names) alike[name] = value;
    all.insert(alike);
    for (const std::string& name : names) {
      Sizes alone;
      for (const std::string& other : names) alone[other] = k_odd;
      alone[name] = value;
      all.insert(alone);
    }
  }
  return {all.begin(), all.end()};
}

double product(const Sizes& sizes) {
  double all = 1;
  for (const auto& [name, value] : sizes) all *= static_cast<double>(value) + 1;
  return all;
}

}  // namespace

Result<bool> are_allowed(const KernelTest& test, const Sizes& sizes) {
  for (const std::string& condition : test.where) {
    const std::int64_t holds = CLC_TRY(in_context("where", evaluate(condition, sizes)));
    if (holds == 0) return false;
  }
  return true;
}

Result<std::vector<Sizes>> sizes_of(const KernelTest& test, const GroupShape& required) {
  std::vector<Sizes> allowed;
  const std::vector<Sizes> varying = varied_combinations(test, required);
  for (const Sizes& fixed : fixed_combinations(test)) {
    for (Sizes one : varying) {
      one.insert(fixed.begin(), fixed.end());
      if (CLC_TRY(are_allowed(test, one))) allowed.push_back(std::move(one));
    }
    if (allowed.size() > k_most_combinations)
      return fail(ErrorKind::k_usage, "more than 4096 combinations of sizes: give fewer values");
  }
  if (allowed.empty()) return fail(ErrorKind::k_usage, "\"where\" excludes every combination of sizes");
  std::ranges::sort(allowed,
                    [](const Sizes& a, const Sizes& b) { return std::pair(product(a), a) < std::pair(product(b), b); });
  return allowed;
}

std::string sizes_text(const Sizes& sizes) {
  std::string text;
  for (const auto& [name, value] : sizes) text += (text.empty() ? "" : " ") + name + "=" + std::to_string(value);
  return text;
}

}  // namespace clc
