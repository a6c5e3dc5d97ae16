#include "worker/targets/nvptx/nvptx.h"

#include <memory>

#include <llvm/ADT/STLExtras.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "clc/package/resource_names.h"
#include "worker/ir/call_cycles.h"
#include "worker/ir/code_generation.h"
#include "worker/ir/kernel_function.h"
#include "worker/passes/nvptx_lower_images.h"
#include "worker/targets/nvptx/pipeline.h"
#include "worker/targets/nvptx/ptx_halves.h"
#include "worker/targets/nvptx/ptx_stores.h"

namespace clc::worker {
namespace {

// PTX alone tells shared memory only; ptxas may add padding.
void count_local_bytes(const BackEndJob& job, BackEndOutput& output) {
  for (const KernelInterface& kernel : job.interface.kernels) {
    const llvm::Function* function = job.module.getFunction(kernel.name);
    if (function == nullptr) continue;
    output.resources[kernel.name][resource::k_local_bytes] = static_cast<std::int64_t>(local_bytes_of(*function));
  }
}

// Avoids faults of ptxas in instructions that LLVM's code generator chooses: no IR makes it choose others for certain.
std::string repair(std::string ptx) {
  ptx = take_halves_by_shifts(ptx);   // it keeps the wrong half of `mov.b32 {low, high}, number`
  ptx = negate_shorts_in_steps(ptx);  // it takes the negative of the least short for positive
  return store_bytes_of_copies(ptx);  // it stores a float's bytes as if they were an integer that it was converted to
}

}  // namespace

Result<BackEndOutput> compile_to_ptx(const BackEndJob& job) {
  llvm::Module& module = job.module;
  NvptxSettings settings = nvptx_settings(job.target, job.language, job.options());
  settings.uses_images =
      llvm::any_of(module, [](const llvm::Function& one) { return is_kernel(one) && uses_images(one); });
  const auto fill = [&](PassList& list) { add_nvptx_passes(list, settings, job.hooks); };
  if (auto done = run_passes(module, job.machine, {.vectorizes = true, .log = job.hooks.log}, fill); !done)
    return fail(done);
  BackEndOutput output;
  count_local_bytes(job, output);
  if (settings.uses_images) job.machine.setOptLevel(llvm::CodeGenOptLevel::Default);  // -O3 loses track of handles
  // LLVM caches annotations by address, those of functions that nvptx-lower-images has replaced, too. A copy of the
  // module has no cached ones.
  const std::unique_ptr<llvm::Module> fresh = llvm::CloneModule(module);
  if (job.wants("ir")) output.sections["ir"] = text_of(module);
  output.binary = emit(*fresh, job.machine, llvm::CodeGenFileType::AssemblyFile);
  if (output.binary.empty()) return fail(ErrorKind::k_crash, "LLVM's NVPTX backend wrote nothing");
  output.binary = repair(std::move(output.binary));
  return output;
}

}  // namespace clc::worker
