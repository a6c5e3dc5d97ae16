#include "worker/ir/long_blocks.h"

#include <algorithm>

#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/OptBisect.h>

namespace clc::worker {
namespace {

constexpr std::ptrdiff_t k_many_addresses = 1'500;
constexpr std::ptrdiff_t k_many_sums = 300;

class WithoutPairs final : public llvm::OptPassGate {
 public:
  bool shouldRunPass(llvm::StringRef pass, llvm::StringRef /*of what*/) const override {
    return pass != "slsr" && pass != "nary-reassociate";
  }
  bool isEnabled() const override { return true; }
};

bool is_long(const llvm::BasicBlock& block) {
  const auto is_address = [](const llvm::Instruction& one) { return llvm::isa<llvm::GetElementPtrInst>(one); };
  const auto is_sum = [](const llvm::Instruction& one) { return one.getOpcode() == llvm::Instruction::Add; };
  return std::count_if(block.begin(), block.end(), is_address) >= k_many_addresses ||
         std::count_if(block.begin(), block.end(), is_sum) >= k_many_sums;
}

bool has_long_block(const llvm::Module& module) {
  return std::any_of(module.begin(), module.end(), [](const llvm::Function& function) {
    return std::any_of(function.begin(), function.end(), is_long);
  });
}

}  // namespace

LongBlocks::LongBlocks(llvm::Module& module) {
  if (!has_long_block(module)) return;
  static WithoutPairs gate;
  changed_ = &module.getContext();
  changed_->setOptPassGate(gate);
}

LongBlocks::~LongBlocks() {
  if (changed_ != nullptr) changed_->setOptPassGate(llvm::getGlobalPassGate());
}

}  // namespace clc::worker
