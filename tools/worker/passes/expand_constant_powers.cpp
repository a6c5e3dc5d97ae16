#include "worker/passes/expand_constant_powers.h"

#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>

namespace clc::worker {
namespace {

enum class PowerKind { k_pow, k_pown, k_powr, k_native_powr, k_rootn };

std::optional<PowerKind> power_kind_of(llvm::StringRef name) {
  if (name.starts_with("_Z3pow")) return PowerKind::k_pow;
  if (name.starts_with("_Z4pown")) return PowerKind::k_pown;
  if (name.starts_with("_Z4powr") || name.starts_with("_Z9half_powr")) return PowerKind::k_powr;
  if (name.starts_with("_Z11native_powr")) return PowerKind::k_native_powr;
  if (name.starts_with("_Z5rootn")) return PowerKind::k_rootn;
  return std::nullopt;
}

// Returns twice the exponent, if that is a small integer.
std::optional<int> exponent_halves_of(const llvm::Value& exponent) {
  const auto* constant = llvm::dyn_cast<llvm::Constant>(&exponent);
  if (constant != nullptr && constant->getType()->isVectorTy()) constant = constant->getSplatValue();
  constexpr double k_most = 8;
  double value = 0;
  if (const auto* whole = llvm::dyn_cast_or_null<llvm::ConstantInt>(constant)) {
    value = static_cast<double>(whole->getSExtValue());
  } else if (const auto* number = llvm::dyn_cast_or_null<llvm::ConstantFP>(constant)) {
    llvm::APFloat wide = number->getValueAPF();
    bool is_rounded = false;
    wide.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &is_rounded);
    value = wide.convertToDouble();
  } else {
    return std::nullopt;
  }
  if (!(std::fabs(value) <= k_most) || std::floor(2 * value) != 2 * value) return std::nullopt;
  return static_cast<int>(2 * value);
}

// Returns the base if it is 2 or 10 in all elements, else 0.
double constant_base_of(const llvm::Value& base) {
  for (const double number : {2.0, 10.0}) {
    const auto* constant = llvm::dyn_cast<llvm::Constant>(&base);
    if (constant != nullptr && constant->isElementWiseEqual(llvm::ConstantFP::get(constant->getType(), number)))
      return number;
  }
  return 0;
}

// Mangles the type as Itanium's ABI does.
std::string mangled_type(const llvm::Type& type) {
  const llvm::Type* scalar = type.getScalarType();
  const std::string name = scalar->isFloatTy() ? "f" : scalar->isDoubleTy() ? "d" : "Dh";
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  return vector == nullptr ? name : "Dv" + std::to_string(vector->getNumElements()) + "_" + name;
}

class Power {
 public:
  Power(llvm::CallInst& call, PowerKind kind) : call_(call), kind_(kind), builder_(&call) {
    llvm::FastMathFlags flags = call.getFastMathFlags();
    // Contraction stays within the error that OpenCL allows.
    flags.setAllowContract();
    builder_.setFastMathFlags(flags);
  }

  // Returns null if the call is not worth expanding.
  llvm::Value* simplified() {
    const std::optional<int> halves = exponent_halves_of(*call_.getArgOperand(1));
    if (kind_ == PowerKind::k_rootn) return halves && std::abs(*halves) == 4 ? half_power(*halves / 4) : nullptr;
    if (halves) return *halves % 2 == 0 ? whole_power(*halves / 2) : half_power(*halves);
    const double base = kind_ == PowerKind::k_pow ? constant_base_of(*call_.getArgOperand(0)) : 0;
    return base == 0 ? nullptr : call_function(base == 2 ? "exp2" : "exp10", call_.getArgOperand(1));
  }

 private:
  llvm::Type* type() const { return call_.getType(); }
  bool is_half() const { return type()->getScalarType()->isHalfTy(); }
  llvm::Constant* number(double value) const { return llvm::ConstantFP::get(type(), value); }

  llvm::Value* whole_power(int exponent) {
    const int least = is_half() ? -2 : -4;
    const int most = is_half() ? 4 : 8;
    if (exponent < least || exponent > most) return nullptr;
    llvm::Value* base = call_.getArgOperand(0);
    if (exponent == 0) return kind_ == PowerKind::k_pow || kind_ == PowerKind::k_pown ? number(1) : nullptr;
    llvm::Value* result = exponent > 0 ? product(base, exponent) : product(reciprocal(base), -exponent);
    if (kind_ != PowerKind::k_powr) return result;
    return defined_from_zero_on(exponent % 2 == 0 ? result : without_sign(result));
  }

  // Returns a product with a square root, which is NaN for a negative base.
  llvm::Value* half_power(int halves) {
    constexpr int k_least = -3;
    constexpr int k_most = 5;
    if (halves < k_least || halves > k_most || kind_ == PowerKind::k_native_powr) return nullptr;
    // Products of half with a root are beyond its error. A power left to LLVM becomes a root, of minus infinity too.
    if (is_half() && std::abs(halves) != 1) return nullptr;
    llvm::Value* base = call_.getArgOperand(0);
    llvm::Value* result = nullptr;
    if (halves < 0) {
      result = product(call_function("rsqrt", base), -halves);
    } else {
      llvm::Value* root = call_function("sqrt", base);
      result = halves == 1 ? root : builder_.CreateFMul(product(base, halves / 2), root);
    }
    result = without_sign(result);
    if (kind_ != PowerKind::k_pow || builder_.getFastMathFlags().noInfs()) return result;
    // `pow` of minus infinity is that of infinity.
    llvm::Value* is_infinite = builder_.CreateFCmpOEQ(base, llvm::ConstantFP::getInfinity(type(), /*Negative=*/true));
    llvm::Constant* limit = halves > 0 ? llvm::ConstantFP::getInfinity(type()) : number(0);
    return builder_.CreateSelect(is_infinite, limit, result);
  }

  llvm::Value* product(llvm::Value* base, int exponent) {
    if (exponent == 1) return base;
    llvm::Value* square = builder_.CreateFMul(base, base);
    if (exponent == 2) return square;
    llvm::Value* even = product(square, exponent / 2);
    return exponent % 2 == 0 ? even : builder_.CreateFMul(even, base);
  }

  llvm::Value* reciprocal(llvm::Value* base) {
    constexpr float k_ulps_of_division = 2.5F;
    llvm::MDNode* bound = llvm::MDBuilder(call_.getContext()).createFPMath(k_ulps_of_division);
    return builder_.CreateFDiv(number(1), base, "", type()->getScalarType()->isFloatTy() ? bound : nullptr);
  }

  // Makes the power of -0.0 that of 0.0; other bases have none with a sign. To add 0.0 to the base does not do for all:
  // Mesa (25.0) takes such a sum for the base.
  llvm::Value* without_sign(llvm::Value* power) {
    if (builder_.getFastMathFlags().noSignedZeros()) return power;
    return builder_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, power);
  }

  llvm::Value* defined_from_zero_on(llvm::Value* result) {
    if (builder_.getFastMathFlags().noNaNs()) return result;
    llvm::Value* is_negative = builder_.CreateFCmpOLT(call_.getArgOperand(0), number(0));
    return builder_.CreateSelect(is_negative, llvm::ConstantFP::getNaN(type()), result);
  }

  llvm::Value* call_function(const std::string& name, llvm::Value* operand) {
    const std::string mangled_name = "_Z" + std::to_string(name.size()) + name + mangled_type(*type());
    llvm::FunctionCallee callee =
        call_.getModule()->getOrInsertFunction(mangled_name, llvm::FunctionType::get(type(), {type()}, false));
    const auto attributes_of = [&](const llvm::AttributeList& list) {
      return llvm::AttributeList().addFnAttributes(call_.getContext(),
                                                   llvm::AttrBuilder(call_.getContext(), list.getFnAttrs()));
    };
    auto* function = llvm::cast<llvm::Function>(callee.getCallee());
    if (function->use_empty()) {
      function->setAttributes(attributes_of(call_.getCalledFunction()->getAttributes()));
      function->setCallingConv(call_.getCallingConv());
    }
    llvm::CallInst* result = builder_.CreateCall(function, {operand});
    result->setAttributes(attributes_of(call_.getAttributes()));
    result->setCallingConv(function->getCallingConv());
    return result;
  }

  llvm::CallInst& call_;
  const PowerKind kind_;
  llvm::IRBuilder<> builder_;
};

}  // namespace

llvm::PreservedAnalyses ExpandConstantPowers::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  std::vector<std::pair<llvm::CallInst*, PowerKind>> calls;
  for (llvm::Function& function : module) {
    const std::optional<PowerKind> kind = power_kind_of(function.getName());
    if (!kind || !function.isDeclaration() || function.arg_size() != 2) continue;
    if (function.getReturnType() != function.getArg(0)->getType() || !function.getReturnType()->isFPOrFPVectorTy())
      continue;
    for (llvm::User* user : function.users()) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (call != nullptr && call->getCalledFunction() == &function) calls.emplace_back(call, *kind);
    }
  }
  for (const auto& [call, kind] : calls) {
    llvm::Value* simplified = Power(*call, kind).simplified();
    if (simplified == nullptr) continue;
    call->replaceAllUsesWith(simplified);
    call->eraseFromParent();
  }
  return calls.empty() ? llvm::PreservedAnalyses::all() : blocks_preserved();
}

}  // namespace clc::worker
