#include "worker/passes/spirv_expand_builtins.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>

#include "worker/ir/calls.h"

namespace clc::worker {
namespace {

void replace_by(llvm::CallInst* call, llvm::Value* value) {
  call->replaceAllUsesWith(value);
  call->eraseFromParent();
}

// `all` and `any` look at sign bits; the backend gives integer vectors to OpAll and OpAny, which want booleans.
void expand_all_or_any(llvm::CallInst* call, bool is_all) {
  llvm::IRBuilder<> builder(call);
  llvm::Value* combined = call->getArgOperand(0);
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(combined->getType())) {
    llvm::Value* operand = combined;
    combined = builder.CreateExtractElement(operand, std::uint64_t{0});
    for (std::uint64_t lane = 1; lane < vector->getNumElements(); ++lane) {
      llvm::Value* element = builder.CreateExtractElement(operand, lane);
      combined = is_all ? builder.CreateAnd(combined, element) : builder.CreateOr(combined, element);
    }
  }
  llvm::Value* is_negative = builder.CreateICmpSLT(combined, llvm::Constant::getNullValue(combined->getType()));
  replace_by(call, builder.CreateZExt(is_negative, call->getType()));
}

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool take_any(std::string_view& text, std::initializer_list<std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return take_prefix(text, prefix); });
}

// True where the result does not depend on the rounding mode, or the instruction rounds that way anyway.
bool is_one_instruction(const Conversion& conversion, llvm::Type* from, llvm::Type* to) {
  if (conversion.saturates) return from->isIntegerTy() && to->isIntegerTy();
  const bool is_default = conversion.rounding.empty();
  if (from->isIntegerTy()) {
    if (to->isIntegerTy() || is_default || conversion.rounding == "rte") return true;
    return static_cast<int>(from->getIntegerBitWidth()) <= to->getFPMantissaWidth();
  }
  if (to->isIntegerTy()) return is_default || conversion.rounding == "rtz";
  return is_default || conversion.rounding == "rte" || from->getPrimitiveSizeInBits() <= to->getPrimitiveSizeInBits();
}

// Clamps integers to the range of the destination. (The backend would write OpSatConvertUToS even for signed ones.)
llvm::Value* saturate(llvm::IRBuilder<>& builder, llvm::Value* from, const Conversion& conversion, unsigned to_bits) {
  const unsigned from_bits = from->getType()->getScalarSizeInBits();
  const unsigned from_magnitude = from_bits - (conversion.from_signed ? 1 : 0);
  const unsigned to_magnitude = to_bits - (conversion.to_signed ? 1 : 0);
  const auto clamp = [&](llvm::Intrinsic::ID id, const llvm::APInt& bound) {
    from = builder.CreateBinaryIntrinsic(id, from, llvm::ConstantInt::get(from->getType(), bound));
  };
  if (conversion.from_signed && !conversion.to_signed) clamp(llvm::Intrinsic::smax, llvm::APInt::getZero(from_bits));
  if (conversion.from_signed && conversion.to_signed && to_bits < from_bits) {
    clamp(llvm::Intrinsic::smax, llvm::APInt::getSignedMinValue(to_bits).sext(from_bits));
  }
  if (to_magnitude < from_magnitude) {
    clamp(conversion.from_signed ? llvm::Intrinsic::smin : llvm::Intrinsic::umin,
          llvm::APInt::getLowBitsSet(from_bits, to_magnitude));
  }
  return from;
}

void expand_conversion(llvm::CallInst* call, const Conversion& conversion) {
  llvm::IRBuilder<> builder(call);
  llvm::Value* from = call->getArgOperand(0);
  llvm::Type* to = call->getType();
  if (conversion.saturates) from = saturate(builder, from, conversion, to->getScalarSizeInBits());
  if (from->getType()->isIntOrIntVectorTy()) {
    replace_by(call, to->isIntOrIntVectorTy() ? builder.CreateIntCast(from, to, conversion.from_signed)
                     : conversion.from_signed ? builder.CreateSIToFP(from, to)
                                              : builder.CreateUIToFP(from, to));
  } else if (to->isIntOrIntVectorTy()) {
    replace_by(call, conversion.to_signed ? builder.CreateFPToSI(from, to) : builder.CreateFPToUI(from, to));
  } else {
    replace_by(call, builder.CreateFPCast(from, to));
  }
}

void expand_calls(llvm::Function& function) {
  const llvm::StringRef name = function.getName();
  if (function.arg_size() != 1) return;
  llvm::Type* from = function.getArg(0)->getType();
  llvm::Type* to = function.getReturnType();
  if (name.starts_with("_Z3all") || name.starts_with("_Z3any")) {
    if (!from->isIntOrIntVectorTy()) return;
    for (llvm::CallInst* call : calls_of(function)) expand_all_or_any(call, name.starts_with("_Z3all"));
  } else if (const auto conversion = parse_conversion(std::string_view(name.data(), name.size()))) {
    if (!is_one_instruction(*conversion, from->getScalarType(), to->getScalarType())) return;
    for (llvm::CallInst* call : calls_of(function)) expand_conversion(call, *conversion);
  }
}

}  // namespace

std::optional<Conversion> parse_conversion(std::string_view name) {
  if (!take_prefix(name, "_Z")) return std::nullopt;
  std::size_t length = 0;
  while (!name.empty() && std::isdigit(static_cast<unsigned char>(name.front()))) {
    length = length * 10 + static_cast<std::size_t>(name.front() - '0');
    name.remove_prefix(1);
  }
  std::string_view to = name.substr(0, length);
  if (to.size() != length || !take_prefix(to, "convert_")) return std::nullopt;
  std::string_view from = name.substr(length);

  Conversion result;
  result.to_signed = !take_prefix(to, "u");
  const bool is_integer = take_any(to, {"char", "short", "int", "long"});
  if (!is_integer && !(result.to_signed && take_any(to, {"half", "float", "double"}))) return std::nullopt;
  take_any(to, {"16", "2", "3", "4", "8"});
  result.saturates = take_prefix(to, "_sat");
  for (const std::string_view mode : {"rte", "rtz", "rtp", "rtn"}) {
    if (to == "_" + std::string(mode)) result.rounding = mode;
  }
  if (result.rounding.empty() && !to.empty()) return std::nullopt;

  if (take_prefix(from, "Dv")) {
    if (!take_any(from, {"16", "2", "3", "4", "8"}) || !take_prefix(from, "_")) return std::nullopt;
  }
  result.from_signed = from == "c" || from == "s" || from == "i" || from == "l";
  const bool is_other =
      from == "h" || from == "t" || from == "j" || from == "m" || from == "Dh" || from == "f" || from == "d";
  if (!result.from_signed && !is_other) return std::nullopt;
  return result;
}

llvm::PreservedAnalyses SpirvExpandBuiltins::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) expand_calls(function);
  }
  return blocks_preserved();
}

}  // namespace clc::worker
