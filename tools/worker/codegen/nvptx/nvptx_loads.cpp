#include "worker/codegen/nvptx/nvptx_loads.h"

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

#include "worker/frontend/kernel_function.h"

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
