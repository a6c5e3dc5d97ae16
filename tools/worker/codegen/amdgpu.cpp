#include "worker/codegen/amdgpu.h"

#include <set>
#include <string>

#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/TargetParser/TargetParser.h>
#include <llvm/Transforms/Utils/Local.h>

#include "worker/builtins/builtin_library.h"
#include "worker/codegen/amdgpu/amdgpu_divisions.h"
#include "worker/codegen/amdgpu/amdgpu_pairs.h"
#include "worker/codegen/amdgpu/amdgpu_printf.h"
#include "worker/codegen/amdgpu_disassembly.h"
#include "worker/codegen/amdgpu_resources.h"
#include "worker/codegen/amdgpu_waves.h"
#include "worker/codegen/amdgpu_write_backs.h"
#include "worker/codegen/kernel_analysis.h"
#include "worker/codegen/link_code_object.h"
#include "worker/codegen/maths_calls.h"
#include "worker/codegen/object_and_assembly.h"
#include "worker/ir/alignment.h"
#include "worker/ir/byte_swaps.h"
#include "worker/ir/maths_intrinsics.h"
#include "worker/ir/optimized_module.h"
#include "worker/ir/optimizer.h"
#include "worker/strip/strip.h"

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
void define_controls(const BackEndJob& job) {
  llvm::LLVMContext& context = job.module.getContext();
  const bool is_fast = job.has_option("-cl-fast-relaxed-math");
  const bool is_wave64 = has_wide_waves(job.machine) || isa_version(job.target.arch) < 10000;
  const struct {
    const char* name;
    unsigned bits;
    int value;
  } controls[] = {
      {"__oclc_ISA_version", 32, isa_version(job.target.arch)},
      {"__oclc_ABI_version", 32, k_code_object_abi},
      {"__oclc_wavefrontsize64", 8, is_wave64},
      {"__oclc_daz_opt", 8, job.has_option("-cl-denorms-are-zero")},
      {"__oclc_finite_only_opt", 8, is_fast || job.has_option("-cl-finite-math-only")},
      {"__oclc_unsafe_math_opt", 8, is_fast || job.has_option("-cl-unsafe-math-optimizations")},
      {"__oclc_correctly_rounded_sqrt32", 8, job.has_option("-cl-fp32-correctly-rounded-divide-sqrt")},
  };
  for (const auto& control : controls) {
    llvm::Type* type = llvm::IntegerType::get(context, control.bits);
    auto* variable = llvm::cast<llvm::GlobalVariable>(job.module.getOrInsertGlobal(control.name, type, [&] {
      return new llvm::GlobalVariable(job.module, type, true, llvm::GlobalValue::ExternalLinkage, nullptr, control.name,
                                      nullptr, llvm::GlobalValue::NotThreadLocal, k_constant_space);
    }));
    variable->setInitializer(llvm::ConstantInt::get(type, static_cast<std::uint64_t>(control.value)));
    variable->setLinkage(llvm::GlobalValue::InternalLinkage);
    fold_control(*variable);
  }
}

}  // namespace

Result<BackEndOutput> compile_to_hsaco(const BackEndJob& job) {
  if (auto recorded = record_printf(job.module); !recorded) return fail(recorded);
  call_builtins_of_chips(job.module);
  declare_shorter_functions(job);
  if (auto linked = link_builtins(job.module, job.target); !linked) return fail(linked);
  apply_waves(job.module, job.machine);
  define_controls(job);
  keep_only_kernels(job.module);
  for (llvm::Function& function : job.module) {
    if (is_kernel(function)) function.setVisibility(llvm::GlobalValue::ProtectedVisibility);  // as loaders expect
  }
  const MathsCalls maths = find_maths_calls(job);
  optimize(job.module, job.machine, job.language.optimization, /*vectorize=*/true);
  if (auto whole = judge_optimized(job.module); !whole) return fail(whole);
  align_local_arguments(job.module);
  BackEndOutput output;
  add_analysis(job, maths, output);
  swap_bytes_of_halves(job.module, job.machine);
  wait_for_write_backs(job.module, job.target.arch);
  divide_small_integers_exactly(job.module, job.machine);
  scalarize_long_chains(job.module, job.machine);
  strip_module(job.module, job.language);
  if (auto defined = refuse_undefined(job.module); !defined) return fail(defined);
  if (job.wants("ir")) output.sections["ir"] = text_of(job.module);
  const bool is_readable = has_disassembler(job.machine);
  ObjectAndAssembly generated = generate_code(job, job.wants("isa") || !is_readable);
  Result<Bytes> linked = link_code_object(generated.object, job.language.strips_names);
  if (!linked) return fail(linked);
  output.binary = std::move(*linked);
  auto resources = code_object_resources(output.binary);
  if (!resources) return fail(resources);
  output.resources = std::move(*resources);
  if (is_readable) {
    count_machine_code(output.binary, job.machine, output.resources);
  } else {
    count_instructions(generated.assembly, InstructionSet::k_gcn, output.resources);
  }
  if (job.wants("isa")) output.sections["isa"] = std::move(generated.assembly);
  return output;
}

}  // namespace clc::worker
