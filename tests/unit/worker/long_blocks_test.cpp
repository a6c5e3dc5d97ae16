#include "worker/ir/long_blocks.h"

#include <memory>
#include <string>

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/OptBisect.h>
#include <llvm/Pass.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Transforms/Scalar.h>

#include "catch_all.h"

namespace clc::worker {
namespace {

// A function whose second sum is the first plus %s, whose last is the first plus %c, and that has so many more of such
// an instruction.
std::unique_ptr<llvm::Module> module_with(unsigned count, const std::string& instruction, llvm::LLVMContext& context) {
  std::string text =
      "declare void @use(i64)\n"
      "define void @f(i64 %b, i64 %s, i64 %c, ptr %p) {\n"
      "  %one = add i64 %b, %s\n"
      "  call void @use(i64 %one)\n"
      "  %twice = shl i64 %s, 1\n"
      "  %two = add i64 %b, %twice\n"
      "  call void @use(i64 %two)\n"
      "  %part = add i64 %s, %c\n"
      "  %last = add i64 %part, %b\n"
      "  call void @use(i64 %last)\n";
  for (unsigned i = 0; i < count; ++i) text += "  %a" + std::to_string(i) + " = " + instruction + "\n";
  llvm::SMDiagnostic problem;
  return llvm::parseAssemblyString(text + "  ret void\n}\n", problem, context);
}

// True when the pass does anything, as the code generators run it.
bool is_changed(llvm::Module& module, llvm::FunctionPass* pass) {
  const LongBlocks long_blocks(module);
  llvm::legacy::PassManager passes;
  passes.add(pass);
  return passes.run(module);
}

TEST_CASE("passes that compare each with all are left out for blocks with thousands of addresses or sums", "[worker]") {
  for (const char* instruction : {"getelementptr i8, ptr %p, i64 %b", "add i64 %b, 7"}) {
    llvm::LLVMContext context;
    const std::unique_ptr<llvm::Module> few = module_with(10, instruction, context);
    const std::unique_ptr<llvm::Module> many = module_with(2'000, instruction, context);
    REQUIRE(few != nullptr);
    REQUIRE(many != nullptr);
    for (const auto& create : {llvm::createStraightLineStrengthReducePass, llvm::createNaryReassociatePass}) {
      CHECK_FALSE(is_changed(*many, create()));
      CHECK(&context.getOptPassGate() == &llvm::getGlobalPassGate());
      CHECK(is_changed(*few, create()));
    }
  }
}

}  // namespace
}  // namespace clc::worker
