#include "worker/codegen/kernel_analysis.h"

#include <llvm/IR/DebugInfo.h>

#include "worker/analysis/analysis.h"

namespace clc::worker {
namespace {

// Of AMD's chips, of which some have two sizes.
unsigned wave_of(const BackEndJob& job) {
  if (job.target.family != Family::k_amdgcn) return 32;
  const bool has_both = job.target.arch.starts_with("gfx1");
  return !has_both || job.machine.getTargetFeatureString().contains("+wavefrontsize64") ? 64 : 32;
}

}  // namespace

void add_analysis(const BackEndJob& job, BackEndOutput& output) {
  bool is_wanted = false;
  for (const std::string& section : job.request.sections) {
    const std::optional<AnalysisRequest> request = analysis_request(section);
    if (!request) continue;
    is_wanted = true;
    const std::optional<ChipMemory> chip = chip_memory(job.target, wave_of(job));
    output.sections[section] =
        encode_analysis(chip ? analyze(job.module, *chip, job.interface, *request) : std::vector<KernelFacts>());
  }
  if (is_wanted && !job.language.has_debug_info) llvm::StripDebugInfo(job.module);
}

}  // namespace clc::worker
