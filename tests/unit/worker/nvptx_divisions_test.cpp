#include "worker/passes/nvptx_divisions.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/SourceMgr.h>

#include "catch_all.h"

namespace clc::worker {
namespace {

// Divisions with the error that Clang notes at OpenCL's: in a function of a program, and in one of the builtin library.
constexpr const char* k_program =
    "define float @of_source(float %x, float %y) {\n"
    "  %q = fdiv float %x, %y, !fpmath !0\n"
    "  ret float %q\n"
    "}\n"
    "!0 = !{float 2.5}\n";
constexpr const char* k_library =
    "define float @of_library(float %x, float %y) {\n"
    "  %q = fdiv float %x, %y, !fpmath !0\n"
    "  %r = fdiv float 1.0, %q, !fpmath !0\n"
    "  ret float %r\n"
    "}\n"
    "define <2 x float> @of_vectors(<2 x float> %x, <2 x float> %y) {\n"
    "  %q = fdiv <2 x float> %x, %y, !fpmath !0\n"
    "  ret <2 x float> %q\n"
    "}\n"
    "!0 = !{float 2.5}\n";

// How many divisions of a function are exact; the others have become the chip's.
std::map<std::string, unsigned> exact_divisions(const llvm::Module& module) {
  std::map<std::string, unsigned> counts;
  for (const llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    unsigned& count = counts[function.getName().str()];
    for (const llvm::Instruction& one : llvm::instructions(function)) {
      const bool is_exact = one.getOpcode() == llvm::Instruction::FDiv && !one.hasApproxFunc();
      count += is_exact ? 1 : 0;
    }
  }
  return counts;
}

std::unique_ptr<llvm::Module> parsed(const std::string& text, llvm::LLVMContext& context) {
  llvm::SMDiagnostic problem;
  std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(text, problem, context);
  INFO(problem.getMessage().str());
  REQUIRE(module != nullptr);
  return module;
}

TEST_CASE("divisions of the builtin library stay exact, those of the program become the chip's", "[worker]") {
  using Counts = std::map<std::string, unsigned>;
  llvm::LLVMContext context;
  const std::string both = std::string(k_library).substr(0, std::string(k_library).find("!0 = ")) + k_program;
  const std::unique_ptr<llvm::Module> module = parsed(both, context);
  Functions source;
  source.insert(module->getFunction("of_source"));
  divide_exactly_but_in(source, *module);
  shorten_divisions_and_roots(*module);
  CHECK(exact_divisions(*module) == Counts{{"of_source", 0}, {"of_library", 2}, {"of_vectors", 1}});
}

TEST_CASE("without it, divisions of the builtin library become the chip's", "[worker]") {
  using Counts = std::map<std::string, unsigned>;
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module = parsed(k_library, context);
  CHECK(defined_in(*module).size() == 2);
  shorten_divisions_and_roots(*module);
  CHECK(exact_divisions(*module) == Counts{{"of_library", 0}, {"of_vectors", 0}});
}

TEST_CASE("the chip's approximations flush denormal numbers in functions that may", "[worker]") {
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module = parsed(
      "declare float @llvm.nvvm.ex2.approx.f32(float)\n"
      "declare float @llvm.nvvm.lg2.approx.f(float)\n"
      "define float @keeps(float %x) {\n"
      "  %y = call float @llvm.nvvm.ex2.approx.f32(float %x)\n"
      "  %z = call float @llvm.nvvm.lg2.approx.f(float %y)\n"
      "  ret float %z\n"
      "}\n"
      "define float @flushes(float %x) #0 {\n"
      "  %y = call float @llvm.nvvm.ex2.approx.f32(float %x)\n"
      "  %z = call float @llvm.nvvm.lg2.approx.f(float %y)\n"
      "  ret float %z\n"
      "}\n"
      "attributes #0 = { \"denormal-fp-math-f32\"=\"preserve-sign,preserve-sign\" }\n",
      context);
  shorten_divisions_and_roots(*module);
  const auto intrinsics = [&](const char* name) {
    std::vector<llvm::Intrinsic::ID> found;
    for (const llvm::Instruction& one : llvm::instructions(*module->getFunction(name))) {
      if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&one)) found.push_back(call->getIntrinsicID());
    }
    return found;
  };
  using Ids = std::vector<llvm::Intrinsic::ID>;
  CHECK(intrinsics("keeps") == Ids{llvm::Intrinsic::nvvm_ex2_approx, llvm::Intrinsic::nvvm_lg2_approx_f});
  CHECK(intrinsics("flushes") == Ids{llvm::Intrinsic::nvvm_ex2_approx_ftz, llvm::Intrinsic::nvvm_lg2_approx_ftz_f});
}

}  // namespace
}  // namespace clc::worker
