#include "worker/targets/nvptx/pipeline.h"

#include <algorithm>
#include <memory>

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstrTypes.h>

#include "worker/ir/failure.h"
#include "worker/passes/align_local_arguments.h"
#include "worker/passes/check_optimized_kernels.h"
#include "worker/passes/check_undefined_functions.h"
#include "worker/passes/inlining.h"
#include "worker/passes/keep_only_kernels.h"
#include "worker/passes/link_builtins.h"
#include "worker/passes/lower_maths_intrinsics.h"
#include "worker/passes/nvptx_arguments.h"
#include "worker/passes/nvptx_constants.h"
#include "worker/passes/nvptx_copies.h"
#include "worker/passes/nvptx_divisions.h"
#include "worker/passes/nvptx_dot_products.h"
#include "worker/passes/nvptx_images.h"
#include "worker/passes/nvptx_loads.h"
#include "worker/passes/nvptx_loops.h"
#include "worker/passes/nvptx_names.h"
#include "worker/passes/nvptx_printf.h"
#include "worker/passes/nvptx_products.h"
#include "worker/passes/nvptx_widths.h"
#include "worker/passes/scalarize_canonicalize.h"
#include "worker/passes/strip_names.h"
#include "worker/passes/vector_elements.h"

namespace clc::worker {
namespace {

void define_control(llvm::Module& module, llvm::StringRef name, bool value) {
  llvm::GlobalVariable* control = module.getGlobalVariable(name);
  if (control == nullptr) return;
  control->setInitializer(llvm::ConstantInt::get(control->getValueType(), value ? 1 : 0));
  control->setLinkage(llvm::GlobalValue::InternalLinkage);
}

// Defines the constants by which the builtin library learns options.
void define_controls(llvm::Module& module, const NvptxSettings& settings) {
  define_control(module, "clc_is_sqrt_exact", settings.has_exact_roots);
  define_control(module, "clc_is_relaxed", settings.has_relaxed_maths);
}

void annotate_work_group_sizes(llvm::Module& module, const Interface& interface) {
  for (const KernelInterface& kernel : interface.kernels) {
    llvm::Function* function = module.getFunction(kernel.name);
    const auto& size = kernel.required_work_group_size;
    if (function == nullptr || size[0] == 0) continue;
    function->addFnAttr("nvvm.reqntid",
                        std::to_string(size[0]) + "," + std::to_string(size[1]) + "," + std::to_string(size[2]));
  }
}

// Clang marks each call as convergent, those of intrinsics that are not, too. Such a call is not moved out of a loop,
// and the loop is not unrolled: get_local_size(0) as a stride would be enough.
void forget_convergence_of_intrinsics(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (!function.isIntrinsic() || function.isConvergent()) continue;
    for (llvm::User* user : function.users()) {
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) call->setNotConvergent();
    }
  }
}

}  // namespace

void add_nvptx_passes(PassList& list, const NvptxSettings& settings, const PipelineHooks& hooks) {
  const Interface* interface = settings.interface;
  const auto source = std::make_shared<Functions>();
  const int optimization = settings.language.optimization;
  list.add(Call([=](llvm::Module& module) { annotate_work_group_sizes(module, *interface); }));
  list.add(Call(pass_padding));
  list.add(Call(lower_printf));

  // Beyond this point the module calls OpenCL's functions by the names that the builtin library has for them.
  list.add(LowerMathsIntrinsics());
  list.add(Call(hooks.before_builtins));
  list.add(Call([=](llvm::Module& module) {
    *source = defined_in(module);
    mark_functions_of_program(module);
  }));
  list.add_fallible(LinkBuiltins(settings.target));
  list.add(Call([=](llvm::Module& module) { divide_exactly_but_in(*source, module); }));
  list.add(Call([=](llvm::Module& module) { define_controls(module, settings); }));
  list.add(Call(forget_convergence_of_intrinsics));
  list.add(KeepOnlyKernels());
  list.add(Call(mark_structs_as_constant));
  list.add(Call(inline_image_functions));
  list.add(Call(hooks.before_optimizer));

  add_dot_products(list.builder(), settings.target.arch);
  add_loop_passes(list.builder());
  add_constant_passes(list.builder());
  if (optimization > 1) inline_large_functions(list.builder());
  // Handles of images must not pass through memory, as they do without optimisation.
  list.add_optimizer(settings.uses_images ? std::max(optimization, 1) : optimization);
  list.add_fallible(CheckOptimizedKernels());
  if (optimization > 0) list.add(Call(settings.read_structs));
  list.add_fallible(Call([=](llvm::Module& module) {
    if (auto lowered = lower_images(module, *interface); !lowered) report_failure(module.getContext(), lowered.error());
  }));
  list.add(AlignLocalArguments());
  list.add(ScalarizeCanonicalize());

  // Beyond this point the module is what the code generator sees, but for names and for the shape of arithmetic.
  list.add(Call(hooks.after_optimizer));
  if (settings.language.strips_names) list.add(StripNames(settings.language.strips_arguments));
  list.add(Call(copy_by_words));
  list.add(Call(shorten_divisions_and_roots));
  list.add(Call(widen_divisions));
  list.add(Call(expand_magnitudes));
  if (optimization > 0) {
    list.add(Call(widen_narrowed));
    list.add(Call(multiply_and_add));
    list.add(Call(select_elements));
    list.add(Call(join_answers));
    list.add(Call(count_from_first_neighbour));
    list.add(Call(extend_sums_with_sign));
    list.add(Call(mark_read_only_loads));
    list.add(Call(jump_back_where_true));
  }
  list.add_fallible(CheckUndefinedFunctions("vprintf"));
  list.add_fallible(Call([](llvm::Module& module) {
    if (auto named = make_names_of_ptx(module); !named) report_failure(module.getContext(), named.error());
  }));
}

}  // namespace clc::worker
