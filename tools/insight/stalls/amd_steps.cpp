#include <map>
#include <optional>

#include "base/text.h"
#include "clc/package/matrix_products.h"
#include "insight/stalls/read_steps.h"

namespace clc {
namespace {

enum Counter : unsigned { k_loads, k_stores, k_local_and_scalar };  // vmcnt, vscnt, lgkmcnt

bool is_vector_memory(std::string_view name) {
  return starts_with_any(name, {"global_", "buffer_", "tbuffer_", "flat_", "scratch_", "image_"});
}

StepKind kind_of_amd(std::string_view name, bool writes) {
  if (starts_with_any(name, {"s_load", "s_buffer_load", "s_scratch_load", "s_memtime", "s_dcache"}))
    return StepKind::k_constant;
  if (starts_with_any(name, {"ds_bpermute", "ds_permute", "ds_swizzle"})) return StepKind::k_exchange;
  if (name.starts_with("ds_")) return writes ? StepKind::k_local : StepKind::k_store;
  if (is_vector_memory(name)) {
    if (!writes) return StepKind::k_store;
    return name.starts_with("image_") ? StepKind::k_image : StepKind::k_global;
  }
  if (name.starts_with("s_barrier")) return StepKind::k_barrier;
  if (starts_with_any(name, {"s_branch", "s_cbranch", "s_endpgm", "s_setpc", "s_swappc", "s_call", "s_trap"}))
    return StepKind::k_branch;
  if (starts_with_any(name, {"s_wait", "s_nop", "s_clause", "s_delay_alu", "s_sleep", "s_inst_prefetch", "s_code_end"}))
    return StepKind::k_wait;
  if (is_matrix_instruction(name)) return StepKind::k_matrix;
  if (has_part(name, "_f64") && !name.starts_with("v_mov")) return StepKind::k_double;
  const bool is_special = starts_with_any(name, {"v_sqrt", "v_rsq", "v_rcp", "v_sin", "v_cos", "v_exp", "v_log"});
  return is_special ? StepKind::k_special : StepKind::k_arithmetic;
}

bool is_amd_float(std::string_view name) {
  const bool computes = starts_with_any(name, {"v_add_f", "v_sub_f", "v_subrev_f", "v_mul_f", "v_fma", "v_mac_f",
                                               "v_mad_f", "v_pk_fma_f", "v_pk_add_f", "v_pk_mul_f", "v_dual_f"});
  return computes && has_part(name, "_f");
}

void set_counts(std::string_view arch, CodeStep& step) {
  const bool is_old = arch.starts_with("gfx9") || arch.starts_with("gfx8");
  const std::string_view name = step.name;
  const bool is_local = name.starts_with("ds_") || step.kind == StepKind::k_constant || name.starts_with("flat_");
  if (is_local) step.counts.push_back({k_local_and_scalar});
  if (is_vector_memory(name)) step.counts.push_back({step.kind == StepKind::k_store && !is_old ? k_stores : k_loads});
  if (!step.counts.empty()) step.has_interlock = false;
}

std::optional<std::size_t> number_behind(std::string_view text, std::string_view word) {
  const std::size_t at = text.find(word);
  if (at == std::string_view::npos) return std::nullopt;
  text.remove_prefix(at + word.size());
  return text.starts_with("0x") ? number_at(text.substr(2), 16) : number_at(text, 10);
}

// "s_waitcnt vmcnt(0) lgkmcnt(0)", "s_waitcnt_vscnt null, 0x0"
void set_limits(std::string_view text, CodeStep& step) {
  const std::pair<std::string_view, Counter> words[] = {{"vmcnt(", k_loads},
                                                        {"lgkmcnt(", k_local_and_scalar},
                                                        {"vscnt(", k_stores},
                                                        {"s_waitcnt_vscnt null, ", k_stores}};
  for (const auto& [word, counter] : words) {
    if (const std::optional<std::size_t> most = number_behind(text, word)) step.limits.push_back({counter, *most});
  }
}

// The model of GCN and CDNA counts in turns of four clocks.
double clocks_of(std::uint32_t latency, std::string_view arch) {
  return latency * (arch.starts_with("gfx9") || arch.starts_with("gfx8") ? 4.0 : 1.0);
}

}  // namespace

std::vector<CodeStep> amd_steps(const std::vector<std::string_view>& lines, const MachineFunction& function,
                                std::string_view arch) {
  std::map<std::uint64_t, std::size_t> line_of, step_of;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (const std::optional<std::uint64_t> address = objdump_address(lines[i])) line_of[*address] = i;
  }
  std::vector<CodeStep> steps;
  std::vector<const MachineStep*> machine;
  for (const MachineStep& one : function.steps) {
    const auto line = line_of.find(one.address);
    if (line == line_of.end()) continue;  // padding, which is not shown
    step_of[one.address] = steps.size();
    machine.push_back(&one);
    CodeStep& step = steps.emplace_back();
    step.line = line->second;
    step.name = one.mnemonic;
    step.kind = kind_of_amd(one.mnemonic, !one.writes.empty());
    step.is_float = is_amd_float(one.mnemonic);
    for (const StepNumber& number : one.reads) step.reads.push_back(number.value);
    for (const StepNumber& number : one.writes) step.writes.push_back(number.value);
    set_counts(arch, step);
    if (step.kind == StepKind::k_wait) set_limits(lines[step.line], step);
    const bool computes = step.kind == StepKind::k_arithmetic || step.kind == StepKind::k_double ||
                          step.kind == StepKind::k_special || step.kind == StepKind::k_matrix;
    if (computes && one.latency != 0) step.latency = clocks_of(one.latency, arch);
  }
  for (std::size_t i = 0; i < steps.size(); ++i) {
    for (const StepNumber& target : machine[i]->targets) {
      if (const auto found = step_of.find(target.value); found != step_of.end())
        steps[i].targets.push_back(found->second);
    }
  }
  return steps;
}

}  // namespace clc
