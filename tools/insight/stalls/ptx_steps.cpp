#include <algorithm>

#include "base/text.h"
#include "clc/package/matrix_products.h"
#include "insight/disasm/ptx_code.h"
#include "insight/stalls/read_steps.h"

namespace clc {
namespace {

// A conversion between integers and floating-point numbers: ".s32.f32".
bool is_conversion(std::string_view name) {
  const std::size_t last = name.rfind('.');
  const std::string_view from = name.substr(last + 1), to = name.substr(0, last);
  const auto is_float = [](std::string_view type) { return type.starts_with("f") || type.starts_with("bf"); };
  const std::size_t before = to.rfind('.');
  return last != std::string_view::npos && before != std::string_view::npos &&
         (is_float(from) || is_float(to.substr(before + 1)));
}

StepKind kind_of_memory(std::string_view name) {
  if (has_part(name, ".param") || has_part(name, ".const")) return StepKind::k_constant;
  return has_part(name, ".shared") ? StepKind::k_local : StepKind::k_global;
}

// Names from "PTX ISA", "Instruction Set".
StepKind kind_of_ptx(std::string_view name) {
  const std::string_view operation = name.substr(0, name.find('.'));
  if (is_any_of(operation, {"ld", "ldu", "ldmatrix", "atom"})) return kind_of_memory(name);
  if (is_any_of(operation, {"st", "red", "sust", "sured", "stmatrix", "cp"})) return StepKind::k_store;
  if (is_any_of(operation, {"tex", "tld4", "txq", "suld"})) return StepKind::k_image;
  if (is_any_of(operation, {"bar", "barrier"})) return StepKind::k_barrier;
  if (is_any_of(operation, {"shfl", "vote", "match", "redux", "activemask"})) return StepKind::k_exchange;
  if (is_any_of(operation, {"bra", "brx", "call", "ret", "exit", "trap", "brkpt"})) return StepKind::k_branch;
  if (is_any_of(operation, {"membar", "fence", "nanosleep", "discard", "prefetch"})) return StepKind::k_wait;
  if (is_matrix_instruction(name)) return StepKind::k_matrix;
  const bool is_special =
      is_any_of(operation, {"sqrt", "rsqrt", "rcp", "sin", "cos", "ex2", "lg2", "tanh", "div", "rem"});
  if (is_special || (operation == "cvt" && is_conversion(name))) return StepKind::k_special;
  const bool computes = !is_any_of(operation, {"mov", "selp", "ld", "st"});
  return computes && has_part(name, ".f64") ? StepKind::k_double : StepKind::k_arithmetic;
}

bool is_ptx_float(std::string_view name) {
  const std::string_view operation = name.substr(0, name.find('.'));
  return is_any_of(operation, {"add", "sub", "mul", "fma", "mad"}) && (has_part(name, ".f") || has_part(name, ".bf"));
}

}  // namespace

std::vector<CodeStep> ptx_steps(const std::vector<std::string_view>& lines) {
  const PtxCode ptx(lines);
  std::vector<CodeStep> steps;
  for (const PtxInstruction& one : ptx.instructions()) {
    CodeStep& step = steps.emplace_back();
    step.line = one.line;
    step.name = one.name;
    step.kind = kind_of_ptx(one.name);
    step.is_float = is_ptx_float(one.name);
    step.reads.assign(one.reads.begin(), one.reads.end());
    step.writes.assign(one.writes.begin(), one.writes.end());
    step.targets = ptx.targets_of(one);
  }
  return steps;
}

}  // namespace clc
