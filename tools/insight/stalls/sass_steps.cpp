#include <algorithm>
#include <map>
#include <optional>

#include "base/text.h"
#include "clc/package/matrix_products.h"
#include "insight/stalls/read_steps.h"

namespace clc {
namespace {

constexpr std::size_t k_size = 16;  // bytes of an instruction

// "        /*0150*/               @P0 BRA `(.L_x_0) ;"
struct SassLine {
  std::uint64_t address = 0;
  std::string_view guard, name, operands;
};

std::optional<SassLine> sass_line(std::string_view line) {
  std::string_view text = trimmed(line);
  if (!text.starts_with("/*") || text.starts_with("/* 0x")) return std::nullopt;
  const std::size_t end = text.find("*/"), semicolon = text.find(';');
  const std::optional<std::uint64_t> address = number_at(text.substr(2), 16);
  if (!address || end == text.npos || semicolon == text.npos || semicolon < end) return std::nullopt;
  SassLine result;
  result.address = *address;
  text = trimmed(text.substr(end + 2, semicolon - end - 2));
  if (text.starts_with("{")) text = trimmed(text.substr(1));  // issued together with the next
  const auto take_word = [&] {
    const std::string_view word = text.substr(0, text.find(' '));
    text = trimmed(text.substr(word.size()));
    return word;
  };
  if (text.starts_with("@")) result.guard = take_word();
  result.name = take_word();
  result.operands = text;
  return result;
}

// Names from "Instruction Set Reference" of NVIDIA's CUDA Binary Utilities.
StepKind kind_of_sass(std::string_view full_name) {
  const std::string_view name = full_name.substr(0, full_name.find('.'));
  if (is_any_of(name, {"LDC", "LDCU", "ULDC"})) return StepKind::k_constant;
  if (is_any_of(name, {"LDS", "ATOMS", "LDSM"})) return StepKind::k_local;
  if (is_any_of(name, {"LD", "LDG", "LDL", "ATOM", "ATOMG", "LDGSTS"})) return StepKind::k_global;
  if (is_any_of(name, {"ST", "STG", "STL", "STS", "STSM", "RED", "REDG", "SUST", "SURED"})) return StepKind::k_store;
  if (starts_with_any(name, {"TEX", "TLD", "TXD", "TXQ", "SULD", "SUATOM"})) return StepKind::k_image;
  if (is_any_of(name, {"BAR", "UCGABAR_ARV", "UCGABAR_WAIT"})) return StepKind::k_barrier;
  if (is_any_of(name, {"SHFL", "MATCH", "REDUX", "VOTE", "VOTEU"})) return StepKind::k_exchange;
  if (is_any_of(name, {"BRA", "BRX", "BRXU", "JMP", "JMX", "CALL", "RET", "EXIT", "KILL", "BREAK", "BSYNC", "BSSY"}))
    return StepKind::k_branch;
  if (is_any_of(name, {"NOP", "DEPBAR", "MEMBAR", "ERRBAR", "WARPSYNC", "YIELD", "NANOSLEEP", "CCTL"}))
    return StepKind::k_wait;
  if (is_matrix_instruction(full_name)) return StepKind::k_matrix;
  if (is_any_of(name, {"DADD", "DMUL", "DFMA", "DSETP"})) return StepKind::k_double;
  const bool is_special = is_any_of(
      name, {"MUFU", "I2F", "F2I", "F2F", "I2I", "FRND", "S2R", "S2UR", "CS2R", "POPC", "FLO", "BREV", "R2UR"});
  return is_special ? StepKind::k_special : StepKind::k_arithmetic;
}

// The numbers of registers in the operands: general ones, then uniform ones, predicates and uniform predicates.
std::vector<std::uint64_t> registers_in(std::string_view text) {
  std::vector<std::uint64_t> found;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool begins = at == 0 || std::string_view(" ,[-|!~@").find(text[at - 1]) != std::string_view::npos;
    if (!begins) continue;
    std::uint64_t file = 0;
    for (const std::string_view prefix : {"R", "UR", "P", "UP"}) {
      const std::string_view rest = text.substr(at);
      const std::size_t from = prefix.size();
      const bool is_it = rest.starts_with(prefix) && rest.size() > from && rest[from] >= '0' && rest[from] <= '9';
      if (is_it) found.push_back(file * 256 + number_at(rest.substr(from), 10).value_or(0));
      ++file;
    }
  }
  return found;
}

void read_registers(const SassLine& line, CodeStep& step) {
  step.reads = registers_in(line.guard);
  const bool writes = step.kind != StepKind::k_store && step.kind != StepKind::k_branch &&
                      step.kind != StepKind::k_barrier && step.kind != StepKind::k_wait;
  std::size_t end = writes ? std::min(line.operands.find(','), line.operands.size()) : 0;
  const bool sets_predicates = line.name.find("SETP") != std::string_view::npos;
  if (writes && sets_predicates) end = std::min(line.operands.find(',', end + 1), line.operands.size());
  step.writes = registers_in(line.operands.substr(0, end));
  const std::uint64_t wide = line.name.find(".128") != std::string_view::npos || step.kind == StepKind::k_matrix ? 4
                             : line.name.find(".64") != std::string_view::npos ||
                                     line.name.find(".WIDE") != std::string_view::npos ||
                                     step.kind == StepKind::k_double
                                 ? 2
                                 : 1;
  for (std::uint64_t i = 1; i < wide && !step.writes.empty(); ++i) step.writes.push_back(step.writes[0] + i);
  const std::vector<std::uint64_t> read = registers_in(line.operands.substr(end));
  step.reads.insert(step.reads.end(), read.begin(), read.end());
}

// Bits 105 to 125 of an instruction of 128 bits.
void read_control(BytesView bytes, CodeStep& step) {
  std::uint64_t high = 0;
  for (std::size_t i = 0; i < 8; ++i) high |= std::uint64_t{static_cast<unsigned char>(bytes[8 + i])} << (8 * i);
  const std::uint64_t control = high >> 41U;
  constexpr unsigned k_no_counter = 7, k_counters = 6;
  step.distance = static_cast<double>(control & 15U);
  const auto when_written = static_cast<unsigned>((control >> 5U) & 7U);
  const auto when_read = static_cast<unsigned>((control >> 8U) & 7U);
  if (when_written != k_no_counter) step.counts.push_back({when_written, false});
  if (when_read != k_no_counter) step.counts.push_back({when_read, true});
  for (unsigned counter = 0; counter < k_counters; ++counter) {
    if (((control >> (11 + counter)) & 1U) != 0) step.limits.push_back({counter, 0});
  }
}

void set_targets(const std::vector<SassLine>& read, const std::map<std::string_view, std::size_t>& labels,
                 std::vector<CodeStep>& steps) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].kind != StepKind::k_branch || read[i].name.starts_with("BSSY")) continue;
    const std::size_t at = read[i].operands.find("`("), number = read[i].operands.find("0x");
    if (at != std::string_view::npos) {
      const std::string_view rest = read[i].operands.substr(at + 2);
      const auto found = labels.find(rest.substr(0, rest.find(')')));
      if (found != labels.end() && found->second < steps.size()) steps[i].targets.push_back(found->second);
    } else if (number != std::string_view::npos) {  // as cuobjdump prints it
      const std::optional<std::uint64_t> address = number_at(read[i].operands.substr(number + 2), 16);
      for (std::size_t to = 0; to < read.size(); ++to) {
        if (address == read[to].address) steps[i].targets.push_back(to);
      }
    }
  }
}

}  // namespace

Result<std::vector<CodeStep>> sass_steps(const std::vector<std::string_view>& lines, BytesView code) {
  std::vector<CodeStep> steps;
  std::vector<SassLine> read;
  std::map<std::string_view, std::size_t> labels;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view text = trimmed(lines[i]);
    if (text.starts_with(".L") && text.ends_with(":")) labels[text.substr(0, text.size() - 1)] = steps.size();
    const std::optional<SassLine> line = sass_line(lines[i]);
    if (!line) continue;
    const bool is_inside =
        line->address % k_size == 0 && line->address < code.size() && code.size() - line->address >= k_size;
    if (!is_inside) return fail(ErrorKind::k_damaged, "its disassembly and its code differ: no chip from sm_70 on?");
    CodeStep& step = steps.emplace_back();
    step.line = i;
    step.name = line->name;
    step.kind = kind_of_sass(line->name);
    step.is_float =
        starts_with_any(line->name, {"FADD", "FMUL", "FFMA", "DADD", "DMUL", "DFMA", "HADD", "HMUL", "HFMA"});
    step.has_interlock = false;
    read_registers(*line, step);
    read_control(code.substr(line->address, k_size), step);
    read.push_back(*line);
  }
  set_targets(read, labels, steps);
  return steps;
}

}  // namespace clc
