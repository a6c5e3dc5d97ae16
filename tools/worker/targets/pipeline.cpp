#include "worker/targets/pipeline.h"

#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include "worker/ir/failure.h"
#include "worker/passes/align_aggregates.h"
#include "worker/passes/drop_impossible_nonnull.h"
#include "worker/passes/drop_used_lists.h"
#include "worker/passes/expand_constant_powers.h"
#include "worker/passes/note_ends_of_source.h"
#include "worker/passes/rename_own_functions.h"
#include "worker/passes/run_global_constructors.h"
#include "worker/targets/amdgpu/pipeline.h"
#include "worker/targets/nvptx/pipeline.h"
#include "worker/targets/r600/pipeline.h"
#include "worker/targets/spirv/pipeline.h"

namespace clc::worker {
namespace {

void verify(llvm::Module& module) {
  std::string broken;
  llvm::raw_string_ostream stream(broken);
  if (llvm::verifyModule(module, &stream))
    report_failure(module.getContext(), ErrorKind::k_crash, "Clang made invalid IR: " + broken);
}

}  // namespace

void add_passes_of_all_targets(PassList& list, const Target& target, const Language& language) {
  list.add(RenameOwnFunctions());
  list.add(DropImpossibleNonnull());
  list.add_fallible(Call(verify));

  // Beyond this point the module is valid.
  list.add_fallible(RunGlobalConstructors());
  list.add(NoteEndsOfSource());
  list.add(DropUsedLists());
  if (target.family != Family::k_r600) list.add(AlignAggregates());
  if (language.optimization > 0) list.add(ExpandConstantPowers());
}

void add_whole_pipeline(PassList& list, const Target& target, const Language& language, const BuildOptions& options,
                        llvm::TargetMachine& machine) {
  add_passes_of_all_targets(list, target, language);
  switch (target.family) {
    case Family::k_nvptx:
      return add_nvptx_passes(list, nvptx_settings(target, language, options), {});
    case Family::k_amdgcn:
      return add_amdgpu_passes(list, amdgpu_settings(target, language, options, machine), {}, machine);
    case Family::k_r600:
      return add_r600_passes(list, target, language, {});
    default:
      const SpirvSettings settings{target, language, options.has("-cl-mad-enable")};
      add_spirv_passes_before_optimizer(list, settings);
      add_spirv_passes(list, settings, language.optimization, {});
  }
}

}  // namespace clc::worker
