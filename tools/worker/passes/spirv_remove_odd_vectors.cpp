#include "worker/passes/spirv_remove_odd_vectors.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Scalar/DCE.h>
#include <llvm/Transforms/Scalar/Scalarizer.h>

namespace clc::worker {
namespace {

constexpr unsigned k_widest_element = 64;

bool is_size_of_spirv(unsigned elements) {
  constexpr std::array k_sizes{2U, 3U, 4U, 8U, 16U};
  return std::find(k_sizes.begin(), k_sizes.end(), elements) != k_sizes.end();
}

// Returns the type if it is a vector of numbers of a length that SPIR-V does not have, or null.
llvm::FixedVectorType* odd_vector(llvm::Type* type) {
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  const bool is_odd =
      vector != nullptr && !is_size_of_spirv(vector->getNumElements()) && vector->getScalarSizeInBits() != 0;
  return is_odd ? vector : nullptr;
}

// A vector of SPIR-V with the same bits, in fewer and wider elements, or null.
llvm::FixedVectorType* same_bits(llvm::FixedVectorType& odd) {
  const unsigned width = odd.getScalarSizeInBits();
  if (width % 8 != 0) return nullptr;
  for (unsigned together = 2; width * together <= k_widest_element; together *= 2) {
    const unsigned elements = odd.getNumElements() / together;
    if (odd.getNumElements() % together != 0 || !is_size_of_spirv(elements)) continue;
    return llvm::FixedVectorType::get(llvm::IntegerType::get(odd.getContext(), width * together), elements);
  }
  return nullptr;
}

void access_wider(llvm::Instruction& instruction) {
  llvm::IRBuilder<> builder(&instruction);
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction); load != nullptr && load->isSimple()) {
    auto* odd = odd_vector(load->getType());
    auto* wide = odd == nullptr ? nullptr : same_bits(*odd);
    if (wide == nullptr) return;
    auto* loaded = builder.CreateAlignedLoad(wide, load->getPointerOperand(), load->getAlign());
    load->replaceAllUsesWith(builder.CreateBitCast(loaded, odd));
    load->eraseFromParent();
  } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction); store != nullptr && store->isSimple()) {
    auto* odd = odd_vector(store->getValueOperand()->getType());
    auto* wide = odd == nullptr ? nullptr : same_bits(*odd);
    if (wide == nullptr) return;
    store->setOperand(0, builder.CreateBitCast(store->getValueOperand(), wide));
  }
}

// Element `index` of the odd vector whose bits are those of `vector`.
llvm::Value* element_of_odd(llvm::IRBuilder<>& builder, llvm::Value* vector, const llvm::FixedVectorType& odd,
                            unsigned index) {
  const unsigned width = odd.getScalarSizeInBits();
  const unsigned wide = vector->getType()->getScalarSizeInBits();
  const unsigned together = wide / width;
  llvm::Value* element = builder.CreateExtractElement(vector, std::uint64_t{index / together});
  element = builder.CreateBitCast(element, builder.getIntNTy(wide));
  if (index % together != 0) element = builder.CreateLShr(element, std::uint64_t{(index % together) * width});
  return builder.CreateBitCast(builder.CreateTrunc(element, builder.getIntNTy(width)), odd.getElementType());
}

// Replaces an extractelement or shufflevector of the cast by operations on the cast's operand.
void rewrite_element_use(llvm::BitCastInst& cast, const llvm::FixedVectorType& odd, llvm::User* user) {
  llvm::Value* vector = cast.getOperand(0);
  if (auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(user)) {
    const auto* index = llvm::dyn_cast<llvm::ConstantInt>(extract->getIndexOperand());
    if (index == nullptr || index->getZExtValue() >= odd.getNumElements()) return;
    llvm::IRBuilder<> builder(extract);
    extract->replaceAllUsesWith(element_of_odd(builder, vector, odd, static_cast<unsigned>(index->getZExtValue())));
    extract->eraseFromParent();
  } else if (auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(user)) {
    const int size = static_cast<int>(odd.getNumElements());
    const auto is_of_cast = [&](int lane) { return lane < 0 || (lane < size && shuffle->getOperand(0) == &cast); };
    if (odd_vector(shuffle->getType()) != nullptr || !llvm::all_of(shuffle->getShuffleMask(), is_of_cast)) return;
    llvm::IRBuilder<> builder(shuffle);
    llvm::Value* gathered = llvm::PoisonValue::get(shuffle->getType());
    for (const auto& [place, lane] : llvm::enumerate(shuffle->getShuffleMask())) {
      if (lane < 0) continue;
      llvm::Value* element = element_of_odd(builder, vector, odd, static_cast<unsigned>(lane));
      gathered = builder.CreateInsertElement(gathered, element, std::uint64_t{place});
    }
    shuffle->replaceAllUsesWith(gathered);
    shuffle->eraseFromParent();
  }
}

void remove_odd_cast(llvm::BitCastInst& cast) {
  const auto* odd = odd_vector(cast.getType());
  const auto* from = llvm::dyn_cast<llvm::FixedVectorType>(cast.getOperand(0)->getType());
  if (odd == nullptr || from == nullptr || from->getScalarSizeInBits() % odd->getScalarSizeInBits() != 0) return;
  const llvm::SmallSetVector<llvm::User*, 8> users(cast.user_begin(), cast.user_end());  // one may use it twice
  for (llvm::User* user : users) rewrite_element_use(cast, *odd, user);
  if (cast.use_empty()) cast.eraseFromParent();
}

bool has_odd_vectors(const llvm::Module& module) {
  return llvm::any_of(module, [](const llvm::Function& function) {
    return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
      return odd_vector(instruction.getType()) != nullptr ||
             llvm::any_of(instruction.operands(),
                          [](const llvm::Use& operand) { return odd_vector(operand->getType()) != nullptr; });
    });
  });
}

void scalarize(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
  llvm::ScalarizerPassOptions options;
  options.ScalarizeLoadStore = true;
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::ScalarizerPass(options));
  passes.addPass(llvm::DCEPass());
  llvm::createModuleToFunctionPassAdaptor(std::move(passes)).run(module, analyses);
}

}  // namespace

llvm::PreservedAnalyses SpirvRemoveOddVectors::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      access_wider(instruction);
    }
    std::vector<llvm::BitCastInst*> casts;  // first, because the instructions behind one are erased with it
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (auto* cast = llvm::dyn_cast<llvm::BitCastInst>(&instruction)) casts.push_back(cast);
    }
    for (llvm::BitCastInst* cast : casts) remove_odd_cast(*cast);
  }
  // Odd vectors that remain are rare; this scalarizes all vectors of the module.
  if (has_odd_vectors(module)) scalarize(module, analyses);
  return llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker
