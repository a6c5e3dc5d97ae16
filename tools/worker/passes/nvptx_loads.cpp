#include "worker/passes/nvptx_loads.h"

#include <map>
#include <tuple>
#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Argument.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/KnownBits.h>
#include <llvm/Support/NVPTXAddrSpace.h>

#include "worker/ir/kernel_function.h"

namespace clc::worker {
namespace {

constexpr unsigned k_most_steps = 100;  // from an address back to what it lies in, for each load of a chain

// The mask of an `x & mask` that has all bits of `x` but those of `last`; null where there is none.
const llvm::APInt* mask_of_first(const llvm::Value& x, const llvm::APInt& last, const llvm::DataLayout& layout) {
  using namespace llvm::PatternMatch;
  const llvm::APInt possible = ~llvm::computeKnownBits(&x, layout).Zero;
  for (const llvm::User* user : x.users()) {
    const llvm::APInt* mask = nullptr;
    if (!match(user, m_And(m_Specific(&x), m_APInt(mask))) || mask->intersects(last)) continue;
    if (possible.isSubsetOf(*mask | last)) return mask;
  }
  return nullptr;
}

void count_from_first(llvm::Instruction& instruction) {
  using namespace llvm::PatternMatch;
  llvm::Value* x = nullptr;
  const llvm::APInt* last = nullptr;
  if (!match(&instruction, m_Or(m_Value(x), m_APInt(last))) || llvm::isa<llvm::Constant>(x)) return;
  if (llvm::cast<llvm::PossiblyDisjointInst>(instruction).isDisjoint()) return;
  const llvm::APInt* mask = mask_of_first(*x, *last, instruction.getDataLayout());
  if (mask == nullptr) return;
  llvm::IRBuilder<> builder(&instruction);
  instruction.setOperand(0, builder.CreateAnd(x, *mask));
  llvm::cast<llvm::PossiblyDisjointInst>(instruction).setIsDisjoint(true);
}

// The parts of a sum or a difference without its constants.
using Parts = std::tuple<unsigned, const llvm::Value*, const llvm::Value*>;

// Null for what is no sum, or may overflow.
const llvm::BinaryOperator* sum_of(const llvm::Value* number) {
  const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(number);
  if (sum == nullptr || !llvm::is_contained({llvm::Instruction::Add, llvm::Instruction::Sub}, sum->getOpcode()))
    return nullptr;
  return sum->hasNoSignedWrap() ? sum : nullptr;
}

const llvm::Value* without_constant(const llvm::Value* number) {
  const llvm::BinaryOperator* sum = sum_of(number);
  const bool is_constant = sum != nullptr && llvm::isa<llvm::ConstantInt>(sum->getOperand(1));
  return is_constant ? without_constant(sum->getOperand(0)) : number;
}

Parts parts_of(const llvm::BinaryOperator& sum) {
  return {sum.getOpcode(), without_constant(sum.getOperand(0)), without_constant(sum.getOperand(1))};
}

// The sum that an extension without a sign extends for an index, though it is never negative, or null.
const llvm::BinaryOperator* extended_sum(const llvm::Instruction& instruction) {
  const auto* extension = llvm::dyn_cast<llvm::ZExtInst>(&instruction);
  if (extension == nullptr || !extension->hasNonNeg()) return nullptr;
  const auto is_address = [](const llvm::User* user) { return llvm::isa<llvm::GetElementPtrInst>(user); };
  return llvm::all_of(extension->users(), is_address) ? sum_of(extension->getOperand(0)) : nullptr;
}

// A buffer that the kernel only reads, and that it reaches by this argument alone.
bool is_read_only(const llvm::Value* object) {
  const auto* argument = llvm::dyn_cast<llvm::Argument>(object);
  return argument != nullptr && argument->hasNoAliasAttr() && argument->onlyReadsMemory();
}

bool reads_only_such(const llvm::LoadInst& load) {
  if (!load.isSimple() || load.getPointerAddressSpace() != llvm::NVPTXAS::ADDRESS_SPACE_GLOBAL) return false;
  llvm::SmallVector<const llvm::Value*> objects;
  llvm::getUnderlyingObjects(load.getPointerOperand(), objects, nullptr, k_most_steps);
  return llvm::all_of(objects, is_read_only);
}

}  // namespace

void count_from_first_neighbour(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) count_from_first(instruction);
  }
}

void extend_sums_with_sign(llvm::Module& module) {
  for (llvm::Function& function : module) {
    std::map<Parts, std::vector<llvm::Instruction*>> neighbours;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (const llvm::BinaryOperator* sum = extended_sum(instruction))
        neighbours[parts_of(*sum)].push_back(&instruction);
    }
    for (const auto& [parts, extensions] : neighbours) {
      if (extensions.size() == 1) continue;
      for (llvm::Instruction* extension : extensions) {
        llvm::IRBuilder<> builder(extension);
        extension->replaceAllUsesWith(builder.CreateSExt(extension->getOperand(0), extension->getType()));
        extension->eraseFromParent();
      }
    }
  }
}

void mark_read_only_loads(llvm::Module& module) {
  llvm::MDNode* nothing = llvm::MDNode::get(module.getContext(), {});
  for (llvm::Function& function : module) {
    if (!is_kernel(function)) continue;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load != nullptr && reads_only_such(*load)) load->setMetadata(llvm::LLVMContext::MD_invariant_load, nothing);
    }
  }
}

}  // namespace clc::worker
