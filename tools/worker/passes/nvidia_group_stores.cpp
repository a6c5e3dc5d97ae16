#include "worker/passes/nvidia_group_stores.h"

#include <vector>

#include <llvm/IR/IntrinsicsNVPTX.h>

namespace clc::worker {
namespace {

constexpr unsigned k_word_bits = 32;
constexpr unsigned k_words = 4;  // that are stored at once
constexpr unsigned k_atom = 8;   // columns of which a work-item holds two elements

using Words = std::vector<llvm::Value*>;

llvm::Value* is_set(llvm::IRBuilder<>& builder, llvm::Value* item, unsigned bit) {
  return builder.CreateIsNotNull(builder.CreateAnd(item, builder.getInt32(bit)));
}

// Exchanges two pieces: work-items whose bit is set keep the second and get it from their partner, and the others the
// first.
Words exchange(llvm::IRBuilder<>& builder, const Words& first, const Words& second, llvm::Value* item, unsigned bit) {
  constexpr unsigned k_all = 0xffffffff;
  constexpr unsigned k_last_lane = 31;
  llvm::Value* takes_second = is_set(builder, item, bit);
  Words front;
  Words back;
  for (std::size_t i = 0; i < first.size(); ++i) {
    llvm::Value* sent = builder.CreateSelect(takes_second, first[i], second[i]);
    llvm::Value* got =
        builder.CreateIntrinsic(llvm::Intrinsic::nvvm_shfl_sync_bfly_i32, {},
                                {builder.getInt32(k_all), sent, builder.getInt32(bit), builder.getInt32(k_last_lane)});
    front.push_back(builder.CreateSelect(takes_second, got, first[i]));
    back.push_back(builder.CreateSelect(takes_second, second[i], got));
  }
  front.insert(front.end(), back.begin(), back.end());
  return front;
}

}  // namespace

unsigned columns_at_once(const Matrix& matrix) {
  const unsigned bits = matrix.element->getScalarSizeInBits();
  if (bits != k_word_bits && bits != k_word_bits / 2) return 0;
  const unsigned columns = k_atom * k_words * k_word_bits / (2 * bits);
  return matrix.type.columns % columns == 0 ? columns : 0;
}

llvm::Value* stored_column(llvm::IRBuilder<>& builder, const Matrix& matrix, llvm::Value* item) {
  const bool is_word = matrix.element->getScalarSizeInBits() == k_word_bits;
  llvm::Value* low = builder.CreateMul(builder.CreateAnd(item, 1), builder.getInt32(k_atom));
  llvm::Value* high = builder.CreateAnd(builder.CreateLShr(item, 1), 1);
  return builder.CreateAdd(low, builder.CreateMul(high, builder.getInt32(is_word ? k_atom / 2 : 2 * k_atom)));
}

llvm::Value* exchanged(llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> elements, llvm::Value* item) {
  std::vector<Words> pieces;
  llvm::Type* word = builder.getInt32Ty();
  for (std::size_t i = 0; i < elements.size(); i += 2) {
    if (elements[i]->getType()->getScalarSizeInBits() == k_word_bits) {
      pieces.push_back({builder.CreateBitCast(elements[i], word), builder.CreateBitCast(elements[i + 1], word)});
    } else {
      llvm::Value* both = llvm::PoisonValue::get(llvm::FixedVectorType::get(elements[i]->getType(), 2));
      both = builder.CreateInsertElement(both, elements[i], std::uint64_t{0});
      pieces.push_back({builder.CreateBitCast(builder.CreateInsertElement(both, elements[i + 1], 1), word)});
    }
  }
  for (unsigned bit = 1; pieces.size() > 1; bit *= 2) {
    std::vector<Words> wider;
    for (std::size_t i = 0; i < pieces.size(); i += 2)
      wider.push_back(exchange(builder, pieces[i], pieces[i + 1], item, bit));
    pieces = std::move(wider);
  }
  llvm::Value* all = llvm::PoisonValue::get(llvm::FixedVectorType::get(word, k_words));
  for (unsigned i = 0; i < k_words; ++i) all = builder.CreateInsertElement(all, pieces[0][i], i);
  return all;
}

}  // namespace clc::worker
