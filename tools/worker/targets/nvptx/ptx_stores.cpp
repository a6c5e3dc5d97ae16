#include "worker/targets/nvptx/ptx_stores.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace clc::worker {
namespace {

using Lines = std::vector<std::string_view>;

struct Instruction {
  std::string_view name, operands;
};

std::optional<Instruction> parse_instruction(std::string_view line) {
  constexpr std::string_view k_blanks = " \t";
  const std::size_t begin = line.find_first_not_of(k_blanks);
  if (begin == line.npos || !line.ends_with(';')) return std::nullopt;
  line = line.substr(begin, line.size() - begin - 1);
  const std::size_t end = line.find_first_of(k_blanks);
  const std::size_t next = line.find_first_not_of(k_blanks, std::min(end, line.size()));
  if (next == line.npos) return std::nullopt;
  return Instruction{line.substr(0, end), line.substr(next)};
}

// "%r1, %r2" without what encloses it, and no more than the first of several operands where braces do not group them.
Lines registers_in(std::string_view operands, bool first_only) {
  if (operands.starts_with('{')) {
    operands = operands.substr(1, operands.find('}') - 1);
  } else if (first_only) {
    operands = operands.substr(0, operands.find(','));
  }
  Lines registers;
  for (std::size_t at = operands.find('%'); at != operands.npos; at = operands.find('%', at + 1)) {
    registers.push_back(operands.substr(at, operands.find_first_of(", }", at) - at));
  }
  return registers;
}

bool computes_numbers(std::string_view name) {
  constexpr std::array k_types{".f16", ".bf16", ".f32", ".f64"};
  return !name.starts_with("st.") && std::any_of(k_types.begin(), k_types.end(),
                                                 [&](std::string_view type) { return name.find(type) != name.npos; });
}

// LLVM's names say how many bits a register has.
unsigned bits_of(std::string_view name) {
  return name.starts_with("%rd") ? 64 : name.starts_with("%rs") ? 16 : name.starts_with("%r") ? 32 : 0;
}

// Returns the bits that are stored of each register; 0: the instruction is no store.
unsigned stored_bits(std::string_view name) {
  if (!name.starts_with("st.")) return 0;
  const std::string_view type = name.substr(name.rfind('.') + 1);
  unsigned bits = 0;
  if (type.size() > 1) std::from_chars(type.data() + 1, type.data() + type.size(), bits);
  return bits;
}

std::string copy_name(unsigned bits, std::size_t index) {
  return "%clc_stored" + std::to_string(bits) + "_" + std::to_string(index);
}

// A function: its lines with the copies, and the declarations of those.
class Function {
 public:
  explicit Function(const Lines& lines) : lines_(lines) {
    for (const std::string_view line : lines) {
      const auto instruction = parse_instruction(line);
      if (!instruction || !computes_numbers(instruction->name)) continue;
      for (const std::string_view name : registers_in(instruction->operands, true)) numbers_.insert(name);
    }
  }

  // The first line opens the function.
  void write(std::string& ptx) {
    std::string body;
    for (std::size_t i = 1; i < lines_.size(); ++i) body += with_copies(lines_[i]) + "\n";
    ptx.append(lines_.front()).append("\n");
    for (const auto& [bits, index] : copies_) {
      ptx += "\t.reg .b" + std::to_string(bits) + " \t" + copy_name(bits, index) + ";\n";
    }
    ptx += body;
  }

 private:
  std::string with_copies(std::string_view line) {
    const auto instruction = parse_instruction(line);
    const unsigned bits = instruction ? stored_bits(instruction->name) : 0;
    const std::size_t values = bits == 0 ? line.npos : instruction->operands.find("], ");
    if (values == line.npos) return std::string(line);
    std::string before, stored(instruction->operands.substr(0, values + 3));
    std::string_view rest = instruction->operands.substr(values + 3);
    std::size_t index = 0;
    for (const std::string_view name : registers_in(rest, false)) {
      const unsigned own_bits = bits_of(name);
      if (own_bits <= bits || !numbers_.contains(name)) continue;
      const std::string copy = copy_name(own_bits, index);
      copies_.insert({own_bits, index++});
      before += "\tmov.b" + std::to_string(own_bits) + " \t" + copy + ", " + std::string(name) + ";\n";
      const auto at = static_cast<std::size_t>(name.data() - rest.data());
      stored += std::string(rest.substr(0, at)) + copy;
      rest.remove_prefix(at + name.size());
    }
    if (index == 0) return std::string(line);
    return before + "\t" + std::string(instruction->name) + " \t" + stored + std::string(rest) + ";";
  }

  const Lines& lines_;
  std::set<std::string_view> numbers_;                 // registers
  std::set<std::pair<unsigned, std::size_t>> copies_;  // bits and index
};

}  // namespace

std::string store_bytes_of_copies(const std::string& ptx) {
  std::string result;
  result.reserve(ptx.size() + ptx.size() / 64);
  Lines function;
  bool is_within = false;
  for (std::size_t at = 0; at < ptx.size();) {
    const std::size_t end = std::min(ptx.find('\n', at), ptx.size());
    const std::string_view line = std::string_view(ptx).substr(at, end - at);
    at = end + 1;
    if (line == "{") is_within = true;
    if (!is_within) {
      result.append(line).append("\n");
      continue;
    }
    function.push_back(line);
    if (line != "}") continue;
    Function(function).write(result);
    function.clear();
    is_within = false;
  }
  for (const std::string_view line : function) result.append(line).append("\n");
  if (!ptx.ends_with('\n') && !result.empty()) result.pop_back();
  return result;
}

}  // namespace clc::worker
