#include "worker/passes/spirv_scalarize_phis.h"

#include <cstdint>
#include <map>
#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

namespace clc::worker {
namespace {

using Elements = llvm::SmallVector<llvm::Value*, 4>;
using Phis = llvm::SetVector<llvm::PHINode*>;

constexpr unsigned k_longest = 4;

unsigned length_of(const llvm::Value& vector) {
  return llvm::cast<llvm::FixedVectorType>(vector.getType())->getNumElements();
}

bool is_short_vector(const llvm::Value& value) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(value.getType());
  return type != nullptr && type->getNumElements() <= k_longest;
}

// The elements that a chain of `insertelement` sets; nothing where it does not set all of them.
Elements inserted_elements(llvm::Value& vector) {
  Elements elements(length_of(vector), nullptr);
  const llvm::Value* rest = &vector;
  while (const auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(rest)) {
    const auto* index = llvm::dyn_cast<llvm::ConstantInt>(insert->getOperand(2));
    if (index == nullptr || index->getValue().uge(elements.size())) return {};
    llvm::Value*& element = elements[index->getZExtValue()];
    if (element == nullptr) element = insert->getOperand(1);
    rest = insert->getOperand(0);
  }
  return llvm::is_contained(elements, nullptr) ? Elements() : elements;
}

bool extracts_element(const llvm::User& user) {
  using namespace llvm::PatternMatch;
  const llvm::Value* vector = nullptr;
  std::uint64_t index = 0;
  return match(&user, m_ExtractElt(m_Value(vector), m_ConstantInt(index))) && index < length_of(*vector);
}

bool is_in(const Phis& phis, const llvm::Value* value) {
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(value);
  return phi != nullptr && phis.contains(const_cast<llvm::PHINode*>(phi));
}

// True for an incoming value of a loop that comes from outside of it.
bool comes_from_preheader(const llvm::PHINode& phi, const llvm::BasicBlock& from, const llvm::LoopInfo& loops) {
  return loops.isLoopHeader(phi.getParent()) && !loops.getLoopFor(phi.getParent())->contains(&from);
}

// True where the elements of all incoming values are known, but for those from outside of a loop, and some user
// extracts an element.
bool is_scalarizable(const llvm::PHINode& phi, const Phis& phis, const llvm::LoopInfo& loops) {
  const bool is_known = llvm::all_of(llvm::zip(phi.incoming_values(), phi.blocks()), [&](const auto& incoming) {
    const auto& [value, block] = incoming;
    return llvm::isa<llvm::Constant>(value) || is_in(phis, value) || !inserted_elements(*value).empty() ||
           comes_from_preheader(phi, *block, loops);
  });
  return is_known && llvm::any_of(phi.users(),
                                  [&](const llvm::User* user) { return extracts_element(*user) || is_in(phis, user); });
}

Phis scalarizable_phis(llvm::Function& function, const llvm::LoopInfo& loops) {
  Phis phis;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction);
    if (phi != nullptr && is_short_vector(*phi)) phis.insert(phi);
  }
  while (phis.remove_if([&](const llvm::PHINode* phi) { return !is_scalarizable(*phi, phis, loops); })) {
  }
  return phis;
}

class PhiScalarizer {
 public:
  explicit PhiScalarizer(const Phis& phis) : phis_(phis) {
    for (llvm::PHINode* phi : phis) {
      llvm::IRBuilder<> builder(phi);
      for (unsigned i = 0; i < length_of(*phi); ++i) {
        split_[phi].push_back(builder.CreatePHI(phi->getType()->getScalarType(), phi->getNumIncomingValues()));
      }
    }
  }

  void run() {
    for (llvm::PHINode* phi : phis_) {
      for (const auto& [value, block] : llvm::zip(phi->incoming_values(), phi->blocks())) {
        const Elements elements = elements_of(*value, *block);
        for (unsigned i = 0; i < elements.size(); ++i) split_[phi][i]->addIncoming(elements[i], block);
      }
    }
    for (llvm::PHINode* phi : phis_) replace(*phi);
    std::vector<llvm::WeakTrackingVH> vectors;
    for (llvm::PHINode* phi : phis_) llvm::append_range(vectors, phi->incoming_values());
    for (llvm::PHINode* phi : phis_) {
      phi->replaceAllUsesWith(llvm::PoisonValue::get(phi->getType()));
      phi->eraseFromParent();
    }
    for (const llvm::WeakTrackingVH& vector : vectors) {
      if (vector != nullptr) llvm::RecursivelyDeleteTriviallyDeadInstructions(vector);
    }
  }

 private:
  // Extracts the elements of an unknown vector at the end of `block`.
  Elements elements_of(llvm::Value& value, llvm::BasicBlock& block) {
    if (is_in(phis_, &value)) {
      const auto& split = split_[llvm::cast<llvm::PHINode>(&value)];
      return {split.begin(), split.end()};
    }
    Elements elements = inserted_elements(value);
    if (!elements.empty()) return elements;
    llvm::IRBuilder<> builder(block.getTerminator());
    for (unsigned i = 0; i < length_of(value); ++i) elements.push_back(builder.CreateExtractElement(&value, i));
    return elements;
  }

  void replace(llvm::PHINode& phi) {
    const auto& split = split_[&phi];
    for (llvm::User* user : llvm::make_early_inc_range(phi.users())) {
      if (!extracts_element(*user)) continue;
      auto* extract = llvm::cast<llvm::ExtractElementInst>(user);
      const auto index = llvm::cast<llvm::ConstantInt>(extract->getIndexOperand())->getZExtValue();
      extract->replaceAllUsesWith(split[index]);
      extract->eraseFromParent();
    }
    if (llvm::all_of(phi.users(), [&](const llvm::User* user) { return is_in(phis_, user); })) return;
    llvm::IRBuilder<> builder(phi.getParent(), phi.getParent()->getFirstInsertionPt());
    llvm::Value* whole = llvm::PoisonValue::get(phi.getType());
    for (unsigned i = 0; i < split.size(); ++i) whole = builder.CreateInsertElement(whole, split[i], i);
    phi.replaceUsesWithIf(whole, [&](const llvm::Use& use) { return !is_in(phis_, use.getUser()); });
  }

  const Phis& phis_;
  std::map<llvm::PHINode*, std::vector<llvm::PHINode*>> split_;
};

}  // namespace

llvm::PreservedAnalyses SpirvScalarizePhis::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  const Phis phis = scalarizable_phis(function, analyses.getResult<llvm::LoopAnalysis>(function));
  PhiScalarizer(phis).run();
  return phis.empty() ? llvm::PreservedAnalyses::all() : blocks_preserved();
}

}  // namespace clc::worker
