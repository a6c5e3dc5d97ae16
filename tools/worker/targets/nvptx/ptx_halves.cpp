#include "worker/targets/nvptx/ptx_halves.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace clc::worker {
namespace {

constexpr std::string_view k_unpack = "\tmov.b32 \t{";
constexpr std::string_view k_negate = "\tneg.s16 \t";
constexpr std::string_view k_registers = "\t.reg .b32 ";  // LLVM's declaration, once in each function that has any

struct Halves {
  std::string_view low, high, number;  // "_" is a half that nobody wants
};

std::optional<Halves> parse_unpack(std::string_view line) {
  if (!line.starts_with(k_unpack) || !line.ends_with(';')) return std::nullopt;
  line.remove_prefix(k_unpack.size());
  line.remove_suffix(1);
  const std::size_t comma = line.find(", "), close = line.find("}, ");
  if (comma == line.npos || close == line.npos || comma > close) return std::nullopt;
  return Halves{line.substr(0, comma), line.substr(comma + 2, close - comma - 2), line.substr(close + 3)};
}

std::string text_of(const Halves& halves) {
  std::string text;
  if (halves.high != "_") {
    text += "\tshr.u32 \t%clc_high, " + std::string(halves.number) + ", 16;\n";
    text += "\tcvt.u16.u32 \t" + std::string(halves.high) + ", %clc_high;\n";
  }
  if (halves.low != "_") {
    text += "\tcvt.u16.u32 \t" + std::string(halves.low) + ", " + std::string(halves.number) + ";\n";
  }
  return text;
}

// The text with the lines for which `change` gives others. It is the same where no line can begin with `beginning`.
template <class Change>
std::string change_lines(const std::string& ptx, std::string_view beginning, const Change& change) {
  if (ptx.find(beginning) == ptx.npos) return ptx;
  std::string result;
  result.reserve(ptx.size() + ptx.size() / 8);
  std::string_view rest = ptx;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1);
    const std::string_view line = rest.substr(0, rest[end] == '\n' ? end : end + 1);
    const std::optional<std::string> changed = change(line);
    result += changed ? *changed : rest.substr(0, end + 1);
    rest.remove_prefix(end + 1);
  }
  return result;
}

}  // namespace

std::string take_halves_by_shifts(const std::string& ptx) {
  return change_lines(ptx, k_unpack, [](std::string_view line) -> std::optional<std::string> {
    if (const auto halves = parse_unpack(line)) return text_of(*halves);
    if (line.starts_with(k_registers)) return std::string(line) + "\n\t.reg .b32 \t%clc_high;\n";
    return std::nullopt;
  });
}

std::string negate_shorts_in_steps(const std::string& ptx) {
  return change_lines(ptx, k_negate, [](std::string_view line) -> std::optional<std::string> {
    const std::size_t comma = line.find(", ");
    if (!line.starts_with(k_negate) || comma == line.npos) return std::nullopt;
    const std::string result(line.substr(k_negate.size(), comma - k_negate.size()));
    return "\tnot.b16 \t" + result + std::string(line.substr(comma)) + "\n\tadd.s16 \t" + result + ", " + result +
           ", 1;\n";
  });
}

}  // namespace clc::worker
