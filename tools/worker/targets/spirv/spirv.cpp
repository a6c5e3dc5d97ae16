#include <algorithm>
#include <memory>

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <spirv-tools/libspirv.hpp>

#include "base/try.h"
#include "worker/analyses/odd_widths.h"
#include "worker/frontend/announced.h"
#include "worker/frontend/extension_arguments.h"
#include "worker/ir/code_generation.h"
#include "worker/strip/strip.h"
#include "worker/targets/back_ends.h"
#include "worker/targets/kernel_symbols.h"
#include "worker/targets/spirv/pipeline.h"
#include "worker/targets/spirv/spirv_constants.h"
#include "worker/targets/spirv/spirv_fixups.h"
#include "worker/targets/spirv/spirv_lines.h"
#include "worker/targets/spirv/spirv_validation.h"

namespace clc::worker {
namespace {

// The widest alignment of a private variable.
std::uint32_t widest_alignment(const llvm::Module& module) {
  std::uint64_t widest = 1;
  for (const llvm::Function& function : module) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (variable != nullptr) widest = std::max(widest, variable->getAlign().value());
    }
  }
  return static_cast<std::uint32_t>(widest);
}

Result<BackEndOutput> write_spirv(const BackEndJob& job, bool is_optimized) {
  llvm::Module& module = job.module;
  const Target& target = job.target;
  BackEndOutput output;
  if (job.wants("ir")) output.sections["ir"] = text_of(module);
  const std::uint32_t widest = widest_alignment(module);
  const std::vector<SourceLine> lines = job.language.has_debug_info ? mark_lines(module) : std::vector<SourceLine>();
  const std::string bytes = emit(module, job.machine, llvm::CodeGenFileType::ObjectFile);
  auto words = to_words(bytes);
  if (!words) return fail(words);
  write_lines(*words, lines);
  CLC_TRY(fix_backend_output(*words));
  fix_private_alignments(*words, widest);
  fix_constant_addresses(*words);
  if (job.language.strips_names) *words = strip_spirv(*words, job.language);
  if (const std::string message = validate_spirv(*words, target.arch); !message.empty()) {
    return fail(ErrorKind::k_crash, "LLVM's SPIR-V backend made an invalid module: " + message);
  }
  output.binary.assign(reinterpret_cast<const char*>(words->data()), words->size() * sizeof(std::uint32_t));
  output.build_options = il_build_options(job.request.options, *words, is_optimized);
  return output;
}

SpirvSettings settings_of(const Target& target, const Language& language, const BuildOptions& options) {
  return {target, language, has_option(options, Option::k_mad)};
}

Machine spirv_machine(const Target& target, const Language& /*language*/) {
  Machine machine{family_info(target.family).name + ("v" + target.arch) + "-unknown-unknown"};
  machine.dialect.emplace_back(k_async_copies);
  if (const std::string list = unannounced(target); !list.empty()) machine.dialect.push_back("-cl-ext=" + list);
  if (has_split_barriers(target.features)) machine.dialect.emplace_back("-Dcl_intel_split_work_group_barrier=1");
  return machine;
}

Result<BackEndOutput> compile_to_spirv(const BackEndJob& job) {
  const SpirvSettings settings = settings_of(job.target, job.language, job.options());
  const auto before = [&](PassList& list) { add_spirv_passes_before_optimizer(list, settings); };
  CLC_TRY(run_passes(job.module, job.machine, {.log = job.hooks.log}, before));
  // The optimiser reads a vector in memory through an integer of as many bits when a union has other members that are
  // read too. With less optimisation it makes fewer such integers, and without it none.
  for (int level = job.language.optimization;; level = std::min(level - 1, 1)) {
    const std::unique_ptr<llvm::Module> copy = llvm::CloneModule(job.module);
    const BackEndJob of_copy{*copy, job.machine, job.target, job.language, job.interface, job.request, job.hooks};
    const auto fill = [&](PassList& list) { add_spirv_passes(list, settings, level, job.hooks); };
    CLC_TRY(run_passes(*copy, job.machine, {.log = job.hooks.log}, fill));
    const llvm::Function* odd = function_with_odd_widths(*copy);
    if (odd == nullptr) return write_spirv(of_copy, /*is_optimized=*/level > 0);
    if (level > 0) continue;
    return fail(ErrorKind::k_crash,
                "LLVM made integers of a size that SPIR-V does not have in " + odd->getName().str());
  }
}

void add_all_passes(PassList& list, const Target& target, const Language& language, const BuildOptions& options,
                    llvm::TargetMachine& /*machine*/) {
  const SpirvSettings settings = settings_of(target, language, options);
  add_spirv_passes_before_optimizer(list, settings);
  add_spirv_passes(list, settings, language.optimization, {});
}

}  // namespace

const BackEnd k_spirv_back_end = {.machine = spirv_machine,
                                  .add_all_passes = add_all_passes,
                                  .compile = compile_to_spirv,
                                  .kernels = kernels_of_spirv};

}  // namespace clc::worker
