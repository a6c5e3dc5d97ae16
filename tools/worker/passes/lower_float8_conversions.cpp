#include "worker/passes/lower_float8_conversions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Instructions.h>

#include "worker/analyses/memory_calls.h"
#include "worker/ir/calls.h"
#include "worker/ir/float8.h"

namespace clc::worker {
namespace {

struct Float8Conversion {
  Float8 format;
  bool is_to_float, saturates;
};

// The one that a function of this mangled name computes; null for others.
std::optional<Float8Conversion> float8_conversion_of(const llvm::Function& function) {
  const std::string text = function.isDeclaration() ? builtin_name(function.getName()) : "";
  llvm::StringRef name = text;
  if (!name.consume_front("clc_convert_")) return {};
  const bool is_to_float = name.consume_front("float_");
  const bool saturates = name.consume_back("_sat");
  const std::optional<Float8> format = float8_of(std::string_view(name));
  if (!format) return {};
  return Float8Conversion{*format, is_to_float, saturates};
}

}  // namespace

llvm::PreservedAnalyses LowerFloat8Conversions::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    const std::optional<Float8Conversion> conversion = float8_conversion_of(function);
    if (!conversion) continue;
    for (llvm::CallInst* call : calls_of(function)) {
      llvm::IRBuilder<> builder(call);
      llvm::Value* value = call->getArgOperand(0);
      call->replaceAllUsesWith(conversion->is_to_float
                                   ? float_of(builder, value, conversion->format)
                                   : float8_of(builder, value, conversion->format, conversion->saturates));
      call->eraseFromParent();
    }
    if (function.use_empty()) function.eraseFromParent();
  }
  return blocks_preserved();
}

}  // namespace clc::worker
