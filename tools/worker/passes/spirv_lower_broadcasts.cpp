#include "worker/passes/spirv_lower_broadcasts.h"

#include <string>
#include <vector>

#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include "worker/ir/calls.h"

namespace clc::worker {

llvm::PreservedAnalyses SpirvLowerBroadcasts::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  constexpr llvm::StringRef k_broadcast = "_Z31sub_group_non_uniform_broadcast";
  std::vector<llvm::Function*> broadcasts;
  for (llvm::Function& function : module) {
    const bool is_one = function.isDeclaration() && function.getName().starts_with(k_broadcast);
    if (is_one && function.arg_size() == 2) broadcasts.push_back(&function);
  }
  for (llvm::Function* broadcast : broadcasts) {
    const std::string name = "_Z17sub_group_shuffle" + broadcast->getName().drop_front(k_broadcast.size()).str();
    for (llvm::CallInst* call : calls_of(*broadcast)) {
      if (llvm::isa<llvm::ConstantInt>(call->getArgOperand(1))) continue;
      llvm::FunctionCallee declared =
          module.getOrInsertFunction(name, broadcast->getFunctionType(), broadcast->getAttributes());
      auto* shuffle = llvm::cast<llvm::Function>(declared.getCallee());
      shuffle->setCallingConv(broadcast->getCallingConv());
      call->setCalledFunction(shuffle);
    }
  }
  return blocks_preserved();
}

}  // namespace clc::worker
