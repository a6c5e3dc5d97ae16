#include "worker/ir/link_sources.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Metadata.h>
#include <llvm/Linker/Linker.h>

#include "worker/ir/call_cycles.h"

namespace clc::worker {
namespace {

// Removes repeated operands of named metadata, such as the OpenCL version of each module.
void deduplicate_metadata(llvm::Module& module) {
  for (llvm::NamedMDNode& said : module.named_metadata()) {
    llvm::SetVector<llvm::MDNode*> nodes;
    for (llvm::MDNode* node : said.operands()) nodes.insert(node);
    if (nodes.size() == said.getNumOperands()) continue;
    said.clearOperands();
    for (llvm::MDNode* node : nodes) said.addOperand(node);
  }
}

}  // namespace

std::unique_ptr<llvm::Module> link_sources(std::vector<std::unique_ptr<llvm::Module>> modules,
                                           const std::set<std::string>& repeatable) {
  for (const auto& module : modules) {
    for (const std::string& name : repeatable) {
      llvm::Function* function = module->getFunction(name);
      if (function == nullptr || function->isDeclaration() || !function->hasExternalLinkage()) continue;
      function->setLinkage(llvm::GlobalValue::LinkOnceODRLinkage);
    }
  }
  std::unique_ptr<llvm::Module> whole = std::move(modules.front());
  for (std::size_t i = 1; i < modules.size(); ++i) {
    if (llvm::Linker::linkModules(*whole, std::move(modules[i]))) return nullptr;
  }
  deduplicate_metadata(*whole);
  return whole;
}

std::set<std::string> undefined_variables(const llvm::Module& module) {
  std::set<std::string> names;
  for (const llvm::GlobalValue* used : used_by_kernels(module)) {
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(used);
    if (variable != nullptr && variable->isDeclaration() && !variable->getName().starts_with("__"))
      names.insert(variable->getName().str());
  }
  return names;
}

std::set<std::string> undefined_functions(const llvm::Module& module) {
  std::set<std::string> names;
  for (const llvm::Function& function : module) {
    if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty())
      names.insert(function.getName().str());
  }
  return names;
}

}  // namespace clc::worker
