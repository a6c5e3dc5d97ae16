#include "worker/targets/amdgpu/object_and_assembly.h"

#include <memory>

#include <llvm/Transforms/Utils/Cloning.h>

#include "worker/ir/code_generation.h"
#include "worker/targets/amdgpu/codegen_pipeline.h"

namespace clc::worker {
namespace {

std::string emit_for_amd(llvm::Module& module, llvm::TargetMachine& machine, llvm::CodeGenFileType type) {
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
