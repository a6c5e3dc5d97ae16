#include "worker/targets/amdgpu/pipeline.h"

#include <set>
#include <string>

#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/TargetParser/TargetParser.h>
#include <llvm/Transforms/Utils/Local.h>

#include "worker/ir/failure.h"
#include "worker/ir/kernel_function.h"
#include "worker/passes/align_local_arguments.h"
#include "worker/passes/amdgpu_divisions.h"
#include "worker/passes/amdgpu_pairs.h"
#include "worker/passes/amdgpu_printf.h"
#include "worker/passes/amdgpu_write_backs.h"
#include "worker/passes/byte_swaps.h"
#include "worker/passes/check_optimized_kernels.h"
#include "worker/passes/check_undefined_functions.h"
#include "worker/passes/keep_only_kernels.h"
#include "worker/passes/link_builtins.h"
#include "worker/passes/lower_maths_intrinsics.h"
#include "worker/passes/strip_names.h"
#include "worker/targets/amdgpu/amdgpu_waves.h"

namespace clc::worker {
namespace {

constexpr unsigned k_constant_space = 4;
constexpr int k_code_object_abi = 500;  // invocation.cpp asks Clang for the same version, or 6, which is like it here

// 9010 for "gfx90a", 10300 for "gfx1030": major version, minor version and stepping. A generic target has that of the
// oldest of its chips, or less.
int isa_version(const std::string& arch) {
  const llvm::AMDGPU::IsaVersion version = llvm::AMDGPU::getIsaVersion(arch);
  return static_cast<int>(version.Major * 1000 + version.Minor * 100 + version.Stepping);
}

// Puts the value of a control in the place of what reads it, and removes the ways that are not taken: the optimiser
// does so, too, but without it instructions of other chips would remain.
void fold_control(llvm::GlobalVariable& control) {
  std::set<llvm::Function*> readers;
  for (llvm::User* user : llvm::make_early_inc_range(control.users())) {
    auto* load = llvm::dyn_cast<llvm::LoadInst>(user);
    if (load == nullptr || load->getType() != control.getValueType()) continue;
    readers.insert(load->getFunction());
    llvm::replaceAndRecursivelySimplify(load, control.getInitializer());
  }
  for (llvm::Function* reader : readers) {
    for (llvm::BasicBlock& block : *reader) llvm::ConstantFoldTerminator(&block, /*DeleteDeadConditions=*/true);
    llvm::removeUnreachableBlocks(*reader);
  }
}

// Defines the constants by which AMD's device libraries learn the target and the options.
void define_controls(llvm::Module& module, const AmdgpuSettings& settings) {
  llvm::LLVMContext& context = module.getContext();
  const struct {
    const char* name;
    unsigned bits;
    int value;
  } controls[] = {
      {"__oclc_ISA_version", 32, isa_version(settings.target.arch)},
      {"__oclc_ABI_version", 32, k_code_object_abi},
      {"__oclc_wavefrontsize64", 8, settings.has_wide_waves || isa_version(settings.target.arch) < 10000},
      {"__oclc_daz_opt", 8, settings.flushes_denormals},
      {"__oclc_finite_only_opt", 8, settings.has_finite_maths},
      {"__oclc_unsafe_math_opt", 8, settings.has_relaxed_maths},
      {"__oclc_correctly_rounded_sqrt32", 8, settings.has_exact_roots},
  };
  for (const auto& control : controls) {
    llvm::Type* type = llvm::IntegerType::get(context, control.bits);
    auto* variable = llvm::cast<llvm::GlobalVariable>(module.getOrInsertGlobal(control.name, type, [&] {
      return new llvm::GlobalVariable(module, type, true, llvm::GlobalValue::ExternalLinkage, nullptr, control.name,
                                      nullptr, llvm::GlobalValue::NotThreadLocal, k_constant_space);
    }));
    variable->setInitializer(llvm::ConstantInt::get(type, static_cast<std::uint64_t>(control.value)));
    variable->setLinkage(llvm::GlobalValue::InternalLinkage);
    fold_control(*variable);
  }
}

}  // namespace

void add_amdgpu_passes(PassList& list, const AmdgpuSettings& settings, const PipelineHooks& hooks,
                       llvm::TargetMachine& machine) {
  llvm::TargetMachine* chip = &machine;
  // Before AMD's libraries are linked, which define a printf that prints nothing.
  list.add_fallible(Call([](llvm::Module& module) {
    if (auto recorded = record_printf(module); !recorded) report_failure(module.getContext(), recorded.error());
  }));
  list.add(LowerMathsIntrinsics());
  list.add(Call(hooks.before_builtins));
  list.add_fallible(LinkBuiltins(settings.target));
  list.add(Call([=](llvm::Module& module) { apply_waves(module, *chip); }));
  list.add(Call([=](llvm::Module& module) { define_controls(module, settings); }));
  list.add(KeepOnlyKernels());
  list.add(Call([](llvm::Module& module) {
    for (llvm::Function& function : module) {
      if (is_kernel(function)) function.setVisibility(llvm::GlobalValue::ProtectedVisibility);  // as loaders expect
    }
  }));
  list.add(Call(hooks.before_optimizer));

  list.add_optimizer(settings.language.optimization);
  list.add_fallible(CheckOptimizedKernels());
  list.add(AlignLocalArguments());

  // Beyond this point the module is what the code generator sees, but for names and for what LLVM gets wrong.
  list.add(Call(hooks.after_optimizer));
  list.add(Call([=](llvm::Module& module) { swap_bytes_of_halves(module, *chip); }));
  list.add(Call([arch = settings.target.arch](llvm::Module& module) { wait_for_write_backs(module, arch); }));
  list.add(Call([=](llvm::Module& module) { divide_small_integers_exactly(module, *chip); }));
  list.add(Call([=](llvm::Module& module) { scalarize_long_chains(module, *chip); }));
  if (settings.language.strips_names) list.add(StripNames(settings.language.strips_arguments));
  list.add_fallible(CheckUndefinedFunctions());
}

}  // namespace clc::worker
