#include "worker/codegen/nvptx/nvptx_halves.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace clc::worker {
namespace {

constexpr std::string_view k_unpack = "\tmov.b32 \t{";
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

}  // namespace

std::string take_halves_by_shifts(const std::string& ptx) {
  if (ptx.find(k_unpack) == ptx.npos) return ptx;
  std::string result;
  result.reserve(ptx.size() + ptx.size() / 8);
  std::string_view rest = ptx;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1);
    const std::string_view line = rest.substr(0, rest[end] == '\n' ? end : end + 1);
    if (const auto halves = parse_unpack(line)) {
      result += text_of(*halves);
    } else {
      result += rest.substr(0, end + 1);
      if (line.starts_with(k_registers)) result += "\t.reg .b32 \t%clc_high;\n";
    }
    rest.remove_prefix(end + 1);
  }
  return result;
}

}  // namespace clc::worker
