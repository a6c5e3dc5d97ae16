// Results of functions in LLVM's text, for tests that a pass keeps them. The function is called f, and has no
// parameters.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Transforms/Scalar/InstSimplifyPass.h>

#include "catch_all.h"

namespace clc::worker::test {

inline std::unique_ptr<llvm::Module> parse(const std::string& text, llvm::LLVMContext& context) {
  llvm::SMDiagnostic problem;
  std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(text, problem, context);
  INFO(problem.getMessage().str() << '\n' << text);
  REQUIRE(module != nullptr);
  return module;
}

// Returns what the function returns, which is a constant.
inline std::optional<std::int64_t> result_of(llvm::Module& module) {
  llvm::FunctionAnalysisManager functions;
  llvm::PassBuilder builder;
  builder.registerFunctionAnalyses(functions);
  llvm::Function& function = *module.getFunction("f");
  llvm::InstSimplifyPass().run(function, functions);
  const auto* end = llvm::cast<llvm::ReturnInst>(function.getEntryBlock().getTerminator());
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(end->getReturnValue());
  return number == nullptr ? std::nullopt : std::optional(number->getSExtValue());
}

// Runs a pass over functions.
template <class Pass>
void run_on_f(Pass pass, llvm::Module& module) {
  llvm::FunctionAnalysisManager functions;
  pass.run(*module.getFunction("f"), functions);
}

using Dice = std::mt19937;

inline unsigned below(unsigned bound, Dice& dice) {
  return static_cast<unsigned>(dice() % bound);
}

inline std::string bytes_of(Dice& dice) {
  std::string text;
  for (int i = 0; i < 64; ++i)
    text += (i == 0 ? "i8 " : ", i8 ") + std::to_string(static_cast<int>(below(256, dice)) - 128);
  return text;
}

}  // namespace clc::worker::test
