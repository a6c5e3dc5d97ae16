#include "worker/ir/long_blocks.h"

#include <cstdint>
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

constexpr const char* k_address = "getelementptr i8, ptr %p, i64 %b";
constexpr const char* k_sum = "add i64 %b, 7";

// Where the instructions of a function are.
enum class Place : std::uint8_t { k_one_block, k_row_of_blocks, k_cases };

// A function whose second sum is the first plus %s, whose last is the first plus %c, and that has so many more of such
// an instruction. Each hundred has a block of its own, unless all are in one.
std::string function_with(unsigned count, const std::string& instruction, Place place = Place::k_one_block,
                          const std::string& name = "f") {
  std::string cases = "  switch i64 %s, label %end [";
  std::string text;
  for (unsigned i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    if (i % 100 == 0 && place != Place::k_one_block) {
      text += "  br label %" + (place == Place::k_cases ? "end" : "b" + number) + "\nb" + number + ":\n";
      cases += " i64 " + number + ", label %b" + number;
    }
    text += "  %a" + number + " = " + instruction + "\n";
  }
  if (place == Place::k_cases) text.replace(0, text.find('\n'), cases + " ]");
  return "define void @" + name +
         "(i64 %b, i64 %s, i64 %c, ptr %p) {\n"
         "  %one = add i64 %b, %s\n"
         "  call void @use(i64 %one)\n"
         "  %twice = shl i64 %s, 1\n"
         "  %two = add i64 %b, %twice\n"
         "  call void @use(i64 %two)\n"
         "  %part = add i64 %s, %c\n"
         "  %last = add i64 %part, %b\n"
         "  call void @use(i64 %last)\n" +
         text + "  br label %end\nend:\n  ret void\n}\n";
}

std::unique_ptr<llvm::Module> module_of(const std::string& functions, llvm::LLVMContext& context) {
  llvm::SMDiagnostic problem;
  std::unique_ptr<llvm::Module> module =
      llvm::parseAssemblyString("declare void @use(i64)\n" + functions, problem, context);
  REQUIRE(module != nullptr);
  return module;
}

// True when the pass does anything, as the code generators run it.
bool is_changed(llvm::Module& module, llvm::FunctionPass* pass) {
  const LongBlocks long_blocks(module);
  llvm::legacy::PassManager passes;
  passes.add(pass);
  return passes.run(module);
}

constexpr auto k_passes = {llvm::createStraightLineStrengthReducePass, llvm::createNaryReassociatePass};

TEST_CASE("passes that compare each with all are left out for blocks with thousands of addresses or sums", "[worker]") {
  for (const char* instruction : {k_address, k_sum}) {
    llvm::LLVMContext context;
    const auto few = module_of(function_with(10, instruction), context);
    const auto many = module_of(function_with(2'000, instruction), context);
    for (const auto& create : k_passes) {
      CHECK_FALSE(is_changed(*many, create()));
      CHECK(&context.getOptPassGate() == &llvm::getGlobalPassGate());
      CHECK(is_changed(*few, create()));
    }
  }
}

TEST_CASE("they are left out for rows of blocks, not for cases of a switch and other functions", "[worker]") {
  const std::string row = function_with(2'000, k_address, Place::k_row_of_blocks);
  for (const auto& create : k_passes) {
    llvm::LLVMContext context;
    CHECK_FALSE(is_changed(*module_of(row, context), create()));
    CHECK(is_changed(*module_of(row + function_with(10, k_address, Place::k_one_block, "g"), context), create()));
    for (const char* instruction : {k_address, k_sum})
      CHECK(is_changed(*module_of(function_with(2'000, instruction, Place::k_cases), context), create()));
  }
}

}  // namespace
}  // namespace clc::worker
