#include "insight/report/maths_report.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/printable.h"
#include "base/text.h"

namespace clc {
namespace {

constexpr std::uint64_t k_least_gain = 8;  // instructions that a shorter function must save to be worth a word

struct Row {
  const MathsCall* call = nullptr;  // one of them: the costliest
  std::uint64_t calls = 0, in_loops = 0;
};

std::uint64_t most_loops(const KernelFacts& facts) {
  std::uint64_t most = 0;
  for (const MathsCall& call : facts.maths_calls) most = std::max(most, call.loops);
  return most;
}

// A row for each function and type, the costliest first: what is in loops, then what has most instructions.
std::vector<Row> rows_of(const KernelFacts& facts) {
  std::map<std::pair<std::string, std::string>, Row> rows;
  for (const MathsCall& call : facts.maths_calls) {
    Row& row = rows[{call.function, call.type}];
    if (row.call == nullptr || call.loops > row.call->loops) row.call = &call;
    ++row.calls;
    row.in_loops += call.loops != 0 ? 1 : 0;
  }
  std::vector<Row> sorted;
  for (const auto& [name, row] : rows) sorted.push_back(row);
  std::stable_sort(sorted.begin(), sorted.end(), [](const Row& a, const Row& b) {
    return std::tie(a.call->loops, a.call->instructions) > std::tie(b.call->loops, b.call->instructions);
  });
  return sorted;
}

std::string instructions_text(std::uint64_t number) {
  return count(number, "instruction");
}

std::string row_text(const Row& row) {
  std::string text = row.call->function + " of " + row.call->type + ", " + instructions_text(row.call->instructions) +
                     ": " + count(row.calls, "call");
  if (row.in_loops == row.calls) return text + (row.calls == 1 ? " in a loop" : " in loops");
  return row.in_loops == 0 ? text : text + ", " + std::to_string(row.in_loops) + " of them in loops";
}

// "native_sin (2) or half_sin (30)"
std::string shorter_text(const std::vector<ShorterFunction>& shorter) {
  std::string text;
  for (const ShorterFunction& one : shorter) {
    text += (text.empty() ? "" : " or ") + one.function + " (" + std::to_string(one.instructions) + ")";
  }
  return text;
}

std::string advice_text(const KernelFacts& facts, const MathsCall& call) {
  std::string text = call.function + " of " + call.type + " is " + instructions_text(call.instructions) +
                     " in the innermost loop with maths functions; ";
  const auto of_pi = std::find_if(call.shorter.begin(), call.shorter.end(),
                                  [](const ShorterFunction& one) { return one.function.ends_with("pi"); });
  if (of_pi != call.shorter.end()) {
    return text + "its argument is a product with pi, and " + of_pi->function +
           " of the other factor is as exact, with " + std::to_string(of_pi->instructions);
  }
  if (call.is_small) text += "its argument lies from -pi to pi; ";
  text += "where fewer digits are enough, take " + shorter_text(call.shorter);
  return text + (facts.has_relaxed_maths ? ", or for all functions -cl-fast-relaxed-math" : "");
}

bool is_worth_it(const MathsCall& call) {
  return std::any_of(call.shorter.begin(), call.shorter.end(),
                     [&](const ShorterFunction& one) { return one.instructions + k_least_gain <= call.instructions; });
}

}  // namespace

std::string maths_profile(const std::vector<std::string>& options) {
  const bool is_relaxed = std::any_of(options.begin(), options.end(), [](const std::string& option) {
    return option == "-cl-fast-relaxed-math" || option == "-cl-unsafe-math-optimizations";
  });
  return is_relaxed ? "relaxed" : "full";
}

std::string maths_text(const std::string& profile) {
  return profile == "relaxed" ? "maths: relaxed" : "maths: full accuracy";
}

std::string maths_text(const KernelFacts& facts) {
  std::string text = maths_text(facts.maths);
  for (const Row& row : rows_of(facts)) text += "; " + row_text(row);
  return printable(text);
}

void add_maths(const KernelFacts& facts, JsonWriter& json) {
  json.begin_object().key("profile").value(facts.maths).key("calls").begin_array();
  for (const MathsCall& call : facts.maths_calls) {
    json.begin_object().key("file").value(call.place.file).key("line").value(call.place.line);
    json.key("column").value(call.place.column).key("function").value(call.function).key("type").value(call.type);
    json.key("instructions").value(call.instructions).key("loops").value(call.loops);
    json.key("of_pi").value(call.is_of_pi).key("small").value(call.is_small).key("shorter").begin_object();
    for (const ShorterFunction& one : call.shorter) json.key(one.function).value(one.instructions);
    json.end_object().end_object();
  }
  json.end_array().end_object();
}

void advise_maths(const KernelFacts& facts, std::vector<Advice>& all) {
  const std::uint64_t innermost = most_loops(facts);
  if (facts.maths != "full" || innermost == 0) return;
  std::set<std::pair<std::string, std::string>> told;
  for (const MathsCall& call : facts.maths_calls) {
    if (call.loops != innermost || !is_worth_it(call)) continue;
    if (told.insert({call.function, call.type}).second) all.push_back({call.place, advice_text(facts, call)});
  }
}

}  // namespace clc
