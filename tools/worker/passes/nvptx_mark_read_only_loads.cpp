#include "worker/passes/nvptx_mark_read_only_loads.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>
#include <llvm/Support/NVPTXAddrSpace.h>

#include "worker/ir/kernel_function.h"

namespace clc::worker {
namespace {

constexpr unsigned k_most_steps = 100;  // from an address back to its object, for each load of a chain

// True for a buffer that the kernel only reads, and that it reaches by this argument alone.
bool is_read_only(const llvm::Value* object) {
  const auto* argument = llvm::dyn_cast<llvm::Argument>(object);
  return argument != nullptr && argument->hasNoAliasAttr() && argument->onlyReadsMemory();
}

bool loads_read_only_memory(const llvm::LoadInst& load) {
  if (!load.isSimple() || load.getPointerAddressSpace() != llvm::NVPTXAS::ADDRESS_SPACE_GLOBAL) return false;
  llvm::SmallVector<const llvm::Value*> objects;
  llvm::getUnderlyingObjects(load.getPointerOperand(), objects, nullptr, k_most_steps);
  return llvm::all_of(objects, is_read_only);
}

}  // namespace

llvm::PreservedAnalyses NvptxMarkReadOnlyLoads::run(llvm::Function& function,
                                                    llvm::FunctionAnalysisManager& /*analyses*/) {
  if (!is_kernel(function)) return llvm::PreservedAnalyses::all();
  llvm::MDNode* nothing = llvm::MDNode::get(function.getContext(), {});
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (load != nullptr && loads_read_only_memory(*load))
      load->setMetadata(llvm::LLVMContext::MD_invariant_load, nothing);
  }
  return blocks_preserved();
}

}  // namespace clc::worker
