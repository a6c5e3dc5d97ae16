#include "worker/passes/select_vector_elements.h"

#include <vector>

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "worker/passes/each_element.h"

namespace clc::worker {
namespace {

constexpr unsigned k_most_selected = 16;
constexpr unsigned k_word_bits = 32;

bool is_in_registers(const llvm::Value& vector) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(vector.getType());
  if (type == nullptr || type->getNumElements() > k_most_selected) return false;
  if (type->getScalarType()->isPointerTy() || type->getScalarSizeInBits() < 8) return false;
  return !llvm::isa<llvm::LoadInst>(vector) || !vector.hasOneUse();
}

bool has_variable_index(const llvm::Instruction& instruction) {
  if (const auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction)) {
    return !llvm::isa<llvm::Constant>(extract->getIndexOperand()) && is_in_registers(*extract->getVectorOperand());
  }
  const auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(&instruction);
  return insert != nullptr && !llvm::isa<llvm::Constant>(insert->getOperand(2)) && is_in_registers(*insert);
}

// Selects an element bit by bit of its index. An index past the end gives any element.
llvm::Value* select_element(llvm::IRBuilder<>& builder, std::vector<llvm::Value*> elements, llvm::Value* number) {
  for (unsigned bit = 0; elements.size() > 1; ++bit) {
    llvm::Value* is_second = builder.CreateIsNotNull(builder.CreateAnd(number, 1U << bit));
    std::vector<llvm::Value*> left;
    for (std::size_t i = 0; i < elements.size(); i += 2) {
      const bool is_last = i + 1 == elements.size();
      left.push_back(is_last ? elements[i] : builder.CreateSelect(is_second, elements[i + 1], elements[i]));
    }
    elements = left;
  }
  return elements.front();
}

// Shifts the element out of its 32-bit word; null where the vector is not a whole number of words.
llvm::Value* shift_out(llvm::IRBuilder<>& builder, llvm::ExtractElementInst& extract, llvm::Value* number) {
  auto* type = llvm::cast<llvm::FixedVectorType>(extract.getVectorOperandType());
  const unsigned bits = type->getScalarSizeInBits();
  const unsigned all_bits = bits * type->getNumElements();
  if (bits >= k_word_bits || k_word_bits % bits != 0 || all_bits % k_word_bits != 0) return nullptr;
  const unsigned in_word = k_word_bits / bits;
  llvm::Type* words = llvm::FixedVectorType::get(builder.getInt32Ty(), all_bits / k_word_bits);
  llvm::Value* vector = builder.CreateBitCast(extract.getVectorOperand(), words);
  llvm::Value* word =
      select_element(builder, elements_in(builder, vector), builder.CreateUDiv(number, builder.getInt32(in_word)));
  llvm::Value* place = builder.CreateMul(builder.CreateAnd(number, in_word - 1), builder.getInt32(bits));
  llvm::Value* element = builder.CreateTrunc(builder.CreateLShr(word, place), builder.getIntNTy(bits));
  return builder.CreateBitCast(element, extract.getType());
}

void extract_by_selections(llvm::ExtractElementInst& extract) {
  llvm::IRBuilder<> builder(&extract);
  llvm::Value* number = builder.CreateZExtOrTrunc(extract.getIndexOperand(), builder.getInt32Ty());
  llvm::Value* element = shift_out(builder, extract, number);
  if (element == nullptr) element = select_element(builder, elements_in(builder, extract.getVectorOperand()), number);
  extract.replaceAllUsesWith(element);
  extract.eraseFromParent();
}

void insert_by_selections(llvm::InsertElementInst& insert) {
  llvm::IRBuilder<> builder(&insert);
  llvm::Value* number = builder.CreateZExtOrTrunc(insert.getOperand(2), builder.getInt32Ty());
  llvm::Value* result = llvm::PoisonValue::get(insert.getType());
  const std::vector<llvm::Value*> elements = elements_in(builder, insert.getOperand(0));
  for (unsigned i = 0; i < elements.size(); ++i) {
    llvm::Value* is_here = builder.CreateICmpEQ(number, builder.getInt32(i));
    result = builder.CreateInsertElement(result, builder.CreateSelect(is_here, insert.getOperand(1), elements[i]), i);
  }
  insert.replaceAllUsesWith(result);
  insert.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses SelectVectorElements::run(llvm::Function& function,
                                                  llvm::FunctionAnalysisManager& /*analyses*/) {
  std::vector<llvm::Instruction*> numbered;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (has_variable_index(instruction)) numbered.push_back(&instruction);
  }
  for (llvm::Instruction* instruction : numbered) {
    if (auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(instruction)) {
      extract_by_selections(*extract);
    } else {
      insert_by_selections(*llvm::cast<llvm::InsertElementInst>(instruction));
    }
  }
  return blocks_preserved();
}

}  // namespace clc::worker
