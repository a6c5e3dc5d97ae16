// Formats of printf that are literals, and calls with conversions of elements in place of vectors.
#pragma once

#include <optional>
#include <regex>
#include <string>
#include <vector>

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>

namespace clc::worker {

struct PrintfCall {
  std::string format;
  std::vector<llvm::Value*> arguments;
};

// Flags, lanes, length and letter of a conversion; %% has none.
const std::regex& printf_conversion();

// Returns the text of a format that is a literal.
std::optional<std::string> text_of_literal(const llvm::Value* format);

// Rewrites the call with a conversion for each element of the vectors that are to be split, and with narrowed numbers
// for `%hhd` and `%hd` where the driver cannot convert them. Returns nothing if there is neither, or if the arguments
// do not fit the format.
std::optional<PrintfCall> rewritten(const PrintfCall& call,
                                    llvm::function_ref<bool(const llvm::FixedVectorType&)> is_split,
                                    llvm::IRBuilder<>& builder);

}  // namespace clc::worker
