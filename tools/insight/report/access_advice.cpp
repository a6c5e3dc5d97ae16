#include "insight/report/access_advice.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <set>
#include <utility>

#include "base/text.h"

namespace clc {
namespace {

// Lanes that are s words apart conflict gcd(s, n)-fold in n banks, and not at all if s is odd. If s is small, the words
// are parts of elements, or every second or fourth element: then there are no rows to make longer.
void advise_padding(const KernelFacts& kernel, const AccessFacts& access, std::vector<Advice>& all) {
  const auto bank_bytes = static_cast<std::int64_t>(kernel.bank_bytes), banks = static_cast<std::int64_t>(kernel.banks);
  if (bank_bytes <= 0) return;
  const bool is_strided = access.space == "local" && access.is_known && access.pattern == "strided";
  if (!is_strided || access.degree < 2 || access.bytes > kernel.bank_bytes) return;
  if (access.stride % bank_bytes != 0) return;
  const std::int64_t words = std::abs(access.stride) / bank_bytes;
  if (std::gcd(words, banks) < 2 || std::gcd(words + 1, banks) != 1) return;
  const std::string rows = access.is_of_element ? "elements" : "rows";
  const std::string better = words * 2 >= banks ? rows + " of " + std::to_string(words + 1) + " words instead of " +
                                                      std::to_string(words) + " would not conflict"
                                                : "an odd number of words apart they would not";
  all.push_back({access.place, "work-items lie " + std::to_string(words) + " words apart, which conflicts " +
                                   std::to_string(access.degree) + "-fold; " + better});
}

// Items of a square group can exchange their work: advises it where that is cheaper and nothing else costs more.
void advise_turning(const KernelFacts& kernel, std::vector<Advice>& all) {
  if (!kernel.cost || !kernel.turned_cost) return;
  const GroupCost &now = *kernel.cost, &turned = *kernel.turned_cost;
  const bool is_gain = turned.transactions < now.transactions && turned.passes <= now.passes &&
                       turned.divergent_waves <= now.divergent_waves;
  if (!is_gain) return;
  const auto waste = [](const AccessFacts& access) {
    return access.space == "local" ? std::uint64_t{0} : access.most - access.ideal;
  };
  const auto worst = std::ranges::max_element(kernel.accesses, {}, waste);
  all.push_back({worst->place,
                 "with the roles of dimensions 0 and 1 exchanged, in the kernel's ids and in the launch, a "
                 "group needs " +
                     std::to_string(turned.transactions) + " transactions instead of " +
                     std::to_string(now.transactions)});
}

std::string instead_of(std::uint64_t then, std::uint64_t now, const char* what) {
  return std::to_string(then) + " instead of " + std::to_string(now) + " " + what;
}

void advise_vector(const VectorLoad& load, std::vector<Advice>& all) {
  const std::string size = std::to_string(load.elements * load.bytes);
  const std::string count = std::to_string(load.elements);
  const std::string what = load.is_of_iterations
                               ? "the loads of " + count + " iterations of a loop, of " + std::to_string(load.bytes) +
                                     " bytes each, lie side by side and begin"
                               : count + " loads of " + std::to_string(load.bytes) +
                                     (load.bytes == 1 ? " byte" : " bytes") + " lie side by side and begin";
  std::string text = what + " at a multiple of " + size + " bytes where the buffer does: read as one vector of " +
                     count + ", through a pointer to such vectors, they take a group " +
                     (load.is_repeated ? "in each iteration of the loop " : "") +
                     instead_of(load.requests_then, load.requests, "requests of waves");
  if (load.transactions != 0) text += ", " + instead_of(load.transactions_then, load.transactions, "transactions");
  all.push_back({load.place, text});
}

void advise_splitting(const LoopSplit& split, std::vector<Advice>& all) {
  const std::uint64_t iterations = split.before + split.divergent + split.behind;
  std::string same;
  const auto add = [&](std::uint64_t count, const char* which, bool value) {
    if (count == 0) return;
    same += (same.empty() ? "" : " and ") + std::string(value ? "true" : "false") + " in the " + which + " " +
            std::to_string(count);
  };
  add(split.before, "first", split.value_before);
  add(split.behind, "last", split.value_behind);
  all.push_back({split.place, "the condition is " + same + " of the loop's " + std::to_string(iterations) +
                                  " iterations for all work-items: with the loop split there, a group needs " +
                                  instead_of(split.tests_then, split.tests, "branches of waves")});
}

constexpr std::uint64_t k_least_gain = 8;  // instructions that a shorter function must save to be worth a word

// "native_sin (2) or half_sin (30)"
std::string shorter_text(const std::vector<ShorterFunction>& shorter) {
  std::string text;
  for (const ShorterFunction& one : shorter)
    text += (text.empty() ? "" : " or ") + one.function + " (" + std::to_string(one.instructions) + ")";
  return text;
}

std::string advice_text(const KernelFacts& facts, const MathsCall& call) {
  std::string text = call.function + " of " + call.type + " is " + count(call.instructions, "instruction") +
                     " in the innermost loop with maths functions; ";
  const auto of_pi =
      std::ranges::find_if(call.shorter, [](const ShorterFunction& one) { return one.function.ends_with("pi"); });
  if (of_pi != call.shorter.end()) {
    return text + "its argument is a product with pi, and " + of_pi->function +
           " of the other factor is as exact, with " + std::to_string(of_pi->instructions);
  }
  if (call.is_small) text += "its argument lies from -pi to pi; ";
  text += "where fewer digits are enough, take " + shorter_text(call.shorter);
  return text + (facts.has_relaxed_maths ? ", or for all functions -cl-fast-relaxed-math" : "");
}

bool is_worth_it(const MathsCall& call) {
  return std::ranges::any_of(
      call.shorter, [&](const ShorterFunction& one) { return one.instructions + k_least_gain <= call.instructions; });
}

// About functions in the innermost loop that have shorter forms.
void advise_maths(const KernelFacts& facts, std::vector<Advice>& all) {
  if (facts.maths != "full" || facts.maths_calls.empty()) return;
  const std::uint64_t innermost = std::ranges::max(facts.maths_calls, {}, &MathsCall::loops).loops;
  if (innermost == 0) return;
  std::set<std::pair<std::string, std::string>> told;
  for (const MathsCall& call : facts.maths_calls) {
    if (call.loops != innermost || !is_worth_it(call)) continue;
    if (told.insert({call.function, call.type}).second) all.push_back({call.place, advice_text(facts, call)});
  }
}

}  // namespace

std::vector<Advice> advice_for(const KernelFacts& kernel) {
  std::vector<Advice> all;
  advise_turning(kernel, all);
  for (const AccessFacts& access : kernel.accesses) advise_padding(kernel, access, all);
  for (const VectorLoad& load : kernel.vector_loads) advise_vector(load, all);
  for (const LoopSplit& split : kernel.loop_splits) advise_splitting(split, all);
  advise_maths(kernel, all);
  return all;
}

}  // namespace clc
