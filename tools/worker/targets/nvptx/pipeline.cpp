#include "worker/targets/nvptx/pipeline.h"

#include <algorithm>

#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include "clc/package/nvidia_chips.h"
#include "worker/passes/align_local_arguments.h"
#include "worker/passes/check_optimized_kernels.h"
#include "worker/passes/check_undefined_functions.h"
#include "worker/passes/drop_convergence_of_intrinsics.h"
#include "worker/passes/inlining.h"
#include "worker/passes/keep_only_kernels.h"
#include "worker/passes/link_builtins.h"
#include "worker/passes/lower_maths_intrinsics.h"
#include "worker/passes/mark_constant_structs.h"
#include "worker/passes/mark_program_functions.h"
#include "worker/passes/number_group_copies.h"
#include "worker/passes/nvptx_copy_by_words.h"
#include "worker/passes/nvptx_copy_divergent_tables.h"
#include "worker/passes/nvptx_define_controls.h"
#include "worker/passes/nvptx_expand_abs.h"
#include "worker/passes/nvptx_expand_factored_products.h"
#include "worker/passes/nvptx_inline_image_functions.h"
#include "worker/passes/nvptx_invert_latch_branches.h"
#include "worker/passes/nvptx_keep_library_divisions_exact.h"
#include "worker/passes/nvptx_keep_squares.h"
#include "worker/passes/nvptx_limit_registers.h"
#include "worker/passes/nvptx_lower_cuda_images.h"
#include "worker/passes/nvptx_lower_images.h"
#include "worker/passes/nvptx_lower_printf.h"
#include "worker/passes/nvptx_make_dot_products.h"
#include "worker/passes/nvptx_make_names_valid.h"
#include "worker/passes/nvptx_mark_read_only_loads.h"
#include "worker/passes/nvptx_move_local_memory.h"
#include "worker/passes/nvptx_overlap_group_products.h"
#include "worker/passes/nvptx_pass_cuda_parameters.h"
#include "worker/passes/nvptx_pass_padding.h"
#include "worker/passes/nvptx_prepare_cuda_launches.h"
#include "worker/passes/nvptx_read_structs_in_place.h"
#include "worker/passes/nvptx_restore_neighbour_sums.h"
#include "worker/passes/nvptx_set_work_group_sizes.h"
#include "worker/passes/nvptx_shorten_divisions.h"
#include "worker/passes/nvptx_sign_extend_sums.h"
#include "worker/passes/nvptx_unroll_strided_loops.h"
#include "worker/passes/nvptx_widen_divisions.h"
#include "worker/passes/nvptx_widen_narrow_arithmetic.h"
#include "worker/passes/nvptx_widen_narrow_products.h"
#include "worker/passes/reduce_vector_conditions.h"
#include "worker/passes/scalarize_canonicalize.h"
#include "worker/passes/select_short_branches.h"
#include "worker/passes/select_vector_elements.h"
#include "worker/passes/strip_names.h"

namespace clc::worker {
namespace {

constexpr unsigned k_first_chip_with_dot_products = 61;

// Adds passes at extension points of LLVM's own pipeline, in the order in which they run.
void extend_optimizer(llvm::PassBuilder& builder, const NvptxSettings& settings) {
  // `alwaysinline` functions are inlined at the start, so that `i += get_local_size(0)` is known to be a 32-bit
  // addition before LLVM widens the induction variable `i` to 64 bits.
  builder.registerPipelineStartEPCallback([](llvm::ModulePassManager& passes, llvm::OptimizationLevel level) {
    if (level != llvm::OptimizationLevel::O0) passes.addPass(llvm::AlwaysInlinerPass());
  });
  if (settings.language.optimization > 1) inline_large_functions(builder);
  builder.registerPeepholeEPCallback([](llvm::FunctionPassManager& passes, llvm::OptimizationLevel level) {
    if (level != llvm::OptimizationLevel::O0) passes.addPass(SelectShortBranches());
  });
  // Dot products are formed before long loops are unrolled, so that the unroller counts them, and again at the end.
  const bool makes_dot_products = compute_capability(settings.target.arch) >= k_first_chip_with_dot_products;
  builder.registerVectorizerStartEPCallback(
      [makes_dot_products](llvm::FunctionPassManager& passes, llvm::OptimizationLevel level) {
        if (makes_dot_products && level.getSpeedupLevel() > 0) passes.addPass(NvptxMakeDotProducts());
        if (level.getSpeedupLevel() < 2) return;
        passes.addPass(llvm::LoopSimplifyPass());
        passes.addPass(llvm::LCSSAPass());
        passes.addPass(NvptxUnrollStridedLoops());
      });
  builder.registerOptimizerLastEPCallback([makes_dot_products](llvm::ModulePassManager& passes,
                                                               llvm::OptimizationLevel level,
                                                               llvm::ThinOrFullLTOPhase /*phase*/) {
    if (level == llvm::OptimizationLevel::O0) return;
    if (makes_dot_products) {
      llvm::FunctionPassManager functions;
      functions.addPass(NvptxMakeDotProducts());
      functions.addPass(llvm::EarlyCSEPass());
      passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(functions)));
    }
    passes.addPass(NvptxCopyDivergentTables());
  });
}

// Adds passes that choose the form of code which ptxas makes the best of.
void add_late_optimizations(PassList& list) {
  list.add(NvptxWidenNarrowArithmetic());
  list.add(NvptxWidenNarrowProducts());
  list.add(NvptxExpandFactoredProducts());
  list.add(NvptxKeepSquares());
  list.add(SelectVectorElements());
  list.add(ReduceVectorConditions());
  list.add(NvptxRestoreNeighbourSums());  // before loads are marked, because it changes their addresses
  list.add(NvptxSignExtendSums());
  list.add(NvptxMarkReadOnlyLoads());
  list.add(NvptxInvertLatchBranches());
}

// The last one counts. check_value() wrote it as =N.
unsigned max_registers(const BuildOptions& options) {
  unsigned registers = 0;
  for (const BuildOption& option : options) {
    if (option.is(Option::k_max_registers)) llvm::StringRef(option.value).drop_front(1).getAsInteger(10, registers);
  }
  return registers;
}

}  // namespace

NvptxSettings nvptx_settings(const Target& target, const Language& language, const BuildOptions& options) {
  return {.target = target,
          .language = language,
          .has_exact_roots = has_option(options, Option::k_exact_roots),
          .has_relaxed_maths = allows_relaxed_maths(options),
          .max_registers = max_registers(options)};
}

void add_nvptx_passes(PassList& list, const NvptxSettings& settings, const PipelineHooks& hooks) {
  const int optimization = settings.language.optimization;
  const bool is_for_cuda = settings.target.family == Family::k_cuda;
  list.add(NvptxSetWorkGroupSizes());
  if (settings.max_registers != 0) list.add(NvptxLimitRegisters(settings.max_registers));
  list.add(NvptxPassPadding());
  list.add(NvptxLowerPrintf());

  // Beyond this point the module calls OpenCL's functions by the names that the builtin library has for them.
  list.add(LowerMathsIntrinsics());
  list.add(Call(hooks.before_builtins));
  list.add(MarkProgramFunctions());  // before the library's functions are among them
  list.add_fallible(LinkBuiltins(settings.target));
  list.add(NvptxKeepLibraryDivisionsExact());
  list.add(NvptxDefineControls(settings.has_exact_roots, settings.has_relaxed_maths, !is_for_cuda));
  list.add(DropConvergenceOfIntrinsics());
  list.add(KeepOnlyKernels());
  list.add(MarkConstantStructs());  // before kernels' bodies are inlined
  if (is_for_cuda) {
    list.add_fallible(NvptxLowerCudaImages());
    list.add(NvptxPrepareCudaLaunches());
  } else {
    list.add(NvptxInlineImageFunctions());
  }
  list.add(NumberGroupCopies());
  list.add(Call(hooks.before_optimizer));

  extend_optimizer(list.builder(), settings);
  // Image handles must not go through memory, as they would without optimisation.
  list.add_optimizer(settings.uses_images ? std::max(optimization, 1) : optimization);
  list.add_fallible(CheckOptimizedKernels());
  if (optimization > 0) list.add(NvptxReadStructsInPlace());
  if (optimization > 0) list.add(NvptxOverlapGroupProducts());
  if (!is_for_cuda) list.add_fallible(NvptxLowerImages());
  list.add(AlignLocalArguments());
  list.add(ScalarizeCanonicalize());

  // Beyond this point the module is what the code generator sees, except for names and the form of arithmetic.
  list.add(Call(hooks.after_optimizer));
  if (is_for_cuda) {
    list.add_fallible(NvptxPassCudaParameters());
    list.add(NvptxMoveLocalMemory());
  }
  if (settings.language.strips_names) list.add(StripNames(settings.language.strips_arguments));
  list.add(NvptxCopyByWords());
  list.add(NvptxShortenDivisions());
  list.add(NvptxWidenDivisions());
  list.add(NvptxExpandAbs());
  if (optimization > 0) add_late_optimizations(list);
  list.add_fallible(CheckUndefinedFunctions("vprintf"));
  list.add_fallible(NvptxMakeNamesValid());
}

}  // namespace clc::worker
