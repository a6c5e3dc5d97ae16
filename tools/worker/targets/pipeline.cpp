#include "worker/targets/pipeline.h"

#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include "worker/ir/failure.h"
#include "worker/passes/align_aggregates.h"
#include "worker/passes/define_partial_vectors.h"
#include "worker/passes/drop_impossible_nonnull.h"
#include "worker/passes/drop_used_lists.h"
#include "worker/passes/expand_constant_powers.h"
#include "worker/passes/lower_cooperative_matrices.h"
#include "worker/passes/lower_float8_conversions.h"
#include "worker/passes/note_ends_of_source.h"
#include "worker/passes/rename_own_functions.h"
#include "worker/passes/run_global_constructors.h"
#include "worker/targets/back_ends.h"

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
  list.add_fallible(LowerCooperativeMatrices(target));
  list.add(LowerFloat8Conversions());
  list.add_fallible(RunGlobalConstructors());
  list.add(NoteEndsOfSource());
  list.add(DropUsedLists());
  if (target.family != Family::k_r600) list.add(AlignAggregates());
  const bool is_spirv = back_end_of(target.family) == &k_spirv_back_end;
  const bool is_optimized = language.optimization > 0 || target.family == Family::k_r600;  // R600 at every level
  if (is_optimized && !is_spirv) list.add(DefinePartialVectors());  // in SPIR-V functions are the driver's
  if (language.optimization > 0) list.add(ExpandConstantPowers());
}

}  // namespace clc::worker
