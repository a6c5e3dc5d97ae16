#include "worker/insight/analysis_section.h"

#include <memory>

#include <llvm/IR/DebugInfo.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "worker/insight/analysis/analysis.h"
#include "worker/insight/joined_accesses.h"
#include "worker/passes/pass_list.h"
#include "worker/targets/amdgpu/amdgpu_waves.h"

namespace clc::worker {
namespace {

// Returns the lanes of a wave. Some of AMD's chips have two sizes.
unsigned wave_of(const BackEndJob& job) {
  if (job.target.family != Family::k_amdgcn) return 32;
  const bool has_both = job.target.arch.starts_with("gfx1");
  return !has_both || has_wide_waves(job.machine) ? 64 : 32;
}

// The module as the code generator will see it, and without variables that only -cl-opt-disable leaves in private
// memory: they are no reads of the program. Null where that is the module itself.
std::unique_ptr<llvm::Module> copy_to_analyze(const BackEndJob& job) {
  if (job.machine.getOptLevel() != llvm::CodeGenOptLevel::None) {
    return copy_with_joined_accesses(job.module, job.machine);
  }
  std::unique_ptr<llvm::Module> copy = llvm::CloneModule(job.module);
  run_passes(*copy, job.machine, "function(mem2reg)");
  return copy;
}

void add_maths(const BackEndJob& job, const MathsCalls& maths, std::vector<KernelFacts>& kernels) {
  for (KernelFacts& facts : kernels) {
    facts.maths = allows_relaxed_maths(job.options()) ? "relaxed" : "full";
    facts.has_relaxed_maths = job.target.family != Family::k_r600;
    if (const auto found = maths.find(facts.kernel); found != maths.end()) facts.maths_calls = found->second;
  }
}

}  // namespace

void add_analysis(const BackEndJob& job, const MathsCalls& maths, std::map<std::string, Bytes>& sections) {
  bool is_wanted = false;
  std::unique_ptr<llvm::Module> copy;
  for (const std::string& section : job.request.sections) {
    const std::optional<AnalysisRequest> request = analysis_request(section);
    if (!request) continue;
    const std::optional<ChipMemory> chip = chip_memory(job.target, wave_of(job));
    if (!is_wanted && chip) copy = copy_to_analyze(job);
    is_wanted = true;
    llvm::Module& module = copy == nullptr ? job.module : *copy;
    std::vector<KernelFacts> facts;
    if (chip) facts = analyze(module, *chip, job.interface, *request);
    add_maths(job, maths, facts);
    sections[section] = encode_analysis(facts);
  }
  if (is_wanted && !job.language.has_debug_info) llvm::StripDebugInfo(job.module);
}

}  // namespace clc::worker
