#include "report/access_advice.h"

#include <algorithm>
#include <numeric>

namespace clc {
namespace {

constexpr std::int64_t k_bank_bytes = 4;
constexpr std::int64_t k_banks = 32;

// Lanes s words apart meet in one bank gcd(s, 32)-fold; an odd number of words more between them, and they do not.
void advise_padding(const AccessFacts& access, std::vector<Advice>& all) {
  const bool is_strided = access.space == "local" && access.is_known && access.pattern == "strided";
  if (!is_strided || access.degree < 2 || access.bytes > static_cast<std::uint64_t>(k_bank_bytes)) return;
  if (access.stride % k_bank_bytes != 0) return;
  const std::int64_t words = access.stride / k_bank_bytes;
  if (std::gcd(words, k_banks) < 2 || std::gcd(words + 1, k_banks) != 1) return;
  all.push_back({access.place, "work-items lie " + std::to_string(words) + " words apart, which conflicts " +
                                   std::to_string(access.degree) + "-fold; rows of " + std::to_string(words + 1) +
                                   " words instead of " + std::to_string(words) + " would not conflict"});
}

// Items of a square group can do each other's work: where that is cheaper, and nothing else costs more.
void advise_turning(const KernelFacts& kernel, std::vector<Advice>& all) {
  if (!kernel.cost || !kernel.turned_cost) return;
  const GroupCost &now = *kernel.cost, &turned = *kernel.turned_cost;
  const bool is_gain =
      turned.transactions < now.transactions && turned.passes <= now.passes && turned.parted_waves <= now.parted_waves;
  if (!is_gain) return;
  const auto waste = [](const AccessFacts& access) {
    return access.space == "local" ? std::uint64_t{0} : access.most - access.ideal;
  };
  const auto worst = std::max_element(kernel.accesses.begin(), kernel.accesses.end(),
                                      [&](const AccessFacts& a, const AccessFacts& b) { return waste(a) < waste(b); });
  all.push_back({worst->place,
                 "with the roles of dimensions 0 and 1 exchanged, in the kernel's ids and in the launch, a "
                 "group needs " +
                     std::to_string(turned.transactions) + " transactions instead of " +
                     std::to_string(now.transactions)});
}

}  // namespace

std::vector<Advice> advice_for(const KernelFacts& kernel) {
  std::vector<Advice> all;
  advise_turning(kernel, all);
  for (const AccessFacts& access : kernel.accesses) advise_padding(access, all);
  return all;
}

}  // namespace clc
