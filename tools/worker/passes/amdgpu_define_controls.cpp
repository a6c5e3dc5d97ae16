#include "worker/passes/amdgpu_define_controls.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/TargetParser/TargetParser.h>
#include <llvm/Transforms/Utils/Local.h>

namespace clc::worker {
namespace {

constexpr unsigned k_space_of_controls = 4;  // constant memory
constexpr int k_code_object_abi = 500;  // invocation.cpp asks Clang for the same version, or 6, which is like it here
constexpr int k_first_with_two_wave_sizes = 10000;  // gfx10

// 9010 for "gfx90a", 10300 for "gfx1030": major version, minor version and stepping. A generic target has the
// version of the oldest of its chips, or less.
int isa_version(const std::string& arch) {
  const llvm::AMDGPU::IsaVersion version = llvm::AMDGPU::getIsaVersion(arch);
  return static_cast<int>(version.Major * 1000 + version.Minor * 100 + version.Stepping);
}

// Replaces loads of a control by its value, and removes branches that are never taken.
void fold_control(llvm::GlobalVariable& control) {
  llvm::SetVector<llvm::Function*> readers;
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

void define_control(llvm::Module& module, const char* name, unsigned bits, int value) {
  llvm::Type* type = llvm::IntegerType::get(module.getContext(), bits);
  auto* variable = llvm::cast<llvm::GlobalVariable>(module.getOrInsertGlobal(name, type, [&] {
    return new llvm::GlobalVariable(module, type, true, llvm::GlobalValue::ExternalLinkage, nullptr, name, nullptr,
                                    llvm::GlobalValue::NotThreadLocal, k_space_of_controls);
  }));
  variable->setInitializer(llvm::ConstantInt::get(type, static_cast<std::uint64_t>(value)));
  variable->setLinkage(llvm::GlobalValue::InternalLinkage);
  fold_control(*variable);
}

}  // namespace

AmdgpuDefineControls::AmdgpuDefineControls(const llvm::TargetMachine& machine, llvm::StringRef options) {
  llvm::SmallVector<llvm::StringRef> words;
  options.split(words, ';');
  const auto has = [&](llvm::StringRef word) { return llvm::is_contained(words, word); };
  controls_ = {machine.getTargetCPU().str(), has("wave64"), has("daz"), has("finite"), has("unsafe"), has("sqrt")};
}

llvm::PreservedAnalyses AmdgpuDefineControls::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  const int version = isa_version(controls_.arch);
  define_control(module, "__oclc_ISA_version", 32, version);
  define_control(module, "__oclc_ABI_version", 32, k_code_object_abi);
  const bool has_wide_waves = controls_.has_wide_waves || version < k_first_with_two_wave_sizes;
  define_control(module, "__oclc_wavefrontsize64", 8, has_wide_waves);
  define_control(module, "__oclc_wavefrontsize_log2", 32, has_wide_waves ? 6 : 5);  // of ROCm 6.0 and later
  define_control(module, "__oclc_daz_opt", 8, controls_.flushes_denormals);
  define_control(module, "__oclc_finite_only_opt", 8, controls_.has_finite_maths);
  define_control(module, "__oclc_unsafe_math_opt", 8, controls_.has_relaxed_maths);
  define_control(module, "__oclc_correctly_rounded_sqrt32", 8, controls_.has_exact_roots);
  return llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker
