#include "insight/report/instruction_counts.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"
#include "clc/package/matrix_products.h"
#include "clc/package/resource_names.h"
#include "insight/disasm/disasm_text.h"

namespace clc {
namespace {

std::string_view without_spaces(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  return text;
}

std::string_view until(std::string_view text, std::string_view separators) {
  return text.substr(0, std::min(text.find_first_of(separators), text.size()));
}

// The class of an instruction; null for those that wait or synchronise.
using Class = const char*;

void add(Class kind, ResourceMetrics& metrics) {
  ++metrics[resource::k_instructions];
  if (kind != nullptr) ++metrics[kind];
}

// Names from "Instruction Set Reference" of NVIDIA's CUDA Binary Utilities.
Class class_of_sass(std::string_view operation) {
  const std::string_view name = until(operation, ".");
  if (is_any_of(name, {"LDS", "STS", "ATOMS", "LDSM", "STSM", "STAS", "REDAS"})) return resource::k_local_instructions;
  if (is_any_of(name,
                {"BRA", "BRX", "BRXU", "JMP", "JMX", "JMXU", "CALL", "RET", "EXIT", "KILL", "BREAK", "RTT", "BPT"})) {
    return resource::k_branch_instructions;
  }
  if (is_any_of(name,
                {"NOP",    "BAR",    "BSSY",          "BSYNC",     "BMOV",         "DEPBAR", "LDGDEPBAR", "ARRIVES",
                 "MEMBAR", "ERRBAR", "WARPSYNC",      "YIELD",     "NANOSLEEP",    "SYNCS",  "CCTL",      "CCTLL",
                 "CCTLT",  "FENCE",  "ENDCOLLECTIVE", "WARPGROUP", "WARPGROUPSET", "ELECT",  "ACQBULK",   "PREEXIT"})) {
    return nullptr;
  }
  if (is_any_of(name, {"LD",  "LDG",  "LDL",  "LDC",   "LDCU", "ULDC", "LDGSTS", "ST",    "STG",    "STL",
                       "RED", "REDG", "ATOM", "ATOMG", "QSPC", "SULD", "SUST",   "SURED", "SUATOM", "SUQUERY"}) ||
      starts_with_any(name, {"TEX", "TLD", "TMML", "TXD", "TXQ", "UBLK", "UTMA", "UTMALDG"})) {
    return resource::k_memory_instructions;
  }
  return resource::k_arithmetic_instructions;
}

// "        /*0150*/               @P0 BRA `(.L_x_0) ;": "BRA"; empty when the line is no instruction.
std::string_view sass_operation(std::string_view line) {
  std::string_view text = without_spaces(line);
  if (!text.starts_with("/*") || text.starts_with("/* 0x")) return {};
  const std::size_t end = text.find("*/");
  if (end == std::string_view::npos) return {};
  text = without_spaces(text.substr(end + 2));
  if (text.starts_with("{")) text = without_spaces(text.substr(1));  // issued together with the next
  if (text.starts_with("@")) text = without_spaces(text.substr(until(text, " ").size()));
  return until(text, " ;");
}

// Names from "PTX ISA", "Instruction Set". Memory is said behind the name: "ld.shared.b32".
Class class_of_ptx(std::string_view name) {
  const std::string_view operation = until(name, ".");
  if (is_any_of(operation, {"bra", "brx", "call", "ret", "exit", "trap", "brkpt"}))
    return resource::k_branch_instructions;
  if (is_any_of(operation, {"bar", "barrier", "membar", "fence", "nanosleep", "discard", "prefetch", "prefetchu",
                            "mbarrier", "griddepcontrol", "pmevent", "setmaxnreg", "isspacep"}))
    return operation == "isspacep" ? resource::k_arithmetic_instructions : nullptr;
  const bool is_access = is_any_of(operation, {"ld", "ldu", "st", "atom", "red", "tex", "tld4", "txq", "suld", "sust",
                                               "sured", "cp", "ldmatrix", "stmatrix"});
  if (!is_access) return resource::k_arithmetic_instructions;
  const bool is_local = name.find(".shared") != std::string_view::npos && operation != "cp";
  return is_local ? resource::k_local_instructions : resource::k_memory_instructions;
}

// "	@%p1 bra 	$L__BB0_2;": "bra"; empty when the line is no instruction.
std::string_view ptx_operation(std::string_view line) {
  std::string_view text = without_spaces(until(line, "\r\n"));
  if (text.starts_with("@")) text = without_spaces(text.substr(until(text, " \t").size()));
  const bool is_code = !text.empty() && text.front() >= 'a' && text.front() <= 'z';
  return is_code ? until(text, " \t;") : std::string_view();
}

// Classifies a message to another unit: memory, local memory, or a unit that synchronises. iga64 names the unit behind
// `//`.
Class class_of_message(std::string_view line) {
  constexpr std::uint32_t k_local_surface = 0xfe;  // number of the data port's local memory
  const std::size_t slashes = std::min(line.find("//"), line.size());
  const std::string_view comment = line.substr(slashes), code = line.substr(0, slashes);
  const auto says = [&](std::string_view what) { return comment.find(what) != std::string_view::npos; };
  if (code.find("EOT") != std::string_view::npos) return resource::k_branch_instructions;
  if (says("gateway") || says("barrier") || says("fence")) return nullptr;
  if (code.find(".gtwy") != std::string_view::npos || code.find(".ts ") != std::string_view::npos) return nullptr;
  if (code.find(".slm") != std::string_view::npos || says(".slm.")) return resource::k_local_instructions;
  const bool is_data_port = says("hdc.") || code.find(".dc") != std::string_view::npos;
  const std::string_view operands = until(code, "{");
  const std::size_t last = operands.rfind("0x");
  const auto descriptor = last == operands.npos ? std::nullopt : number_at(operands.substr(last + 2), 16);
  const bool is_local = is_data_port && descriptor && (*descriptor & 0xffU) == k_local_surface && !says("a64");
  return is_local ? resource::k_local_instructions : resource::k_memory_instructions;
}

// Names from Intel's Graphics Assembler.
Class class_of_gen(std::string_view name, std::string_view line) {
  if (name.starts_with("send")) return class_of_message(line);
  if (starts_with_any(name, {"load.", "store.", "atomic", "atom."})) {
    return name.find(".slm") != std::string_view::npos ? resource::k_local_instructions
                                                       : resource::k_memory_instructions;
  }
  if (is_any_of(name, {"jmpi", "if", "else", "endif", "while", "break", "cont", "goto", "join", "halt", "call", "calla",
                       "ret", "brd", "brc"})) {
    return resource::k_branch_instructions;
  }
  if (starts_with_any(name, {"sync", "wait", "nop", "illegal"})) return nullptr;
  return resource::k_arithmetic_instructions;
}

// "(W&f1.0) jmpi   L1064": "jmpi"; empty for labels and comments.
std::string_view gen_operation(std::string_view line) {
  std::string_view text = without_spaces(line);
  if (line.empty() || text.empty() || text.starts_with("//")) return {};
  if (text.starts_with("(")) text = without_spaces(text.substr(std::min(text.find(')') + 1, text.size())));
  const std::string_view name = until(text, " \t");
  return name.ends_with(":") ? std::string_view() : name;
}

}  // namespace

ResourceMetrics no_instructions() {
  return {{resource::k_instructions, 0},
          {resource::k_memory_instructions, 0},
          {resource::k_local_instructions, 0},
          {resource::k_arithmetic_instructions, 0},
          {resource::k_branch_instructions, 0}};
}

ResourceMetrics count_sass(std::string_view text) {
  ResourceMetrics metrics = no_instructions();
  std::int64_t padding = 0;
  for (const std::string_view line : lines_of(text)) {
    const std::string_view operation = sass_operation(line);
    if (operation.empty()) continue;
    if (operation == "NOP") {
      ++padding;
      continue;
    }
    metrics[resource::k_instructions] += std::exchange(padding, 0);
    add(class_of_sass(operation), metrics);
    if (is_matrix_instruction(operation)) ++metrics[resource::k_matrix_instructions];
  }
  return metrics;
}

ResourceMetrics count_gen(std::string_view text) {
  ResourceMetrics metrics = no_instructions();
  for (const std::string_view line : lines_of(text)) {
    if (const std::string_view name = gen_operation(line); !name.empty()) add(class_of_gen(name, line), metrics);
  }
  return metrics;
}

ResourceMetrics count_ptx(std::string_view text) {
  ResourceMetrics metrics = no_instructions();
  bool is_inside = false, is_in_call = false;  // the arguments of a call lie in the lines below it
  for (const std::string_view line : lines_of(text)) {
    if (line.starts_with("{")) is_inside = true;
    const std::string_view operation = is_inside && !is_in_call ? ptx_operation(line) : std::string_view();
    if (!operation.empty()) add(class_of_ptx(operation), metrics);
    if (is_matrix_instruction(operation)) ++metrics[resource::k_matrix_instructions];
    if (operation.starts_with("call") || is_in_call) is_in_call = line.find(';') == std::string_view::npos;
  }
  return metrics;
}

}  // namespace clc
