#include "worker/codegen/kernel_analysis.h"

#include <llvm/IR/DebugInfo.h>

#include "worker/insight/analysis/analysis.h"
#include "worker/ir/joined_accesses.h"

namespace clc::worker {
namespace {

// Returns the lanes of a wave. Some of AMD's chips have two sizes.
unsigned wave_of(const BackEndJob& job) {
  if (job.target.family != Family::k_amdgcn) return 32;
  const bool has_both = job.target.arch.starts_with("gfx1");
  return !has_both || job.machine.getTargetFeatureString().contains("+wavefrontsize64") ? 64 : 32;
}

}  // namespace

void add_analysis(const BackEndJob& job, BackEndOutput& output) {
  bool is_wanted = false;
  std::unique_ptr<llvm::Module> joined;
  for (const std::string& section : job.request.sections) {
    const std::optional<AnalysisRequest> request = analysis_request(section);
    if (!request) continue;
    const std::optional<ChipMemory> chip = chip_memory(job.target, wave_of(job));
    if (!is_wanted && chip) joined = copy_with_joined_accesses(job.module, job.machine);
    is_wanted = true;
    llvm::Module& module = joined == nullptr ? job.module : *joined;
    output.sections[section] =
        encode_analysis(chip ? analyze(module, *chip, job.interface, *request) : std::vector<KernelFacts>());
  }
  if (is_wanted && !job.language.has_debug_info) llvm::StripDebugInfo(job.module);
}

}  // namespace clc::worker
