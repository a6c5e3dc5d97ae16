#include "worker/passes/vector_elements.h"

#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {
namespace {

constexpr unsigned k_most_elements = 16;
constexpr unsigned k_word_bits = 32;

bool is_in_registers(const llvm::Value& vector) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(vector.getType());
  if (type == nullptr || type->getNumElements() > k_most_elements) return false;
  if (type->getScalarType()->isPointerTy() || type->getScalarSizeInBits() < 8) return false;
  return !llvm::isa<llvm::LoadInst>(vector) || !vector.hasOneUse();
}

bool is_numbered(const llvm::Instruction& instruction) {
  if (const auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction)) {
    return !llvm::isa<llvm::Constant>(extract->getIndexOperand()) && is_in_registers(*extract->getVectorOperand());
  }
  const auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(&instruction);
  return insert != nullptr && !llvm::isa<llvm::Constant>(insert->getOperand(2)) && is_in_registers(*insert);
}

// Selects by one bit of the number after the other. A number past the end gives some element.
llvm::Value* select(llvm::IRBuilder<>& builder, std::vector<llvm::Value*> elements, llvm::Value* number) {
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

std::vector<llvm::Value*> elements_in(llvm::IRBuilder<>& builder, llvm::Value* vector) {
  std::vector<llvm::Value*> elements;
  for (unsigned i = 0; i < llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements(); ++i) {
    elements.push_back(builder.CreateExtractElement(vector, i));
  }
  return elements;
}

// Shifts the element out of its word; null where the vector is not made of words.
llvm::Value* shift_out(llvm::IRBuilder<>& builder, llvm::ExtractElementInst& extract, llvm::Value* number) {
  auto* type = llvm::cast<llvm::FixedVectorType>(extract.getVectorOperandType());
  const unsigned bits = type->getScalarSizeInBits();
  const unsigned all_bits = bits * type->getNumElements();
  if (bits >= k_word_bits || all_bits % k_word_bits != 0) return nullptr;
  const unsigned in_word = k_word_bits / bits;
  llvm::Type* words = llvm::FixedVectorType::get(builder.getInt32Ty(), all_bits / k_word_bits);
  llvm::Value* vector = builder.CreateBitCast(extract.getVectorOperand(), words);
  llvm::Value* word =
      select(builder, elements_in(builder, vector), builder.CreateUDiv(number, builder.getInt32(in_word)));
  llvm::Value* place = builder.CreateMul(builder.CreateAnd(number, in_word - 1), builder.getInt32(bits));
  llvm::Value* element = builder.CreateTrunc(builder.CreateLShr(word, place), builder.getIntNTy(bits));
  return builder.CreateBitCast(element, extract.getType());
}

void extract_by_selections(llvm::ExtractElementInst& extract) {
  llvm::IRBuilder<> builder(&extract);
  llvm::Value* number = builder.CreateZExtOrTrunc(extract.getIndexOperand(), builder.getInt32Ty());
  llvm::Value* element = shift_out(builder, extract, number);
  if (element == nullptr) element = select(builder, elements_in(builder, extract.getVectorOperand()), number);
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

// True for a comparison of the bits with those of no answer, or of all.
bool asks_any_or_all(const llvm::User* user) {
  const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(user);
  const auto* bits = comparison == nullptr ? nullptr : llvm::dyn_cast<llvm::ConstantInt>(comparison->getOperand(1));
  return bits != nullptr && comparison->isEquality() && (bits->isZero() || bits->isMinusOne());
}

bool is_answers(const llvm::Instruction& instruction) {
  if (!llvm::isa<llvm::BitCastInst>(instruction) || !instruction.getType()->isIntegerTy()) return false;
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getOperand(0)->getType());
  if (type == nullptr || !type->getElementType()->isIntegerTy(1) || type->getNumElements() > k_most_elements)
    return false;
  return llvm::all_of(instruction.users(), asks_any_or_all);
}

void join_answers_of(llvm::Instruction& bits) {
  for (llvm::User* user : llvm::make_early_inc_range(bits.users())) {
    auto* comparison = llvm::cast<llvm::ICmpInst>(user);
    llvm::IRBuilder<> builder(comparison);
    const bool asks_any = llvm::cast<llvm::ConstantInt>(comparison->getOperand(1))->isZero();
    llvm::Value* joined = nullptr;
    for (llvm::Value* answer : elements_in(builder, bits.getOperand(0))) {
      joined = joined == nullptr ? answer
               : asks_any        ? builder.CreateOr(joined, answer)
                                 : builder.CreateAnd(joined, answer);
    }
    const bool is_denied = asks_any == (comparison->getPredicate() == llvm::CmpInst::ICMP_EQ);
    comparison->replaceAllUsesWith(is_denied ? builder.CreateNot(joined) : joined);
    comparison->eraseFromParent();
  }
  bits.eraseFromParent();
}

}  // namespace

void select_elements(llvm::Module& module) {
  std::vector<llvm::Instruction*> numbered;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (is_numbered(instruction)) numbered.push_back(&instruction);
    }
  }
  for (llvm::Instruction* instruction : numbered) {
    if (auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(instruction)) {
      extract_by_selections(*extract);
    } else {
      insert_by_selections(*llvm::cast<llvm::InsertElementInst>(instruction));
    }
  }
}

void join_answers(llvm::Module& module) {
  for (llvm::Function& function : module) {
    std::vector<llvm::Instruction*> found;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (is_answers(instruction)) found.push_back(&instruction);
    }
    for (llvm::Instruction* bits : found) join_answers_of(*bits);
  }
}

}  // namespace clc::worker
