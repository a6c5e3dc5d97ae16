#include "worker/passes/spirv_indices.h"

#include <cstdint>
#include <map>
#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include "worker/analyses/divergence.h"
#include "worker/passes/pass_list.h"
#include "worker/passes/spirv_ids.h"

namespace clc::worker {
namespace {

// Calls `change` with each instruction of a kind. Those that it replaces remain until the end.
template <class T, class Change>
void change_each(llvm::Function& function, const Change& change) {
  std::vector<T*> found;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (auto* one = llvm::dyn_cast<T>(&instruction)) found.push_back(one);
  }
  for (T* one : found) change(*one);
}

// A number that is never negative may be extended as LLVM likes best, which is without its sign. As the sign of a sum
// it tells that this has not wrapped around.
void extend_with_sign(llvm::ZExtInst& extension) {
  if (!extension.hasNonNeg() || !extension.getType()->isIntegerTy()) return;
  llvm::IRBuilder<> builder(&extension);
  extension.replaceAllUsesWith(builder.CreateSExt(extension.getOperand(0), extension.getType()));
}

// True where the offset leads from the beginning of a variable to within it, so that nothing it is computed of may wrap
// around.
bool is_within_variable(const llvm::Value& offset) {
  return llvm::all_of(offset.users(), [&](const llvm::User* user) {
    const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(user);
    return address != nullptr && address->isInBounds() && address->getNumIndices() == 1 &&
           llvm::isa<llvm::GlobalVariable>(address->getPointerOperand());
  });
}

// Shifts to the left and back stand for narrowing and widening, perhaps with a factor, and perhaps of a sum.
void narrow_and_widen(llvm::BinaryOperator& shift) {
  using namespace llvm::PatternMatch;
  constexpr unsigned k_width = 64;
  constexpr unsigned k_kept = 32;
  llvm::Value* left = nullptr;
  llvm::Value* value = nullptr;
  std::uint64_t right = 0;
  const llvm::APInt* addend = nullptr;
  if (!shift.getType()->isIntegerTy(k_width)) return;
  if (!match(&shift, m_AShr(m_Value(left), m_ConstantInt(right))) || right > k_width - k_kept) return;
  const auto shifted = m_Shl(m_Value(value), m_SpecificInt(k_width - k_kept));
  const bool is_sum = match(left, m_AddLike(shifted, m_APInt(addend)));
  if (is_sum ? addend->countr_zero() < k_width - k_kept : !match(left, shifted)) return;
  llvm::IRBuilder<> builder(&shift);
  value = builder.CreateTrunc(value, builder.getIntNTy(k_kept));
  if (is_sum) {
    llvm::Value* number = builder.getInt(addend->lshr(k_width - k_kept).trunc(k_kept));
    value = builder.CreateAdd(value, number, "", /*HasNUW=*/false, /*HasNSW=*/is_within_variable(shift));
  }
  value = builder.CreateSExt(value, shift.getType());
  if (right != k_width - k_kept) {
    value = builder.CreateShl(value, k_width - k_kept - right, "", /*HasNUW=*/false, /*HasNSW=*/true);
  }
  shift.replaceAllUsesWith(value);
}

// Indices by which work-items read what their neighbours read, or what is beside it.
class Rows {
 public:
  explicit Rows(llvm::Function& function) : divergence_(function) {}

  // Makes sums of numbers as wide as pointers of extended sums, which in SPIR-V may wrap around before that.
  void widen(llvm::SExtInst& extension) {
    llvm::Value* sum = extension.getOperand(0);
    llvm::SmallPtrSet<const llvm::Value*, 16> seen;
    constexpr unsigned k_pointer_bits = 64;
    if (!extension.getType()->isIntegerTy(k_pointer_bits) || !is_sum(sum) || !divergence_.differs(*sum)) return;
    if (is_linear(sum, seen)) extension.replaceAllUsesWith(widened(sum, extension.getType()));
  }

  // Makes an address of the part of an index that all work-items share, where the rest leads anywhere: drivers then
  // gather by the rest, without a sum. Of a row that neighbours read together they want the whole index.
  void share_address(llvm::GetElementPtrInst& address) {
    if (address.getNumIndices() != 1 || divergence_.differs(*address.getPointerOperand())) return;
    llvm::Value* index = address.getOperand(1);
    auto* extension = llvm::dyn_cast<llvm::SExtInst>(index);
    auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(extension != nullptr ? extension->getOperand(0) : index);
    if (sum == nullptr || sum->getOpcode() != llvm::Instruction::Add) return;
    if (extension != nullptr && !sum->hasNoSignedWrap()) return;
    llvm::Value* shared = sum->getOperand(0);
    llvm::Value* own = sum->getOperand(1);
    if (divergence_.differs(*shared)) std::swap(shared, own);
    llvm::SmallPtrSet<const llvm::Value*, 16> seen;
    if (divergence_.differs(*shared) || !divergence_.differs(*own) || is_linear(own, seen)) return;
    llvm::IRBuilder<> builder(&address);
    llvm::Value* result = address.getPointerOperand();
    for (llvm::Value* part : {shared, own}) {
      if (extension != nullptr) part = builder.CreateSExt(part, extension->getType());
      result = builder.CreateGEP(address.getSourceElementType(), result, part);
    }
    address.replaceAllUsesWith(result);
  }

 private:
  static bool is_sum(const llvm::Value* value) {
    const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(value);
    if (operation == nullptr) return false;
    const bool adds =
        operation->getOpcode() == llvm::Instruction::Add || operation->getOpcode() == llvm::Instruction::Sub;
    const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(operation);
    return (adds && operation->hasNoSignedWrap()) || (disjoint != nullptr && disjoint->isDisjoint());
  }

  // True where the number grows by as much from each work-item to the next, as far as is known.
  bool is_linear(const llvm::Value* value, llvm::SmallPtrSetImpl<const llvm::Value*>& seen) const {
    if (!divergence_.differs(*value) || !seen.insert(value).second) return true;
    if (llvm::isa<llvm::CallInst>(value)) return Divergence::is_id(*value);
    const auto* instruction = llvm::cast<llvm::Instruction>(value);
    const auto operand_is_linear = [&](const llvm::Value* operand) { return is_linear(operand, seen); };
    switch (instruction->getOpcode()) {
      case llvm::Instruction::Trunc:
      case llvm::Instruction::SExt:
      case llvm::Instruction::ZExt:
      case llvm::Instruction::Add:
      case llvm::Instruction::Sub:
      case llvm::Instruction::Or:
      case llvm::Instruction::PHI:
        return llvm::all_of(instruction->operand_values(), operand_is_linear);
      case llvm::Instruction::Select:
        return !divergence_.differs(*instruction->getOperand(0)) && operand_is_linear(instruction->getOperand(1)) &&
               operand_is_linear(instruction->getOperand(2));
      case llvm::Instruction::Shl:
      case llvm::Instruction::Mul: {
        const bool has_factor =
            !divergence_.differs(*instruction->getOperand(0)) || !divergence_.differs(*instruction->getOperand(1));
        return has_factor && llvm::all_of(instruction->operand_values(), operand_is_linear);
      }
      default:
        return false;
    }
  }

  llvm::Value* widened(llvm::Value* value, llvm::Type* type) {
    llvm::Value*& known = widened_[value];
    if (known != nullptr) return known;
    llvm::Value* result = nullptr;
    if (is_sum(value)) {
      auto* sum = llvm::cast<llvm::BinaryOperator>(value);
      llvm::Value* left = widened(sum->getOperand(0), type);
      llvm::Value* right = widened(sum->getOperand(1), type);
      llvm::IRBuilder<> builder(sum);
      result = sum->getOpcode() == llvm::Instruction::Sub ? builder.CreateNSWSub(left, right)
                                                          : builder.CreateNSWAdd(left, right);
    } else if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value)) {
      result = llvm::ConstantInt::getSigned(type, constant->getSExtValue());
    } else if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(value)) {
      llvm::IRBuilder<> builder(instruction->getParent(), *instruction->getInsertionPointAfterDef());
      result = builder.CreateSExt(value, type);
    } else {
      llvm::BasicBlock& entry = divergence_.function().getEntryBlock();
      result = llvm::IRBuilder<>(&entry, entry.getFirstNonPHIOrDbgOrAlloca()).CreateSExt(value, type);
    }
    return widened_[value] = result;
  }

  Divergence divergence_;
  std::map<llvm::Value*, llvm::Value*> widened_;
};

void widen_sums(llvm::Function& function) {
  Rows rows(function);
  change_each<llvm::SExtInst>(function, [&](llvm::SExtInst& extension) { rows.widen(extension); });
}

void share_addresses(llvm::Function& function) {
  Rows rows(function);
  change_each<llvm::GetElementPtrInst>(function, [&](llvm::GetElementPtrInst& one) { rows.share_address(one); });
}

// The extension of an index, or null.
llvm::CastInst* extension_of(const llvm::GetElementPtrInst& address) {
  llvm::Value* index = address.getNumIndices() == 1 ? address.getOperand(1) : nullptr;
  const bool is_extended = index != nullptr && llvm::isa<llvm::SExtInst, llvm::ZExtInst>(index);
  return is_extended ? llvm::cast<llvm::CastInst>(index) : nullptr;
}

// The `or` by which an index joins parts that have no bit in common, or null.
const llvm::PossiblyDisjointInst* joined_index(const llvm::GetElementPtrInst& address) {
  if (address.getNumIndices() != 1) return nullptr;
  const llvm::CastInst* extension = extension_of(address);
  const llvm::Value* index = extension != nullptr ? extension->getOperand(0) : address.getOperand(1);
  const auto* joined = llvm::dyn_cast<llvm::PossiblyDisjointInst>(index);
  return joined != nullptr && joined->isDisjoint() ? joined : nullptr;
}

void address_by_parts(llvm::GetElementPtrInst& address, const llvm::LoopInfo& loops) {
  const llvm::Loop* loop = loops.getLoopFor(address.getParent());
  if (loop == nullptr || !loop->isLoopInvariant(address.getPointerOperand())) return;
  const llvm::PossiblyDisjointInst& joined = *joined_index(address);
  llvm::Value* fixed = joined.getOperand(0);
  llvm::Value* changing = joined.getOperand(1);
  if (!loop->isLoopInvariant(fixed)) std::swap(fixed, changing);
  if (!loop->isLoopInvariant(fixed) || loop->isLoopInvariant(changing)) return;
  llvm::IRBuilder<> builder(&address);
  const llvm::CastInst* extension = extension_of(address);
  llvm::Value* result = address.getPointerOperand();
  for (llvm::Value* part : {fixed, changing}) {
    if (extension != nullptr) part = builder.CreateCast(extension->getOpcode(), part, extension->getType());
    result = builder.CreateGEP(address.getSourceElementType(), result, part);
  }
  address.replaceAllUsesWith(result);
}

// Parts of an index that have no bit in common may be joined by `or`, which SPIR-V cannot say of them, so that a driver
// computes the whole index in each turn of a loop. The part that the loop does not change becomes an address.
void address_by_parts(llvm::Function& function) {
  std::vector<llvm::GetElementPtrInst*> joined;
  change_each<llvm::GetElementPtrInst>(function, [&](llvm::GetElementPtrInst& address) {
    if (joined_index(address) != nullptr) joined.push_back(&address);
  });
  if (joined.empty()) return;
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  for (llvm::GetElementPtrInst* address : joined) address_by_parts(*address, loops);
}

// The type of the number or vector at an address, if it is known and has as many bytes.
llvm::Type* element_at(const llvm::GetElementPtrInst& address, std::uint64_t size) {
  const llvm::DataLayout& layout = address.getModule()->getDataLayout();
  for (const llvm::User* user : address.users()) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    llvm::Type* type = llvm::isa<llvm::LoadInst>(user) ? user->getType()
                       : store != nullptr              ? store->getValueOperand()->getType()
                                                       : nullptr;
    if (type == nullptr || (!type->isIntOrIntVectorTy() && !type->isFPOrFPVectorTy())) continue;
    if (layout.getTypeAllocSize(type) == size) return type;
  }
  const bool is_number = size <= sizeof(std::uint64_t);
  return is_number ? llvm::IntegerType::get(address.getContext(), static_cast<unsigned>(8 * size)) : nullptr;
}

// Elements are counted, not their bytes by shifts.
void count_elements(llvm::GetElementPtrInst& address) {
  using namespace llvm::PatternMatch;
  llvm::Value* index = nullptr;
  std::uint64_t shift = 0;
  if (!address.getSourceElementType()->isIntegerTy(8) || address.getType()->isVectorTy()) return;
  if (!match(address.getOperand(1), m_Shl(m_Value(index), m_ConstantInt(shift)))) return;
  constexpr std::uint64_t k_largest_shift = 7;  // of a vector of 128 bytes
  llvm::Type* element = shift > k_largest_shift ? nullptr : element_at(address, std::uint64_t{1} << shift);
  if (element == nullptr) return;
  const bool keeps_flags = llvm::cast<llvm::Instruction>(address.getOperand(1))->hasNoSignedWrap();
  const auto flags = keeps_flags ? address.getNoWrapFlags() : llvm::GEPNoWrapFlags::none();
  llvm::IRBuilder<> builder(&address);
  address.replaceAllUsesWith(builder.CreateGEP(element, address.getPointerOperand(), index, "", flags));
}

}  // namespace

void spell_out_indices(llvm::Module& module, llvm::TargetMachine& machine) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    multiply_whole(function);
    change_each<llvm::ZExtInst>(function, extend_with_sign);
    change_each<llvm::BinaryOperator>(function, narrow_and_widen);
    widen_sums(function);
    widen_ids(function);
    change_each<llvm::GetElementPtrInst>(function, count_elements);
    address_by_parts(function);
    share_addresses(function);
  }
  // The same number is narrowed once: Intel's driver makes shifts again of what is narrowed for one use alone.
  run_passes(module, machine, "function(early-cse,dce)");
}

}  // namespace clc::worker
