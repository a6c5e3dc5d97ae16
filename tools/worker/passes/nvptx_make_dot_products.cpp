#include "worker/passes/nvptx_make_dot_products.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/Local.h>

namespace clc::worker {
namespace {

constexpr std::size_t k_bytes = 4;  // of a word

// One factor of a product.
struct Byte {
  llvm::Value* origin;   // the vector that holds it, or the base pointer of its address
  std::int64_t place;    // index in the vector, or offset from the base
  llvm::LoadInst* load;  // null where a vector holds it
  bool is_signed;
};

struct Product {
  Byte first, second;
  llvm::Value* value;
};

using Products = std::vector<Product>;
using Four = std::span<const Byte* const, k_bytes>;

bool is_addition(const llvm::Value* value) {
  const auto* instruction = llvm::dyn_cast<llvm::BinaryOperator>(value);
  return instruction != nullptr && instruction->getOpcode() == llvm::Instruction::Add &&
         instruction->getType()->isIntegerTy(32);
}

// True for an addition that is folded into the enclosing sum.
bool is_within_sum(const llvm::Instruction& instruction) {
  if (!is_addition(&instruction) || !instruction.hasOneUse()) return false;
  const auto* user = llvm::dyn_cast<llvm::Instruction>(*instruction.user_begin());
  return is_addition(user) && user->getParent() == instruction.getParent();
}

// Returns the terms of a sum, in order.
llvm::SmallVector<llvm::Value*> terms_of(llvm::Instruction& sum) {
  llvm::SmallVector<llvm::Value*> terms, open{sum.getOperand(1), sum.getOperand(0)};
  while (!open.empty()) {
    llvm::Value* value = open.pop_back_val();
    auto* inner = llvm::dyn_cast<llvm::Instruction>(value);
    if (inner != nullptr && inner->getParent() == sum.getParent() && is_within_sum(*inner)) {
      open.push_back(inner->getOperand(1));
      open.push_back(inner->getOperand(0));
    } else {
      terms.push_back(value);
    }
  }
  return terms;
}

Byte byte_in_memory(llvm::LoadInst& load, bool is_signed) {
  Byte byte{load.getPointerOperand(), 0, &load, is_signed};
  const llvm::DataLayout& layout = load.getDataLayout();
  while (const auto* step = llvm::dyn_cast<llvm::GEPOperator>(byte.origin)) {
    llvm::APInt distance(layout.getIndexTypeSizeInBits(step->getType()), 0);
    if (!step->accumulateConstantOffset(layout, distance)) break;
    byte.place += distance.getSExtValue();
    byte.origin = const_cast<llvm::Value*>(step->getPointerOperand());
  }
  return byte;
}

// Returns the byte that was widened to `value`, or to an element of it where `lane` is given.
std::optional<Byte> byte_of(llvm::Value* value, std::optional<std::int64_t> lane) {
  const auto* widened = llvm::dyn_cast<llvm::CastInst>(value);
  if (widened == nullptr || !llvm::isa<llvm::SExtInst, llvm::ZExtInst>(widened)) return std::nullopt;
  const bool is_signed = llvm::isa<llvm::SExtInst>(widened);
  llvm::Value* narrow = widened->getOperand(0);
  if (!narrow->getType()->getScalarType()->isIntegerTy(8)) return std::nullopt;
  if (lane) return Byte{narrow, *lane, nullptr, is_signed};
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(narrow)) {
    return load->isSimple() ? std::optional(byte_in_memory(*load, is_signed)) : std::nullopt;
  }
  auto* element = llvm::dyn_cast<llvm::ExtractElementInst>(narrow);
  const auto* index = element == nullptr ? nullptr : llvm::dyn_cast<llvm::ConstantInt>(element->getIndexOperand());
  if (index == nullptr) return std::nullopt;
  return Byte{element->getVectorOperand(), index->getSExtValue(), nullptr, is_signed};
}

// Returns the product that `term` is, if it has no other use. A product of vectors may have uses of other elements.
std::optional<Product> product_of(llvm::Value* term) {
  if (!term->hasOneUse()) return std::nullopt;
  llvm::Value* value = term;
  std::optional<std::int64_t> lane;
  if (auto* element = llvm::dyn_cast<llvm::ExtractElementInst>(term)) {
    const auto* index = llvm::dyn_cast<llvm::ConstantInt>(element->getIndexOperand());
    if (index == nullptr) return std::nullopt;
    lane = index->getSExtValue();
    value = element->getVectorOperand();
  }
  const auto* product = llvm::dyn_cast<llvm::BinaryOperator>(value);
  if (product == nullptr || product->getOpcode() != llvm::Instruction::Mul) return std::nullopt;
  const auto first = byte_of(product->getOperand(0), lane), second = byte_of(product->getOperand(1), lane);
  if (!first || !second) return std::nullopt;
  return Product{*first, *second, term};
}

bool is_wide_enough(const Byte& byte) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(byte.origin->getType());
  return type != nullptr && byte.place >= 0 && byte.place < type->getNumElements();
}

bool is_earlier(const Byte* byte, const Byte* other) {
  return byte->load->comesBefore(other->load);
}

// True if the bytes can be loaded at the first of the loads: no instruction between them writes memory or may not
// return.
bool can_be_loaded_together(Four bytes) {
  for (const Byte* byte : bytes) {
    if (byte->load->getParent() != bytes[0]->load->getParent()) return false;
  }
  const auto [first, last] = std::ranges::minmax_element(bytes, is_earlier);
  for (const llvm::Instruction* at = (*first)->load; at != (*last)->load; at = at->getNextNode()) {
    if (at->mayWriteToMemory() || !llvm::isGuaranteedToTransferExecutionToSuccessor(at)) return false;
  }
  return true;
}

// Returns the size of the widest loads of these bytes, and 0 if they form no word.
std::uint64_t unit_of(Four bytes) {
  for (std::size_t i = 0; i < k_bytes; ++i) {
    if (bytes[i]->place != bytes[0]->place + static_cast<std::int64_t>(i)) return 0;
  }
  if (bytes[0]->load == nullptr) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(bytes[0]->origin);
    const bool is_word = bytes[0]->place % k_bytes == 0 && is_wide_enough(*bytes[0]) && is_wide_enough(*bytes[3]);
    return !is_word ? 0 : load == nullptr ? k_bytes : std::min<std::uint64_t>(load->getAlign().value(), k_bytes);
  }
  if (!can_be_loaded_together(bytes)) return 0;
  std::uint64_t aligned = 1;
  for (std::size_t i = 0; i < k_bytes; ++i) {
    aligned = std::max(aligned, llvm::commonAlignment(bytes[i]->load->getAlign(), i).value());
  }
  return std::min<std::uint64_t>(aligned, k_bytes);
}

// Returns the four bytes as an i32. `before` comes after the vector that holds them, if one does.
llvm::Value* word_of(Four bytes, std::uint64_t unit, llvm::Instruction& before) {
  const Byte& first = *bytes[0];
  llvm::IRBuilder<> builder(&before);
  if (first.load == nullptr) {
    llvm::SmallVector<int, k_bytes> lanes;
    for (const Byte* byte : bytes) lanes.push_back(static_cast<int>(byte->place));
    return builder.CreateBitCast(builder.CreateShuffleVector(first.origin, lanes), builder.getInt32Ty());
  }
  builder.SetInsertPoint((*std::ranges::min_element(bytes, is_earlier))->load);
  llvm::Type* type = builder.getIntNTy(static_cast<unsigned>(unit * 8));
  const auto unit_at = [&](std::uint64_t offset) {
    const auto place = static_cast<std::uint64_t>(first.place) + offset;
    return builder.CreateAlignedLoad(type, builder.CreatePtrAdd(first.origin, builder.getInt64(place)),
                                     llvm::Align(unit));
  };
  if (unit == k_bytes) return unit_at(0);
  llvm::Value* units = llvm::PoisonValue::get(llvm::FixedVectorType::get(type, static_cast<unsigned>(k_bytes / unit)));
  for (std::uint64_t i = 0; i < k_bytes / unit; ++i)
    units = builder.CreateInsertElement(units, unit_at(i * unit), builder.getInt64(i));
  return builder.CreateBitCast(units, builder.getInt32Ty());
}

llvm::Intrinsic::ID intrinsic_of(const Product& product) {
  if (product.first.is_signed)
    return product.second.is_signed ? llvm::Intrinsic::nvvm_idp4a_s_s : llvm::Intrinsic::nvvm_idp4a_s_u;
  return product.second.is_signed ? llvm::Intrinsic::nvvm_idp4a_u_s : llvm::Intrinsic::nvvm_idp4a_u_u;
}

// A sum whose products become dot products.
class Sum {
 public:
  explicit Sum(llvm::Instruction& sum) : sum_(sum) {}

  // Returns whether the sum was replaced; it and operands that became dead are then erased.
  bool replace() {
    for (llvm::Value* term : terms_of(sum_)) {
      if (const auto product = product_of(term)) {
        add(*product);
      } else {
        rest_.push_back(term);
      }
    }
    bool has_any = false;
    for (auto& [key, products] : groups_) has_any |= combine_products(products);
    if (!has_any) return false;
    llvm::IRBuilder<> builder(&sum_);
    llvm::Value* result = rest_.empty() ? builder.getInt32(0) : rest_[0];
    for (std::size_t i = 1; i < rest_.size(); ++i) result = builder.CreateAdd(result, rest_[i]);
    for (const auto& [intrinsic, first, second] : dots_) {
      result = builder.CreateIntrinsic(intrinsic, {first, second, result});
    }
    sum_.replaceAllUsesWith(result);
    llvm::RecursivelyDeleteTriviallyDeadInstructions(&sum_);
    return true;
  }

 private:
  // Products of a group have a constant distance of their bytes: adjacent first bytes have adjacent second bytes.
  using Key = std::tuple<unsigned, unsigned, bool, bool, bool, bool, std::int64_t>;

  std::pair<unsigned, bool> number_of(const Byte& byte) {
    const auto next = static_cast<unsigned>(numbers_.size());
    return {numbers_.try_emplace(byte.origin, next).first->second, byte.is_signed};
  }

  void add(Product product) {
    if (std::pair(number_of(product.second), product.second.place) <
        std::pair(number_of(product.first), product.first.place)) {
      std::swap(product.first, product.second);
    }
    const auto& [first, second, value] = product;
    groups_[{number_of(first).first, number_of(second).first, first.is_signed, second.is_signed, first.load == nullptr,
             second.load == nullptr, second.place - first.place}]
        .push_back(product);
  }

  // Adds products that are not combined to the rest.
  bool combine_products(Products& products) {
    std::ranges::stable_sort(products, {}, [](const Product& product) { return product.first.place; });
    const std::size_t before = dots_.size();
    for (std::size_t i = 0; i < products.size();) {
      if (i + k_bytes <= products.size() && combine_four(std::span<const Product, k_bytes>(&products[i], k_bytes))) {
        i += k_bytes;
      } else {
        rest_.push_back(products[i++].value);
      }
    }
    return dots_.size() > before;
  }

  // Skips words that both sides load by single bytes: packing them costs more than it saves.
  bool combine_four(std::span<const Product, k_bytes> four) {
    const Byte* first[] = {&four[0].first, &four[1].first, &four[2].first, &four[3].first};
    const Byte* second[] = {&four[0].second, &four[1].second, &four[2].second, &four[3].second};
    const std::uint64_t first_unit = unit_of(first), second_unit = unit_of(second);
    if (first_unit == 0 || second_unit == 0 || first_unit * second_unit == 1) return false;
    dots_.emplace_back(intrinsic_of(four[0]), word_of(first, first_unit, sum_), word_of(second, second_unit, sum_));
    return true;
  }

  llvm::Instruction& sum_;
  llvm::DenseMap<llvm::Value*, unsigned> numbers_;  // of origins, in their order in the sum
  std::map<Key, Products> groups_;
  std::vector<llvm::Value*> rest_;
  std::vector<std::tuple<llvm::Intrinsic::ID, llvm::Value*, llvm::Value*>> dots_;
};

}  // namespace

llvm::PreservedAnalyses NvptxMakeDotProducts::run(llvm::Function& function,
                                                  llvm::FunctionAnalysisManager& /*analyses*/) {
  std::vector<llvm::Instruction*> sums;
  for (llvm::BasicBlock& block : function) {
    for (llvm::Instruction& instruction : block) {
      if (is_addition(&instruction) && !is_within_sum(instruction)) sums.push_back(&instruction);
    }
  }
  bool has_changed = false;
  for (llvm::Instruction* sum : sums) has_changed |= Sum(*sum).replace();
  return has_changed ? blocks_preserved() : llvm::PreservedAnalyses::all();
}

}  // namespace clc::worker
