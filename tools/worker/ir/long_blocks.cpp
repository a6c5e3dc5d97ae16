#include "worker/ir/long_blocks.h"

#include <cstdint>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>

namespace clc::worker {
namespace {

constexpr std::uint64_t k_many_addresses = 1'500;
constexpr std::uint64_t k_many_sums = 300;

struct Counts {
  std::uint64_t addresses = 0;
  std::uint64_t sums = 0;
};

Counts count(const llvm::BasicBlock& block) {
  Counts counts;
  for (const llvm::Instruction& one : block) {
    counts.addresses += llvm::isa<llvm::GetElementPtrInst>(one) ? 1 : 0;
    counts.sums += one.getOpcode() == llvm::Instruction::Add ? 1 : 0;
  }
  return counts;
}

bool is_long(llvm::Function& function) {
  const llvm::DominatorTree tree(function);
  llvm::DenseMap<const llvm::BasicBlock*, Counts> until;  // the end of a block, with those that dominate it
  for (const llvm::DomTreeNode* node : llvm::depth_first(tree.getRootNode())) {
    const Counts above = node->getIDom() == nullptr ? Counts() : until[node->getIDom()->getBlock()];
    Counts here = count(*node->getBlock());
    here.addresses += above.addresses;
    here.sums += above.sums;
    if (here.addresses >= k_many_addresses || here.sums >= k_many_sums) return true;
    until[node->getBlock()] = here;
  }
  return false;
}

}  // namespace

LongBlocks::LongBlocks(llvm::Module& module) : context_(module.getContext()) {
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && is_long(function)) places_.insert("function (" + function.getName().str() + ")");
  }
  if (!places_.empty()) context_.setOptPassGate(*this);
}

LongBlocks::~LongBlocks() {
  if (!places_.empty()) context_.setOptPassGate(llvm::getGlobalPassGate());
}

bool LongBlocks::shouldRunPass(llvm::StringRef pass, llvm::StringRef place) const {
  return (pass != "slsr" && pass != "nary-reassociate") || !places_.contains(place);
}

}  // namespace clc::worker
