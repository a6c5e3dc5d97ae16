#include "worker/passes/spirv_geometry.h"

#include <array>
#include <string>
#include <string_view>

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>

#include "worker/analyses/memory_calls.h"
#include "worker/passes/spirv_calls.h"

namespace clc::worker {
namespace {

constexpr unsigned k_longest_geometric = 4;
using Numbers = llvm::SmallVector<llvm::Value*, k_longest_geometric>;

constexpr std::array k_geometric = std::to_array<std::string_view>(
    {"cross", "distance", "dot", "fast_distance", "fast_length", "fast_normalize", "length", "normalize"});

// Writes the operations of a geometric function in front of its call.
class Geometry {
 public:
  explicit Geometry(llvm::CallInst& call) : call_(call), builder_(&call) {
    builder_.setFastMathFlags(call.getFastMathFlags());
  }

  llvm::Value* expand(std::string_view function) {
    const Numbers first = elements_of(0);
    if (function == "dot") return dot(first, elements_of(1));
    if (function == "cross") return cross(first, elements_of(1));
    if (function == "length") return length(first);
    if (function == "distance") return length(difference(first, elements_of(1)));
    if (function == "normalize") return normalize(first);
    if (function == "fast_length") return call_function("half_sqrt", dot(first, first));
    if (function == "fast_normalize") return normalize_fast(first);
    const Numbers between = difference(first, elements_of(1));
    return call_function("half_sqrt", dot(between, between));
  }

 private:
  // A vector that is scaled so that its squares neither overflow nor underflow.
  struct Scaled {
    Numbers elements;
    llvm::Value* factor;
    llvm::Value* inverse;
    llvm::Value* is_large;  // the factor is less than one
  };

  llvm::Type& type() const { return *call_.getArgOperand(0)->getType()->getScalarType(); }

  Numbers elements_of(unsigned argument) {
    llvm::Value* vector = call_.getArgOperand(argument);
    Numbers elements;
    for (unsigned i = 0; i < llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements(); ++i) {
      elements.push_back(builder_.CreateExtractElement(vector, i));
    }
    return elements;
  }

  llvm::Value* number(double value) { return llvm::ConstantFP::get(&type(), value); }

  llvm::Value* power_of_two(int exponent) {
    const llvm::fltSemantics& semantics = type().getFltSemantics();
    const llvm::APFloat one = llvm::APFloat::getOne(semantics);
    return llvm::ConstantFP::get(type().getContext(), llvm::scalbn(one, exponent, llvm::APFloat::rmNearestTiesToEven));
  }

  llvm::Value* infinity() { return llvm::ConstantFP::getInfinity(&type()); }

  llvm::Value* size_of(llvm::Value* value) { return builder_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, value); }

  // Calls a builtin of one scalar.
  llvm::Value* call_function(llvm::StringRef name, llvm::Value* argument) {
    const std::string mangled = "_Z" + std::to_string(name.size()) + name.str() + (type().isFloatTy() ? "f" : "d");
    return call_pure_builtin(builder_, mangled, type(), {argument});
  }

  llvm::Value* vector_of(llvm::ArrayRef<llvm::Value*> elements) {
    llvm::Value* vector = llvm::PoisonValue::get(call_.getType());
    for (unsigned i = 0; i < elements.size(); ++i) vector = builder_.CreateInsertElement(vector, elements[i], i);
    return vector;
  }

  Numbers difference(llvm::ArrayRef<llvm::Value*> left, llvm::ArrayRef<llvm::Value*> right) {
    Numbers result;
    for (const auto& [a, b] : llvm::zip(left, right)) result.push_back(builder_.CreateFSub(a, b));
    return result;
  }

  llvm::Value* dot(llvm::ArrayRef<llvm::Value*> left, llvm::ArrayRef<llvm::Value*> right) {
    llvm::Value* sum = builder_.CreateFMul(left[0], right[0]);
    for (unsigned i = 1; i < left.size(); ++i) sum = call_mad(builder_, {left[i], right[i], sum});
    return sum;
  }

  llvm::Value* cross(llvm::ArrayRef<llvm::Value*> left, llvm::ArrayRef<llvm::Value*> right) {
    const auto difference_of_products = [&](unsigned i, unsigned k) {
      llvm::Value* product = builder_.CreateFMul(left[k], right[i]);
      return call_mad(builder_, {left[i], right[k], builder_.CreateFNeg(product)});
    };
    Numbers elements{difference_of_products(1, 2), difference_of_products(2, 0), difference_of_products(0, 1)};
    if (left.size() == k_longest_geometric) elements.push_back(number(0));
    return vector_of(elements);
  }

  llvm::Value* largest_size(const Numbers& vector) {
    llvm::Value* largest = size_of(vector.front());
    for (llvm::Value* element : llvm::drop_begin(vector)) {
      llvm::Value* size = size_of(element);
      largest = builder_.CreateSelect(builder_.CreateFCmpOGT(size, largest), size, largest);
    }
    return largest;
  }

  Scaled scale(const Numbers& vector, llvm::Value* largest) {
    // Scaled down, the squares of four largest numbers have a finite sum; scaled up, the square of the smallest number
    // is normal; and between the limits the squares that contribute to the sum are normal.
    const llvm::fltSemantics& semantics = type().getFltSemantics();
    const int most = llvm::APFloat::semanticsMaxExponent(semantics) + 1;
    const int least = llvm::APFloat::semanticsMinExponent(semantics);
    const int bits = static_cast<int>(llvm::APFloat::semanticsPrecision(semantics)) - 1;
    const int down = most / 2 + 2;
    const int up = -least / 2 + bits;
    llvm::Value* is_large = builder_.CreateFCmpOGT(largest, power_of_two(most / 2 - 2));
    llvm::Value* is_small = builder_.CreateFCmpOLT(largest, power_of_two(least / 2 + bits));
    const auto choose = [&](llvm::Value* of_large, llvm::Value* of_small) {
      return builder_.CreateSelect(is_large, of_large, builder_.CreateSelect(is_small, of_small, number(1)));
    };
    Scaled scaled{
        {}, choose(power_of_two(-down), power_of_two(up)), choose(power_of_two(down), power_of_two(-up)), is_large};
    for (llvm::Value* element : vector) scaled.elements.push_back(builder_.CreateFMul(element, scaled.factor));
    return scaled;
  }

  llvm::Value* length(const Numbers& vector) {
    const Scaled scaled = scale(vector, largest_size(vector));
    llvm::Value* root = call_function("sqrt", dot(scaled.elements, scaled.elements));
    return builder_.CreateFMul(root, scaled.inverse);
  }

  llvm::Value* normalize(const Numbers& vector) {
    // Where an element is infinite, infinite elements count as one and the others as zero.
    llvm::Value* largest = largest_size(vector);
    llvm::Value* is_infinite = builder_.CreateFCmpOEQ(largest, infinity());
    Numbers finite;
    for (llvm::Value* element : vector) {
      llvm::Value* one = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, number(1), element);
      llvm::Value* is_one = builder_.CreateFCmpOEQ(size_of(element), infinity());
      llvm::Value* beside = builder_.CreateSelect(is_one, one, builder_.CreateFMul(element, number(0)));
      finite.push_back(builder_.CreateSelect(is_infinite, beside, element));
    }
    const Scaled scaled = scale(finite, builder_.CreateSelect(is_infinite, number(1), largest));
    llvm::Value* square = dot(scaled.elements, scaled.elements);
    llvm::Value* inverse_length = call_function("rsqrt", square);
    // The products are scaled down, not the elements: small elements beside large ones would become denormal, and a
    // product of these has few correct digits.
    llvm::Value* factor = builder_.CreateSelect(scaled.is_large, scaled.factor, number(1));
    Numbers products;
    for (const auto& [element, small] : llvm::zip(finite, scaled.elements)) {
      llvm::Value* not_down = builder_.CreateSelect(scaled.is_large, element, small);
      products.push_back(builder_.CreateFMul(not_down, inverse_length));
    }
    return multiply_unless(builder_.CreateFCmpOEQ(square, number(0)), vector, products, factor);
  }

  llvm::Value* normalize_fast(const Numbers& vector) {
    llvm::Value* square = dot(vector, vector);
    llvm::Value* least = power_of_two(llvm::APFloat::semanticsMinExponent(type().getFltSemantics()));
    llvm::Value* is_tiny = builder_.CreateFCmpOLT(square, least);
    return multiply_unless(is_tiny, vector, vector, call_function("half_rsqrt", square));
  }

  // The vector itself where `is_kept`, else the products of the elements and a factor.
  llvm::Value* multiply_unless(llvm::Value* is_kept, const Numbers& vector, const Numbers& elements,
                               llvm::Value* factor) {
    Numbers result;
    for (const auto& [kept, element] : llvm::zip(vector, elements)) {
      result.push_back(builder_.CreateSelect(is_kept, kept, builder_.CreateFMul(element, factor)));
    }
    return vector_of(result);
  }

  llvm::CallInst& call_;
  llvm::IRBuilder<> builder_;
};

}  // namespace

bool is_geometric(const llvm::CallInst& call) {
  if (call.arg_empty() || !llvm::is_contained(k_geometric, called_builtin(call))) return false;
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(call.getArgOperand(0)->getType());
  if (vector == nullptr || vector->getNumElements() > k_longest_geometric) return false;
  const llvm::Type& type = *vector->getElementType();
  const bool has_half = type.isHalfTy() && called_builtin(call) == "dot";
  return (type.isFloatTy() || type.isDoubleTy() || has_half) && call.getType()->getScalarType() == &type;
}

void expand_geometric(llvm::CallInst& call) {
  llvm::Value* result = Geometry(call).expand(called_builtin(call));
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

}  // namespace clc::worker
