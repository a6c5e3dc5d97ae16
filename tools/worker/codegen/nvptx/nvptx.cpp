#include "worker/codegen/nvptx/nvptx.h"

#include <algorithm>
#include <memory>

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "clc/package/resource_names.h"
#include "worker/builtins/builtin_library.h"
#include "worker/codegen/kernel_analysis.h"
#include "worker/codegen/maths_calls.h"
#include "worker/codegen/nvptx/nvptx_arguments.h"
#include "worker/codegen/nvptx/nvptx_constants.h"
#include "worker/codegen/nvptx/nvptx_copies.h"
#include "worker/codegen/nvptx/nvptx_divisions.h"
#include "worker/codegen/nvptx/nvptx_dot_products.h"
#include "worker/codegen/nvptx/nvptx_halves.h"
#include "worker/codegen/nvptx/nvptx_images.h"
#include "worker/codegen/nvptx/nvptx_loads.h"
#include "worker/codegen/nvptx/nvptx_loops.h"
#include "worker/codegen/nvptx/nvptx_names.h"
#include "worker/codegen/nvptx/nvptx_printf.h"
#include "worker/codegen/nvptx/nvptx_products.h"
#include "worker/codegen/nvptx/nvptx_stores.h"
#include "worker/codegen/nvptx/nvptx_widths.h"
#include "worker/frontend/judge/call_cycles.h"
#include "worker/ir/alignment.h"
#include "worker/ir/inlining.h"
#include "worker/ir/maths_intrinsics.h"
#include "worker/ir/optimized_module.h"
#include "worker/ir/optimizer.h"
#include "worker/ir/vector_elements.h"
#include "worker/strip/strip.h"

namespace clc::worker {
namespace {

void define_control(llvm::Module& module, llvm::StringRef name, bool value) {
  llvm::GlobalVariable* control = module.getGlobalVariable(name);
  if (control == nullptr) return;
  control->setInitializer(llvm::ConstantInt::get(control->getValueType(), value ? 1 : 0));
  control->setLinkage(llvm::GlobalValue::InternalLinkage);
}

// Defines the constants by which the builtin library learns options.
void define_controls(const BackEndJob& job) {
  define_control(job.module, "clc_is_sqrt_exact", job.has_option("-cl-fp32-correctly-rounded-divide-sqrt"));
  define_control(job.module, "clc_is_relaxed", job.allows_relaxed_maths());
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

// The only figure of PTX. `ptxas` counts the same, but some alignment.
void count_local_bytes(const BackEndJob& job, BackEndOutput& output) {
  for (const KernelInterface& kernel : job.interface.kernels) {
    const llvm::Function* function = job.module.getFunction(kernel.name);
    if (function == nullptr) continue;
    output.resources[kernel.name][resource::k_local_bytes] = static_cast<std::int64_t>(local_bytes_of(*function));
  }
}

}  // namespace

Result<BackEndOutput> compile_to_ptx(const BackEndJob& job) {
  llvm::Module& module = job.module;
  const Interface& interface = job.interface;
  annotate_work_group_sizes(module, interface);
  pass_padding(module);
  lower_printf(module);
  call_builtins_of_chips(module);
  declare_shorter_functions(job);
  const Functions source = defined_in(module);
  mark_functions_of_program(module);
  if (auto linked = link_builtins(module, job.target); !linked) return fail(linked);
  divide_exactly_but_in(source, module);
  define_controls(job);
  forget_convergence_of_intrinsics(module);
  keep_only_kernels(module);
  mark_structs_as_constant(module);
  inline_image_functions(module);
  const MathsCalls maths = find_maths_calls(job);
  // Handles of images must not pass through memory, as they do without optimisation.
  const int optimization = job.language.optimization;
  set_pass_options();
  optimize(module, job.machine, uses_images(interface) ? std::max(optimization, 1) : optimization, /*vectorize=*/true,
           [&](llvm::PassBuilder& builder) {
             add_dot_products(builder, job.machine.getTargetCPU());
             add_loop_passes(builder);
             add_constant_passes(builder);
             if (optimization > 1) inline_large_functions(builder);
           });
  if (auto whole = judge_optimized(module); !whole) return fail(whole);
  if (optimization > 0 && read_structs_in_place(module))
    run_pass(module, job.machine, "function(instcombine<no-verify-fixpoint>,gvn)");
  if (auto lowered = lower_images(module, interface); !lowered) return fail(lowered);
  align_local_arguments(module);
  split_canonicalizations(module);
  BackEndOutput output;
  add_analysis(job, maths, output);
  count_local_bytes(job, output);
  strip_module(module, job.language);
  copy_by_words(module);
  shorten_divisions_and_roots(module);
  widen_divisions(module);
  expand_magnitudes(module);
  if (optimization > 0) {
    widen_narrowed(module);
    multiply_and_add(module);
    select_elements(module);
    join_answers(module);
    count_from_first_neighbour(module);
    extend_sums_with_sign(module);
    mark_read_only_loads(module);
    jump_back_where_true(module);
  }
  if (auto defined = refuse_undefined(module, "vprintf"); !defined) return fail(defined);
  if (auto named = make_names_of_ptx(module); !named) return fail(named);
  if (uses_images(interface)) job.machine.setOptLevel(llvm::CodeGenOptLevel::Default);  // -O3 loses track of handles
  // LLVM caches annotations by address, those of functions that lower_images() has replaced, too. A copy of the module
  // has no cached ones.
  const std::unique_ptr<llvm::Module> fresh = llvm::CloneModule(module);
  if (job.wants("ir")) output.sections["ir"] = text_of(module);
  output.binary = emit(*fresh, job.machine, llvm::CodeGenFileType::AssemblyFile);
  if (output.binary.empty()) return fail(ErrorKind::k_crash, "LLVM's NVPTX backend wrote nothing");
  output.binary = store_bytes_of_copies(negate_shorts_in_steps(take_halves_by_shifts(output.binary)));
  return output;
}

}  // namespace clc::worker
