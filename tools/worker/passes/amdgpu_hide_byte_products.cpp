#include "worker/passes/amdgpu_hide_byte_products.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsAMDGPU.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/Support/KnownBits.h>

#include "worker/passes/amdgpu_hidden_number.h"
#include "worker/passes/each_element.h"

namespace clc::worker {
namespace {

using namespace llvm::PatternMatch;  // NOLINT(google-build-using-namespace): its names are LLVM's way to write patterns

constexpr unsigned k_byte = 8;
constexpr unsigned k_sum = 32;        // bits of the sums of v_dot4
constexpr unsigned k_widest = 64;     // bits that a pair of registers holds
constexpr unsigned k_most_steps = 6;  // definitions that LLVM and this pass follow

unsigned bits_of(const llvm::Value& value) {
  return value.getType()->getScalarSizeInBits();
}

// True if the value is a signed or unsigned byte, extended.
bool is_byte(const llvm::Value& value, const llvm::Instruction& user) {
  const llvm::DataLayout& layout = user.getDataLayout();
  return llvm::computeKnownBits(&value, layout, nullptr, &user).countMaxActiveBits() <= k_byte ||
         llvm::ComputeNumSignBits(&value, layout, nullptr, &user) + k_byte > bits_of(value);
}

// True for an instruction whose value, or each element of it, is one of its operands'.
bool passes_on(const llvm::Value& value) {
  return llvm::isa<llvm::ExtractElementInst, llvm::InsertElementInst, llvm::ShuffleVectorInst, llvm::FreezeInst>(value);
}

using Predicate = llvm::function_ref<bool(const llvm::Value&)>;

// True if the predicate holds for the value, or for one that becomes it, or an element of it, without a computation.
bool any_origin(const llvm::Value& value, Predicate predicate, unsigned steps = k_most_steps) {
  if (!passes_on(value)) return predicate(value);
  return steps > 0 && llvm::any_of(llvm::cast<llvm::Instruction>(value).operands(), [&](const llvm::Use& operand) {
           return any_origin(*operand, predicate, steps - 1);
         });
}

// True if LLVM may take the value for a byte, as it knows the origin of the first one and not that of the second.
bool looks_like_byte(const llvm::Value& value, const llvm::Instruction& user, unsigned steps = k_most_steps) {
  if (llvm::isa<llvm::Constant>(value)) return false;
  if (is_byte(value, user)) return true;
  return any_origin(value, [&](const llvm::Value& origin) {
    llvm::Value* operand = nullptr;
    const llvm::APInt* mask = nullptr;
    if (match(&origin, m_ZExtOrSExt(m_Value(operand))) || match(&origin, m_Trunc(m_Value(operand))))
      return steps > 0 && looks_like_byte(*operand, user, steps - 1);
    if (match(&origin, m_And(m_Value(operand), m_APInt(mask)))) {
      const auto has_byte = [&](unsigned at) { return mask->extractBits(k_byte, at).isAllOnes(); };
      if (!has_byte(0)) return false;
      return !has_byte(k_byte) || (steps > 0 && looks_like_byte(*operand, user, steps - 1));
    }
    return match(&origin, m_And(m_Value(), m_Constant())) || match(&origin, m_Or(m_Value(), m_Value())) ||
           match(&origin, m_Shift(m_Value(), m_Constant())) || llvm::isa<llvm::IntrinsicInst>(origin);
  });
}

bool is_product(const llvm::Value& value) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&value);
  if (call == nullptr) return match(&value, m_Mul(m_Value(), m_Value()));
  return call->getIntrinsicID() == llvm::Intrinsic::amdgcn_mul_u24 ||
         call->getIntrinsicID() == llvm::Intrinsic::amdgcn_mul_i24;
}

// True if the value may be a product of two numbers that LLVM takes for bytes.
bool is_byte_product(const llvm::Instruction& value) {
  return is_product(value) && looks_like_byte(*value.getOperand(0), value) &&
         looks_like_byte(*value.getOperand(1), value);
}

// True if LLVM makes a sum of the product: x * (y + 1) is x * y + x.
bool is_product_and_sum(const llvm::Instruction& value) {
  return match(&value, m_c_Mul(m_Value(), m_AddLike(m_Value(), m_One())));
}

// True for an instruction that may be a sum, or part of one, to the code generator.
bool may_be_sum(const llvm::Instruction& value) {
  if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&value))
    return value.getDataLayout().getIndexTypeSizeInBits(address->getType()) <= k_sum;
  return match(&value, m_AddLike(m_Value(), m_Value())) || match(&value, m_Sub(m_Value(), m_Value())) ||
         llvm::isa<llvm::BinaryOpIntrinsic>(value) || is_product_and_sum(value);
}

// True for an addition, and an instruction after which a product is one still.
bool adds_or_passes_on(const llvm::Instruction& value) {
  if (match(&value, m_ZExtOrSExt(m_Value()))) return bits_of(*value.getOperand(0)) >= k_sum;
  return match(&value, m_Add(m_Value(), m_Value())) || passes_on(value);
}

// True for a value that the code generator cannot see through in a sum.
bool is_opaque(const llvm::Instruction& value) {
  if (llvm::isa<llvm::PHINode>(value) || value.getType()->isFPOrFPVectorTy()) return true;
  return value.mayReadOrWriteMemory() || (llvm::isa<llvm::CallBase>(value) && !llvm::isa<llvm::IntrinsicInst>(value));
}

// Tells how products of bytes are part of a value.
struct Parts {
  bool is_some = false;
  bool are_many = false;
  bool has_product = false;    // one may be added as it is, after foldings
  bool holds_product = false;  // one is the value, an element of it, or added in it

  Parts& operator+=(const Parts& other) {
    are_many |= other.are_many || (is_some && other.is_some);
    is_some |= other.is_some;
    has_product |= other.has_product;
    holds_product |= other.holds_product;
    return *this;
  }
};

constexpr Parts k_product = {.is_some = true, .are_many = false, .has_product = true, .holds_product = true};

// The products of bytes of a function, and the sums of several of them. LLVM moves the operands of sums, so that any
// addition and anything made of a product meet that are part of one sum.
class Products {
 public:
  explicit Products(llvm::Function& function) {
    llvm::SmallVector<llvm::Instruction*, 8> sums;
    for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function)) {
      for (llvm::Instruction& value : *block) {
        const Parts parts = is_opaque(value) ? Parts() : parts_made(value);
        if (!parts.is_some) continue;
        parts_.insert({&value, parts});
        if (parts.are_many && parts.has_product && may_be_sum(value)) add(value);
      }
    }
    // The list grows.
    for (unsigned i = 0; i < added_.size(); ++i) add_operands(*added_[i]);
  }

  // The values that are part of sums of several products.
  llvm::ArrayRef<llvm::Instruction*> added() const { return added_.getArrayRef(); }

  // True if the instruction makes something else than a sum of a product that the operand holds.
  bool is_other_use(const llvm::Use& operand) const {
    return parts(*operand).holds_product && !adds_or_passes_on(*llvm::cast<llvm::Instruction>(operand.getUser()));
  }

 private:
  Parts parts(const llvm::Value& value) const { return parts_.lookup(&value); }

  Parts parts_made(const llvm::Instruction& value) const {
    const bool is_product = is_byte_product(value);
    Parts made, other;
    for (const llvm::Use& operand : value.operands()) {
      if (!is_other_use(operand)) {
        made += parts(*operand);
        continue;
      }
      const bool is_shift = llvm::isa<llvm::LShrOperator, llvm::AShrOperator, llvm::ICmpInst>(value);
      other = {.is_some = true, .are_many = false, .has_product = !is_shift, .holds_product = false};
    }
    made += other;
    if (is_product_and_sum(value))
      made += {.is_some = true, .are_many = false, .has_product = true, .holds_product = is_product};
    else if (is_product)
      made = k_product;
    return made;
  }

  void add(llvm::Instruction& value) { added_.insert(&value); }

  void add_operands(const llvm::Instruction& value) {
    if (is_product(value) && !is_product_and_sum(value) && parts(value).holds_product) return;
    for (const llvm::Use& operand : value.operands())
      if (!is_other_use(operand) && parts(*operand).is_some) add(*llvm::cast<llvm::Instruction>(operand));
  }

  llvm::DenseMap<const llvm::Value*, Parts> parts_;
  llvm::SetVector<llvm::Instruction*> added_;
};

llvm::Value* hidden(llvm::IRBuilder<>& builder, llvm::Value* number) {
  return by_elements(builder, number->getType(), {number}, [&](const Arguments& arguments) {
    llvm::Type* narrow = arguments[0]->getType();
    const unsigned bits = bits_of(*arguments[0]);
    if (bits > k_widest) return arguments[0];  // its halves are added with carries, of which LLVM makes nothing
    llvm::Type* type = builder.getIntNTy(bits <= k_sum ? k_sum : k_widest);
    llvm::Value* kept = hidden_number(builder, builder.CreateZExt(arguments[0], type));
    return builder.CreateTrunc(kept, narrow);
  });
}

// The product of bytes, computed in as many bits as it needs.
llvm::Value* narrowed(llvm::IRBuilder<>& builder, llvm::Value* value) {
  auto* product = llvm::dyn_cast<llvm::BinaryOperator>(value);
  if (product == nullptr) return hidden(builder, value);
  llvm::Type* type = product->getType()->getWithNewBitWidth(k_sum);
  llvm::Value* narrow = builder.CreateNSWMul(builder.CreateTrunc(product->getOperand(0), type),
                                             builder.CreateTrunc(product->getOperand(1), type));
  return builder.CreateSExt(narrow, product->getType());
}

// Replaces a product that LLVM would add wrongly in a sum of products alone.
bool replace_product(llvm::Instruction& product) {
  if (!is_byte_product(product)) return false;
  const bool are_bytes = is_byte(*product.getOperand(0), product) && is_byte(*product.getOperand(1), product);
  if (are_bytes && bits_of(product) <= k_sum) return false;
  const auto uses = llvm::to_vector(llvm::make_pointer_range(product.uses()));
  llvm::IRBuilder<> builder(product.getNextNode());
  llvm::Value* replacement = are_bytes ? narrowed(builder, &product) : hidden(builder, &product);
  for (llvm::Use* use : uses) use->set(replacement);
  return true;
}

}  // namespace

llvm::PreservedAnalyses AmdgpuHideByteProducts::run(llvm::Function& function,
                                                    llvm::FunctionAnalysisManager& /*analyses*/) {
  const llvm::MCSubtargetInfo& chip = *machine_.getMCSubtargetInfo();
  const bool has_dot =
      chip.checkFeatures("+dot7-insts") && (chip.checkFeatures("+dot1-insts") || chip.checkFeatures("+dot8-insts"));
  if (!has_dot) return llvm::PreservedAnalyses::all();
  const Products products(function);
  bool has_changed = false;
  // The last one first, as a value that is hidden is no product.
  for (llvm::Instruction* value : llvm::reverse(products.added())) {
    for (llvm::Use& operand : value->operands()) {
      if (!products.is_other_use(operand)) continue;
      llvm::IRBuilder<> builder(value);
      operand.set(hidden(builder, operand));
      has_changed = true;
    }
  }
  for (llvm::Instruction* value : products.added()) has_changed |= replace_product(*value);
  return has_changed ? blocks_preserved() : llvm::PreservedAnalyses::all();
}

}  // namespace clc::worker
