#include "insight/report/work_report.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <map>
#include <tuple>
#include <utility>

#include "base/printable.h"
#include "base/text.h"

namespace clc {
namespace {

// "12", "0.0833", "1365.3"
std::string number_text(double value) {
  std::array<char, 64> text{};
  const auto write = [&](std::chars_format format, int precision) {
    return std::string(text.data(),
                       std::to_chars(text.data(), text.data() + text.size(), value, format, precision).ptr);
  };
  if (value == std::floor(value)) return write(std::chars_format::fixed, 0);
  return value >= 100 ? write(std::chars_format::fixed, 1) : write(std::chars_format::general, 3);
}

std::string range_text(double least, double most) {
  return least == most ? number_text(least) : number_text(least) + "-" + number_text(most);
}

std::string operations_text(const ItemWork::Operations& operations) {
  std::string text;
  const auto add = [&](double count, const char* type) {
    if (count != 0) text += (text.empty() ? "" : " + ") + number_text(count) + " FLOP of " + type;
  };
  add(operations.floats, "float");
  add(operations.doubles, "double");
  add(operations.halfs, "half");
  add(operations.matrix_halfs, "half matrices");
  add(operations.matrix_floats, "float matrices");
  add(operations.matrix_doubles, "double matrices");
  add(operations.matrix_float8s, "fp8 matrices");
  return text.empty() ? "0 FLOP" : text;
}

std::string bytes_text(const ItemWork::Moved& moved) {
  return number_text(moved.bytes) + " bytes, " + range_text(moved.least, moved.most) + " in transactions";
}

// The calls of one function with one type.
struct CalledFunction {
  const MathsCall* call = nullptr;  // one of them: the costliest
  std::uint64_t calls = 0, in_loops = 0;
};

// The costliest first: what is in loops, then what has most instructions.
std::vector<CalledFunction> called_functions(const KernelFacts& facts) {
  std::map<std::pair<std::string, std::string>, CalledFunction> rows;
  for (const MathsCall& call : facts.maths_calls) {
    CalledFunction& row = rows[{call.function, call.type}];
    if (row.call == nullptr || call.loops > row.call->loops) row.call = &call;
    ++row.calls;
    row.in_loops += call.loops != 0 ? 1 : 0;
  }
  std::vector<CalledFunction> sorted;
  for (const auto& [name, row] : rows) sorted.push_back(row);
  std::ranges::stable_sort(sorted, std::greater(),
                           [](const auto& row) { return std::tie(row.call->loops, row.call->instructions); });
  return sorted;
}

std::string row_text(const CalledFunction& row) {
  std::string text = row.call->function + " of " + row.call->type + ", " +
                     count(row.call->instructions, "instruction") + ": " + count(row.calls, "call");
  if (row.in_loops == row.calls) return text + (row.calls == 1 ? " in a loop" : " in loops");
  return row.in_loops == 0 ? text : text + ", " + std::to_string(row.in_loops) + " of them in loops";
}

}  // namespace

ItemWork item_work(const KernelFacts& facts) {
  ItemWork work;
  work.operations_depend_on = facts.work.operations_depend_on;
  work.bytes_depend_on = facts.work.bytes_depend_on;
  if (!facts.not_counted.empty()) work.bytes_depend_on = facts.not_counted;
  if (!facts.incomplete.empty()) work.operations_depend_on = work.bytes_depend_on = {facts.incomplete};
  const auto items = static_cast<double>(facts.group[0] * facts.group[1] * facts.group[2]);
  const auto each = [items](std::uint64_t sum) { return static_cast<double>(sum) / items; };
  const WorkFacts& sums = facts.work;
  if (work.operations_depend_on.empty())
    work.operations = {each(sums.half_operations),         each(sums.float_operations),
                       each(sums.double_operations),       each(sums.matrix_half_operations),
                       each(sums.matrix_float_operations), each(sums.matrix_double_operations),
                       each(sums.matrix_float8_operations)};
  if (work.bytes_depend_on.empty())
    work.moved = {each(sums.bytes), each(sums.ideal), each(sums.least), each(sums.most)};
  if (work.operations && work.moved && sums.least != 0 && !sums.leaves_out_images) {
    const double all = work.operations->all();
    work.intensity = {all / work.moved->bytes, all / work.moved->most, all / work.moved->least};
  }
  return work;
}

std::string work_text(const KernelFacts& facts) {
  if (!facts.incomplete.empty()) return printable("work of an item: not known, as " + facts.incomplete);
  const ItemWork work = item_work(facts);
  std::string text = "work of an item: ";
  text +=
      work.operations ? operations_text(*work.operations) : "FLOP decided by " + join(work.operations_depend_on, ", ");
  text += "; " + (work.moved ? bytes_text(*work.moved) : "bytes decided by " + join(work.bytes_depend_on, ", "));
  if (facts.work.leaves_out_images) text += "; images are not counted";
  if (work.intensity && work.operations->all() != 0) {
    text += "; " + number_text(work.intensity->asked) + " FLOP a byte, " +
            range_text(work.intensity->least, work.intensity->most) + " in transactions";
  }
  const bool is_known = work.operations || work.moved;
  if (is_known && facts.work.is_at_most) {
    text += "; at most";
    if (!facts.work.assumes.empty()) text += ", as " + join(facts.work.assumes, ", ") + " decide";
  }
  return printable(text);
}

void add_work(const KernelFacts& facts, JsonWriter& json) {
  const ItemWork work = item_work(facts);
  const WorkFacts& sums = facts.work;
  json.begin_object();
  if (work.operations) {
    json.put("half_operations", sums.half_operations, "float_operations", sums.float_operations);
    json.put("double_operations", sums.double_operations);
    for (const auto& [name, sum] : {std::pair("matrix_half_operations", sums.matrix_half_operations),
                                    std::pair("matrix_float_operations", sums.matrix_float_operations),
                                    std::pair("matrix_double_operations", sums.matrix_double_operations),
                                    std::pair("matrix_float8_operations", sums.matrix_float8_operations)}) {
      if (sum != 0) json.key(name).value(sum);
    }
  }
  if (work.moved) {
    json.put("bytes", sums.bytes, "ideal_bytes", sums.ideal, "least_bytes", sums.least, "most_bytes", sums.most);
  }
  if (work.intensity) {
    json.key("operations_per_byte").number(number_text(work.intensity->asked));
    json.key("least_per_transaction_byte").number(number_text(work.intensity->least));
    json.key("most_per_transaction_byte").number(number_text(work.intensity->most));
  }
  json.put("images_not_counted", sums.leaves_out_images, "at_most", sums.is_at_most);
  json.key("assumes").values(sums.assumes).key("operations_depend_on").values(work.operations_depend_on);
  json.key("bytes_depend_on").values(work.bytes_depend_on).end_object();
}

std::string maths_profile(const std::vector<std::string>& options) {
  const bool is_relaxed = std::ranges::any_of(options, [](const std::string& option) {
    return is_any_of(option, {"-cl-fast-relaxed-math", "-cl-unsafe-math-optimizations"});
  });
  return is_relaxed ? "relaxed" : "full";
}

std::string maths_text(const std::string& profile) {
  return profile == "relaxed" ? "maths: relaxed" : "maths: full accuracy";
}

std::string maths_text(const KernelFacts& facts) {
  std::string text = maths_text(facts.maths);
  for (const CalledFunction& row : called_functions(facts)) text += "; " + row_text(row);
  return printable(text);
}

void add_maths(const KernelFacts& facts, JsonWriter& json) {
  json.begin_object().key("profile").value(facts.maths).key("calls").objects(facts.maths_calls, [&](const auto& call) {
    json.put("file", call.place.file, "line", call.place.line, "column", call.place.column, "function", call.function);
    json.put("type", call.type, "instructions", call.instructions, "loops", call.loops);
    json.key("of_pi").value(call.is_of_pi).key("small").value(call.is_small).key("shorter").members(call.shorter);
  });
  json.end_object();
}

}  // namespace clc
