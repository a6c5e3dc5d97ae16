#include "worker/passes/printf_formats.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

namespace clc::worker {
namespace {

// Promotes a number as C does for variadic functions. `is_signed` says how the format converts it.
llvm::Value* promoted(llvm::Value* value, bool is_signed, llvm::IRBuilder<>& builder) {
  llvm::Type* type = value->getType();
  if (type->isFloatingPointTy()) return builder.CreateFPExt(value, builder.getDoubleTy());
  if (!type->isIntegerTy() || type->getIntegerBitWidth() >= 32) return value;
  return builder.CreateIntCast(value, builder.getInt32Ty(), is_signed);
}

// The number of this many bits that an int has been made of, as an int.
llvm::Value* narrowed(llvm::Value* value, unsigned bits, bool is_signed, llvm::IRBuilder<>& builder) {
  return promoted(builder.CreateTrunc(value, builder.getIntNTy(bits)), is_signed, builder);
}

// CUDA's vprintf takes less than an int of the record for `%hhd` (seen on an H200, driver 580.159).
bool has_short_conversions(const llvm::IRBuilder<>& builder) {
  return builder.GetInsertBlock()->getModule()->getTargetTriple().getOS() != llvm::Triple::CUDA;
}

}  // namespace

const std::regex& printf_conversion() {
  static const std::regex pattern("%(?:%|([-+ #0]*[0-9]*(?:\\.[0-9]*)?)(?:v([0-9]+))?(hh|hl|h|l)?([a-zA-Z]))");
  return pattern;
}

std::optional<std::string> text_of_literal(const llvm::Value* format) {
  auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(format->stripPointerCasts());
  if (variable == nullptr || !variable->hasInitializer()) return std::nullopt;
  auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(variable->getInitializer());
  if (data == nullptr || !data->isCString()) return std::nullopt;
  return data->getAsCString().str();
}

std::optional<PrintfCall> rewritten(const PrintfCall& call,
                                    llvm::function_ref<bool(const llvm::FixedVectorType&)> is_split,
                                    llvm::IRBuilder<>& builder) {
  PrintfCall result;
  std::size_t next = 0;
  auto copied = call.format.begin();
  for (std::sregex_iterator match(call.format.begin(), call.format.end(), printf_conversion()), end; match != end;
       ++match) {
    const std::string flags = (*match)[1], lanes = (*match)[2], length = (*match)[3], letter = (*match)[4];
    const bool is_signed = letter == "d" || letter == "i";
    if (letter.empty()) continue;  // %%
    if (next == call.arguments.size()) return std::nullopt;
    llvm::Value* argument = call.arguments[next++];
    auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(argument->getType());
    if (lanes.empty() && vector == nullptr) {
      if ((length == "hh" || length == "h") && argument->getType()->isIntegerTy(32) &&
          !has_short_conversions(builder)) {
        result.format.append(copied, (*match)[0].first).append("%" + flags + letter);
        copied = (*match)[0].second;
        argument = narrowed(argument, length == "hh" ? 8 : 16, is_signed, builder);
      }
      result.arguments.push_back(argument);
      continue;
    }
    if (vector == nullptr || lanes != std::to_string(vector->getNumElements())) return std::nullopt;
    if (!is_split(*vector)) {
      result.arguments.push_back(argument);
      continue;
    }
    const std::string conversion = "%" + flags + (vector->getElementType()->isIntegerTy(64) ? "l" : "") + letter;
    result.format.append(copied, (*match)[0].first);
    copied = (*match)[0].second;
    for (unsigned i = 0; i < vector->getNumElements(); ++i) {
      result.format += (i == 0 ? "" : ",") + conversion;
      result.arguments.push_back(promoted(builder.CreateExtractElement(argument, i), is_signed, builder));
    }
  }
  if (copied == call.format.begin() || next != call.arguments.size()) return std::nullopt;
  result.format.append(copied, call.format.end());
  return result;
}

}  // namespace clc::worker
