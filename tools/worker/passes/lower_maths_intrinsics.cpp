#include "worker/passes/lower_maths_intrinsics.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "worker/passes/each_element.h"

namespace clc::worker {
namespace {

struct MathsFunction {
  llvm::Intrinsic::ID id;
  std::string_view name;  // of the OpenCL builtin; empty if there is none of the same signature
  bool is_missing_on_gpus;
  bool is_missing_in_spirv;
};

constexpr std::array k_functions{
    MathsFunction{llvm::Intrinsic::acos, "acos", true, false},
    MathsFunction{llvm::Intrinsic::asin, "asin", true, false},
    MathsFunction{llvm::Intrinsic::atan, "atan", true, false},
    MathsFunction{llvm::Intrinsic::atan2, "atan2", true, false},
    MathsFunction{llvm::Intrinsic::cos, "cos", true, false},
    MathsFunction{llvm::Intrinsic::cosh, "cosh", true, false},
    MathsFunction{llvm::Intrinsic::exp, "exp", true, false},
    MathsFunction{llvm::Intrinsic::exp10, "exp10", true, true},
    MathsFunction{llvm::Intrinsic::exp2, "exp2", true, false},
    MathsFunction{llvm::Intrinsic::ldexp, "ldexp", true, true},
    MathsFunction{llvm::Intrinsic::log, "log", true, false},
    MathsFunction{llvm::Intrinsic::log10, "log10", true, false},
    MathsFunction{llvm::Intrinsic::log2, "log2", true, false},
    MathsFunction{llvm::Intrinsic::pow, "pow", true, false},
    MathsFunction{llvm::Intrinsic::powi, "pown", true, false},
    MathsFunction{llvm::Intrinsic::sin, "sin", true, false},
    MathsFunction{llvm::Intrinsic::sinh, "sinh", true, false},
    MathsFunction{llvm::Intrinsic::tan, "tan", true, false},
    MathsFunction{llvm::Intrinsic::tanh, "tanh", true, false},
    MathsFunction{llvm::Intrinsic::llrint, "", true, true},
    MathsFunction{llvm::Intrinsic::llround, "", true, true},
    MathsFunction{llvm::Intrinsic::lrint, "", true, true},
    MathsFunction{llvm::Intrinsic::lround, "", true, false},
    MathsFunction{llvm::Intrinsic::maximumnum, "", false, true},
    MathsFunction{llvm::Intrinsic::minimumnum, "", false, true},
    MathsFunction{llvm::Intrinsic::modf, "", true, false},
    MathsFunction{llvm::Intrinsic::sincos, "", true, true},
};

std::string mangled(std::string_view name, const Arguments& arguments) {
  std::string result = "_Z" + std::to_string(name.size()) + std::string(name);
  for (const llvm::Value* argument : arguments) {
    const llvm::Type* type = argument->getType();
    result += type->isHalfTy() ? "Dh" : type->isFloatTy() ? "f" : type->isDoubleTy() ? "d" : "i";
  }
  return result;
}

llvm::Value* call_builtin(llvm::IRBuilder<>& builder, std::string_view name, const Arguments& arguments) {
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  const std::string symbol = mangled(name, arguments);
  llvm::Function* function = module.getFunction(symbol);
  if (function == nullptr) {
    llvm::SmallVector<llvm::Type*, 3> types;
    for (const llvm::Value* argument : arguments) types.push_back(argument->getType());
    function = llvm::Function::Create(llvm::FunctionType::get(types.front(), types, false),
                                      llvm::GlobalValue::ExternalLinkage, symbol, module);
    function->setDoesNotThrow();
    function->setDoesNotAccessMemory();
    function->setWillReturn();
    if (module.getTargetTriple().isSPIRV()) function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  }
  llvm::CallInst* call = builder.CreateCall(function, arguments);
  call->setCallingConv(function->getCallingConv());
  return call;
}

// Converts an exponent to OpenCL's 32 bits, saturating: larger ones give the same result for any number.
llvm::Value* exponent_of(llvm::IRBuilder<>& builder, llvm::Value* exponent) {
  llvm::Type* type = exponent->getType();
  llvm::Type* wanted = type->getWithNewBitWidth(32);
  if (type->getScalarSizeInBits() <= 32) return builder.CreateSExt(exponent, wanted);
  const auto bound = [&](const llvm::APInt& value) {
    return llvm::ConstantInt::get(type, value.sext(type->getScalarSizeInBits()));
  };
  exponent = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, exponent, bound(llvm::APInt::getSignedMinValue(32)));
  exponent = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smin, exponent, bound(llvm::APInt::getSignedMaxValue(32)));
  return builder.CreateTrunc(exponent, wanted);
}

// Returns the fraction of a number, and its integral part.
std::array<llvm::Value*, 2> split_number(llvm::IRBuilder<>& builder, llvm::Value* x) {
  llvm::Value* whole = builder.CreateUnaryIntrinsic(llvm::Intrinsic::trunc, x);
  llvm::Value* is_infinite = builder.CreateFCmpOEQ(builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x),
                                                   llvm::ConstantFP::getInfinity(x->getType()));
  llvm::Value* rest =
      builder.CreateSelect(is_infinite, llvm::ConstantFP::getZero(x->getType()), builder.CreateFSub(x, whole));
  return {builder.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, rest, x), whole};
}

// OpenCL's `fmax` and `fmin` may return either zero of two that differ in sign.
llvm::Value* maximum_or_minimum(llvm::IRBuilder<>& builder, bool is_maximum, llvm::Value* x, llvm::Value* y) {
  llvm::Type* type = x->getType();
  llvm::Type* bits = type->getWithNewType(builder.getIntNTy(type->getScalarSizeInBits()));
  llvm::Value* x_bits = builder.CreateBitCast(x, bits);
  llvm::Value* y_bits = builder.CreateBitCast(y, bits);
  llvm::Value* of_equals = is_maximum ? builder.CreateAnd(x_bits, y_bits) : builder.CreateOr(x_bits, y_bits);
  llvm::Value* of_others =
      builder.CreateBinaryIntrinsic(is_maximum ? llvm::Intrinsic::maxnum : llvm::Intrinsic::minnum, x, y);
  return builder.CreateSelect(builder.CreateFCmpOEQ(x, y), builder.CreateBitCast(of_equals, type), of_others);
}

// Lowers an intrinsic for which OpenCL has no builtin of the same signature.
llvm::Value* composed(llvm::IRBuilder<>& builder, llvm::IntrinsicInst& call) {
  llvm::Value* x = call.getArgOperand(0);
  const auto pair = [&](std::array<llvm::Value*, 2> values) {
    llvm::Value* result = builder.CreateInsertValue(llvm::PoisonValue::get(call.getType()), values[0], 0);
    return builder.CreateInsertValue(result, values[1], 1);
  };
  const auto function = [&](std::string_view name) {
    return by_elements(builder, x->getType(), {x},
                       [&](const Arguments& element) { return call_builtin(builder, name, element); });
  };
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::sincos:
      return pair({function("sin"), function("cos")});
    case llvm::Intrinsic::modf:
      return pair(split_number(builder, x));
    case llvm::Intrinsic::lrint:
    case llvm::Intrinsic::llrint:
      return builder.CreateFPToSI(builder.CreateUnaryIntrinsic(llvm::Intrinsic::rint, x), call.getType());
    case llvm::Intrinsic::lround:
    case llvm::Intrinsic::llround:
      return builder.CreateFPToSI(builder.CreateUnaryIntrinsic(llvm::Intrinsic::round, x), call.getType());
    default:
      return maximum_or_minimum(builder, call.getIntrinsicID() == llvm::Intrinsic::maximumnum, x,
                                call.getArgOperand(1));
  }
}

llvm::Value* replacement(llvm::IntrinsicInst& call, const MathsFunction& function) {
  llvm::IRBuilder<> builder(&call);
  if (function.name.empty()) return composed(builder, call);
  builder.setFastMathFlags(call.getFastMathFlags());
  Arguments arguments(call.args());
  if (function.id == llvm::Intrinsic::ldexp) arguments[1] = exponent_of(builder, arguments[1]);
  return by_elements(builder, call.getType(), arguments,
                     [&](const Arguments& element) { return call_builtin(builder, function.name, element); });
}

}  // namespace

llvm::PreservedAnalyses LowerMathsIntrinsics::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  const auto is_missing =
      module.getTargetTriple().isSPIRV() ? &MathsFunction::is_missing_in_spirv : &MathsFunction::is_missing_on_gpus;
  bool has_changed = false;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (call == nullptr) continue;
      const auto found =
          llvm::find_if(k_functions, [&](const MathsFunction& one) { return one.id == call->getIntrinsicID(); });
      if (found == k_functions.end() || !((*found).*is_missing)) continue;
      call->replaceAllUsesWith(replacement(*call, *found));
      call->eraseFromParent();
      has_changed = true;
    }
  }
  return has_changed ? blocks_preserved() : llvm::PreservedAnalyses::all();
}

}  // namespace clc::worker
