#include "insight/disasm/ptx_code.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "clc/package/matrix_products.h"

namespace clc {
namespace {

bool is_in_ptx_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '%';
}

}  // namespace

PtxCode::PtxCode(const std::vector<std::string_view>& lines) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = trimmed(lines[i]);
    if (!is_matrix_instruction(line) || line.ends_with(";")) {
      read_line(i, lines[i]);
      continue;
    }
    // LLVM writes each operand of a product of matrices on a line of its own.
    PtxInstruction product;
    product.line = i;
    product.name = line;
    std::string operands;
    while (i + 1 < lines.size() && !operands.ends_with(";")) operands += trimmed(lines[++i]);
    read_operands(operands, product);
    code_.push_back(std::move(product));
  }
}

// ".reg .b32 %r<10>;" declares %r0 to %r9.
void PtxCode::declare(std::string_view line) {
  const std::size_t type = line.find('.', 1), name = line.find('%');
  if (type == std::string_view::npos || name == std::string_view::npos) return;
  const std::string prefix(line.substr(name, line.find_first_of("<;, ", name) - name));
  types_[prefix] = std::string(trimmed(line.substr(type, name - type)));
}

std::optional<std::size_t> PtxCode::register_of(std::string_view name) {
  const std::string_view prefix = name.substr(0, name.find_last_not_of("0123456789") + 1);
  const auto type = types_.find(std::string(prefix));
  if (type == types_.end()) return std::nullopt;  // a special one, such as %tid
  const auto [at, is_new] = registers_.try_emplace(std::string(name), type_of_.size());
  if (is_new) {
    type_of_.push_back(type->second);
    name_of_.emplace_back(name);
  }
  return at->second;
}

std::vector<std::size_t> PtxCode::registers_in(std::string_view text) {
  std::vector<std::size_t> found;
  for (std::size_t at = text.find('%'); at != std::string_view::npos;) {
    const auto* const end =
        std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_in_ptx_name);
    const auto stop = static_cast<std::size_t>(end - text.begin());
    if (const auto one = register_of(text.substr(at, stop - at))) found.push_back(*one);
    at = text.find('%', stop);
  }
  return found;
}

void PtxCode::read_line(std::size_t number, std::string_view line) {
  line = trimmed(line.substr(0, line.find("//")));
  if (line.starts_with(".reg")) return declare(line);
  if (line.ends_with(":")) {
    labels_[std::string(line.substr(0, line.size() - 1))] = code_.size();
    return;
  }
  const bool is_code = line.ends_with(";") && (line.front() == '@' || std::islower(line.front()) != 0);
  if (!is_code) return;
  PtxInstruction instruction;
  instruction.line = number;
  instruction.is_guarded = line.front() == '@';
  if (instruction.is_guarded) {
    const std::size_t end = line.find_first_of(" \t");
    instruction.reads = registers_in(line.substr(0, end));
    line = trimmed(line.substr(std::min(end, line.size())));
  }
  const std::size_t end = std::min(line.find_first_of(" \t;"), line.size());
  instruction.name = line.substr(0, end);
  read_operands(trimmed(line.substr(end)), instruction);
  code_.push_back(std::move(instruction));
}

void PtxCode::read_operands(std::string_view operands, PtxInstruction& to) {
  if (starts_with_any(to.name, {"bra", "brx"})) {
    if (to.name.starts_with("brx")) to.may_go_anywhere = true;
    to.targets.emplace_back(operands.substr(0, operands.find_first_of(" ;,")));
  }
  to.falls_through = to.is_guarded || !starts_with_any(to.name, {"bra", "brx", "ret", "exit", "trap"});
  const bool writes =
      !starts_with_any(to.name, {"st", "red.", "bra", "brx", "ret", "exit", "bar", "membar", "fence", "call",
                                 "prefetch", "trap", "brkpt", "sust", "sured", "cp.", "nanosleep", "discard"});
  const std::size_t first_end = !writes                     ? 0
                                : operands.starts_with("{") ? operands.find('}')
                                                            : operands.find_first_of(",;");
  const std::string_view first = operands.substr(0, first_end);
  to.writes = registers_in(first);
  const std::vector<std::size_t> read = registers_in(operands.substr(first.size()));
  to.reads.insert(to.reads.end(), read.begin(), read.end());
}

std::vector<std::size_t> PtxCode::targets_of(const PtxInstruction& instruction) const {
  std::vector<std::size_t> places;
  for (const auto& [label, place] : labels_) {
    const bool is_named = std::ranges::find(instruction.targets, label) != instruction.targets.end();
    if ((is_named || instruction.may_go_anywhere) && place < code_.size()) places.push_back(place);
  }
  return places;
}

}  // namespace clc
