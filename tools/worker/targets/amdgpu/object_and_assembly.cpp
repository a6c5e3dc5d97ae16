#include "worker/targets/amdgpu/object_and_assembly.h"

#include <memory>

#include <llvm/TargetParser/TargetParser.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "worker/ir/code_generation.h"
#include "worker/targets/amdgpu/codegen_pipeline.h"

namespace clc::worker {
namespace {

// LLVM selects instructions for these on all chips, and dies when it writes one that the chip has not.
void refuse_old_invalidations(const llvm::Module& module, const llvm::TargetMachine& machine) {
  constexpr unsigned k_first_without = 10;
  if (llvm::AMDGPU::getIsaVersion(machine.getTargetCPU()).Major < k_first_without) return;
  for (const llvm::StringRef name : {"llvm.amdgcn.buffer.wbinvl1", "llvm.amdgcn.buffer.wbinvl1.vol"}) {
    const llvm::Function* function = module.getFunction(name);
    if (function != nullptr && !function->use_empty()) refuse_intrinsic(module, name);
  }
}

std::string emit_for_amd(llvm::Module& module, llvm::TargetMachine& machine, llvm::CodeGenFileType type) {
  refuse_old_invalidations(module, machine);
  return emit(module, machine, type, std::make_unique<AmdgpuCodeGenerator>(machine));
}

}  // namespace

ObjectAndAssembly generate_code(const BackEndJob& job, bool with_assembly) {
  // The assembly is made last, and from a copy, so that asking for it cannot change the object.
  const std::unique_ptr<llvm::Module> copy = with_assembly ? llvm::CloneModule(job.module) : nullptr;
  ObjectAndAssembly result;
  result.object = emit_for_amd(job.module, job.machine, llvm::CodeGenFileType::ObjectFile);
  if (copy != nullptr) result.assembly = emit_for_amd(*copy, job.machine, llvm::CodeGenFileType::AssemblyFile);
  return result;
}

}  // namespace clc::worker
