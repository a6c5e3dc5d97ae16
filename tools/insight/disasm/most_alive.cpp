#include "insight/disasm/most_alive.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "base/try.h"
#include "insight/disasm/disasm_source.h"
#include "insight/disasm/live_values.h"
#include "insight/disasm/run_on_file.h"
#include "insight/disasm/spirv_live.h"
#include "protocol/live_registers.h"
#include "protocol/register_set.h"
#include "toolchain/ask_worker.h"

namespace clc {
namespace {

struct AliveRegisters {
  std::uint64_t registers = 0, of_wave = 0;
  std::string text;   // "12 vector, 9 scalar"
  std::string names;  // register_set.h
  std::string place;  // "kernel.cl:12"
};

struct AliveFunction {
  std::map<std::uint64_t, AliveRegisters> instructions;  // by address
  std::string unknown;                                   // why nothing is known
};

using AliveFunctions = std::map<std::string, AliveFunction>;

Result<AliveFunctions> alive_in_code_object(BytesView binary) {
  const std::string reply = CLC_TRY(ask_worker(Question::k_live_registers, binary));
  const std::vector<LiveFunction> functions = CLC_TRY(decode_live_registers(reply));
  AliveFunctions result;
  for (const LiveFunction& function : functions) {
    AliveFunction& to = result[function.name];
    to.unknown = function.unknown;
    for (const LiveInstruction& one : function.instructions) {
      AliveRegisters& alive = to.instructions[one.address];
      alive.names = one.registers;
      std::map<std::string, std::uint64_t> counts;  // by file
      for (const Register& named : decode_registers(one.registers)) ++counts[named.file];
      alive.registers = counts["v"] + counts["a"];
      alive.of_wave = counts["s"];
      alive.text = std::to_string(counts["v"]) + " vector, ";
      if (counts["a"] != 0) alive.text += std::to_string(counts["a"]) + " accumulation, ";
      alive.text += std::to_string(counts["s"]) + " scalar";
      if (one.line != 0) alive.place = short_file_name(one.file) + ":" + std::to_string(one.line);
    }
  }
  return result;
}

// "        /*0150*/               @P0 BRA …": 0x150.
std::optional<std::uint64_t> sass_address(std::string_view line) {
  const std::string_view text = trimmed(line);
  if (!text.starts_with("/*") || text.starts_with("/* 0x")) return std::nullopt;
  return number_at(text.substr(2), 16);
}

std::vector<std::string_view> cells_of(std::string_view text) {
  std::vector<std::string_view> cells;
  for (std::size_t at = text.find('|'); at != std::string_view::npos;) {
    const std::size_t end = text.find('|', at + 1);
    if (end != std::string_view::npos) cells.push_back(text.substr(at + 1, end - at - 1));
    at = end;
  }
  return cells;
}

// A column of nvdisasm's table of life ranges, for the registers of one file.
struct LifeColumn {
  std::string title;      // "GPR"
  std::size_t count = 0;  // where the number of registers ends; behind it and a blank, a character for each register
};

// The columns of the table's line of units: "// | # 0123 | # 01 |", below one with the files' names.
std::vector<LifeColumn> life_columns(const std::vector<std::string_view>& titles,
                                     const std::vector<std::string_view>& units) {
  std::vector<LifeColumn> columns;
  for (std::size_t i = 0; i < std::min(titles.size(), units.size()); ++i) {
    const std::size_t count = units[i].find('#');
    columns.push_back({count == std::string_view::npos ? "" : std::string(trimmed(titles[i])), count});
  }
  return columns;
}

// "2 predicates" of a column.
std::string count_in(const LifeColumn& column, std::uint64_t registers) {
  if (column.title == "GPR") return count(registers, "register");
  if (registers == 0) return {};
  if (column.title == "PRED") return count(registers, "predicate");
  if (column.title == "UGPR") return std::to_string(registers) + " uniform";
  return column.title == "UPRED" ? count(registers, "uniform predicate") : "";
}

// Marks stand in the columns of registers that are written, read or kept.
RegisterSet marked_registers(const LifeColumn& column, std::string_view cell) {
  static const std::map<std::string, std::string> k_files = {
      {"GPR", "R"}, {"PRED", "P"}, {"UGPR", "UR"}, {"UPRED", "UP"}};
  const auto file = k_files.find(column.title);
  RegisterSet registers;
  for (std::size_t at = column.count + 2; file != k_files.end() && at < cell.size(); ++at) {
    if (cell[at] != ' ') registers.push_back({file->second, static_cast<unsigned>(at - column.count - 2)});
  }
  return registers;
}

// nvdisasm's knowledge of the registers at each instruction, in a table behind the code.
AliveFunction read_life_ranges(std::string_view text) {
  AliveFunction function;
  std::vector<std::string_view> titles;
  std::vector<LifeColumn> columns;
  for (const std::string_view line : lines_of(text)) {
    const std::size_t table = line.rfind("// |");
    if (table == std::string_view::npos) continue;
    const std::vector<std::string_view> cells = cells_of(line.substr(table));
    if (!cells.empty() && trimmed(cells[0]) == "GPR") titles = cells;
    if (!cells.empty() && trimmed(cells[0]).starts_with("#")) columns = life_columns(titles, cells);
    const std::optional<std::uint64_t> address = sass_address(line);
    if (!address) continue;
    AliveRegisters& alive = function.instructions[*address];
    for (std::size_t i = 0; i < std::min(cells.size(), columns.size()); ++i) {
      const std::string_view number = cells[i].substr(0, columns[i].count + 1);
      const std::uint64_t registers = number_at(trimmed(number), 10).value_or(0);
      if (columns[i].title == "GPR") alive.registers = registers;
      if (columns[i].title == "UGPR") alive.of_wave = registers;
      const std::string what = count_in(columns[i], registers);
      if (!what.empty()) alive.text += (alive.text.empty() ? "" : ", ") + what;
      alive.names += encode_registers(marked_registers(columns[i], cells[i]));
    }
  }
  return function;
}

void add_places(const SplitText& with_lines, AliveFunctions& to) {
  for (const FunctionText& function : with_lines.functions) {
    const auto found = to.find(function.name);
    if (found == to.end()) continue;
    std::string place;
    for (const std::string_view line : lines_of(function.text)) {
      if (const auto here = place_in(TextForm::k_nvdisasm, line)) place = *here;
      const auto address = sass_address(line);
      if (!address) continue;
      const auto alive = found->second.instructions.find(*address);
      if (alive != found->second.instructions.end()) alive->second.place = place;
    }
  }
}

Result<AliveFunctions> alive_in_cubin(BytesView binary, const DisassemblyOptions& options) {
  const std::string text = CLC_TRY(run_on_file(
      "nvdisasm", options.tools, {"--print-code", "--print-life-ranges", "--life-range-mode", "narrow"}, binary));
  AliveFunctions result;
  for (const FunctionText& function : split_functions(TextForm::k_nvdisasm, text).functions)
    result[function.name] = read_life_ranges(function.text);
  // nvdisasm prints either life ranges or lines.
  const std::string lines =
      CLC_TRY(run_on_file("nvdisasm", options.tools, {"--print-code", "--print-line-info"}, binary));
  add_places(split_functions(TextForm::k_nvdisasm, lines), result);
  return result;
}

Result<AliveFunctions> alive_in(BytesView binary, const DisassemblyOptions& options) {
  return recognize(binary) == BinaryFormat::k_cubin ? alive_in_cubin(binary, options) : alive_in_code_object(binary);
}

MostAlive most_of(const AliveFunction& function) {
  MostAlive most;
  most.of_wave = 0;
  std::string place;  // place of the last instruction that has one: LLVM merged or added the others
  for (const auto& [address, alive] : function.instructions) {
    if (!alive.place.empty()) place = alive.place;
    if (alive.registers > most.registers || most.place.empty()) most.place = place;
    most.registers = std::max(most.registers, alive.registers);
    most.of_wave = std::max(*most.of_wave, alive.of_wave);
  }
  return most;
}

std::string annotated(TextForm form, const AliveFunction& function, const std::string& text, AliveText said) {
  const std::uint64_t most = most_of(function).registers;
  std::string result = function.unknown.empty() ? "" : "; registers alive: not known, " + function.unknown + "\n";
  for (const std::string_view line : lines_with_breaks(text)) {
    const auto address = form == TextForm::k_nvdisasm ? sass_address(line) : objdump_address(line);
    const auto alive = address ? function.instructions.find(*address) : function.instructions.end();
    if (alive == function.instructions.end()) {
      result += line;
      continue;
    }
    const std::string_view code = line.substr(0, line.find_last_not_of("\r\n") + 1);
    result += std::string(code) + (form == TextForm::k_nvdisasm ? "  // alive: " : "  alive: ");
    if (said == AliveText::k_names) {
      result += alive->second.names + "\n";
    } else {
      result += alive->second.text + (alive->second.registers == most ? " (the most)" : "") + "\n";
    }
  }
  return result;
}

}  // namespace

Result<std::map<std::string, MostAlive>> most_alive(BytesView binary, const DisassemblyOptions& options) {
  std::map<std::string, MostAlive> result;
  const BinaryFormat format = recognize(binary);
  if (format == BinaryFormat::k_ptx) {
    const FileNames names = file_names(TextForm::k_ptx, binary);
    for (const FunctionText& function : split_functions(TextForm::k_ptx, binary).functions) {
      const MostValues most = most_live_values(function.text);
      const auto place = place_in(TextForm::k_ptx, most.place, names);
      result[function.name] = {most.words, std::nullopt, place.value_or("")};
    }
    return result;
  }
  if (format == BinaryFormat::k_spirv) {
    for (auto& [name, most] : most_spirv_values(binary)) result[name] = {most.words, std::nullopt, most.place};
    return result;
  }
  if (format != BinaryFormat::k_amdgcn && format != BinaryFormat::k_cubin) return result;
  const AliveFunctions functions = CLC_TRY(alive_in(binary, options));
  for (const auto& [name, function] : functions) {
    if (!function.instructions.empty()) result[name] = most_of(function);
  }
  return result;
}

Result<void> add_live_registers(BytesView binary, const DisassemblyOptions& options, AliveText said, SplitText& split) {
  const BinaryFormat format = recognize(binary);
  if (format == BinaryFormat::k_ptx) {
    for (FunctionText& function : split.functions) function.text = with_live_values(function.text, said);
    return {};
  }
  if (format != BinaryFormat::k_amdgcn && format != BinaryFormat::k_cubin) {
    const bool is_intel = format == BinaryFormat::k_zebin || format == BinaryFormat::k_intel_elf ||
                          format == BinaryFormat::k_intel_patch_tokens || format == BinaryFormat::k_archive;
    const char* const comment = is_intel ? "//" : ";";
    const char* const instead = format == BinaryFormat::k_spirv ? ", and values of SPIR-V by clc report --live" : "";
    split.header.insert(
        0, std::string(comment) +
               " registers alive are not known: they are counted in code of AMD and NVIDIA, and in PTX" + instead +
               "\n");
    return {};
  }
  const AliveFunctions functions = CLC_TRY(alive_in(binary, options));
  for (FunctionText& function : split.functions) {
    const auto found = functions.find(function.name);
    if (found != functions.end()) function.text = annotated(text_form(format), found->second, function.text, said);
  }
  return {};
}

}  // namespace clc
