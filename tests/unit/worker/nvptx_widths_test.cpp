#include "worker/passes/nvptx_widen_narrow_arithmetic.h"

#include <string>

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Verifier.h>

#include "catch_all.h"
#include "ir_results.h"

namespace clc::worker {
namespace {

using test::below;
using test::bytes_of;
using test::Dice;
using test::parse;
using test::result_of;

// A number of 32 or 64 bits that a tree of operations in 8 or 16 bits gives, whose leaves are bytes and parts of longer
// numbers.
class RandomTree {
 public:
  explicit RandomTree(Dice& dice) : dice_(dice), bits_(below(2, dice) == 0 ? "i8" : "i16") {}

  std::string text() {
    std::string text = "@a = internal constant [64 x i8] [" + bytes_of(dice_) + "], align 8\ndefine i64 @f() {\n";
    const std::string number = tree(0);
    const std::string wide = below(2, dice_) == 0 ? "i64" : "i32";
    std::string result = let("zext " + bits_ + " " + number + " to " + wide);
    if (wide == "i32") result = let("zext i32 " + result + " to i64");
    return text + body_ + "  ret i64 " + result + "\n}\n";
  }

 private:
  std::string let(const std::string& value) {
    std::string name = "%n" + std::to_string(count_++);
    body_ += "  " + name + " = " + value + "\n";
    return name;
  }

  std::string loaded(const std::string& type) {
    return let("load " + type + ", ptr getelementptr (i8, ptr @a, i64 " + std::to_string(8 * below(8, dice_)) + ")");
  }

  std::string leaf() {
    switch (below(4, dice_)) {
      case 0:
        return std::to_string(below(100, dice_));
      case 1:
        return loaded(bits_);
      case 2:
        return let("trunc i32 " + loaded("i32") + " to " + bits_);
      default:
        return let("trunc i64 " + loaded("i64") + " to " + bits_);
    }
  }

  std::string tree(unsigned depth) {
    if (below(6, dice_) < depth) return leaf();
    static constexpr const char* k_operations[] = {"add", "sub", "mul", "and", "or", "xor", "lshr", "shl"};
    const std::string operation = k_operations[below(8, dice_)];
    const std::string left = tree(depth + 1);
    const bool is_shift = operation.starts_with("sh") || operation == "lshr";
    const std::string right = is_shift ? std::to_string(below(8, dice_)) : tree(depth + 1);
    std::string result = let(operation + " " + bits_ + " " + left + ", " + right);
    if (below(8, dice_) == 0) result = let("xor " + bits_ + " " + result + ", " + result);
    return result;
  }

  Dice& dice_;
  std::string bits_;
  unsigned count_ = 0;
  std::string body_;
};

// Returns the operations in 8 and 16 bits.
std::size_t narrow_ones(llvm::Module& module) {
  std::size_t count = 0;
  for (const llvm::Instruction& instruction : llvm::instructions(*module.getFunction("f"))) {
    const bool is_narrow = instruction.getType()->isIntegerTy(8) || instruction.getType()->isIntegerTy(16);
    if (is_narrow && llvm::isa<llvm::BinaryOperator>(instruction)) ++count;
  }
  return count;
}

TEST_CASE("what is computed in 32 bits instead of 8 or 16 is what it was", "[worker]") {
  Dice dice(1);
  std::size_t before = 0, after = 0;
  for (int i = 0; i < 1'000; ++i) {
    const std::string text = RandomTree(dice).text();
    INFO(text);
    llvm::LLVMContext context;
    const auto plain = parse(text, context), changed = parse(text, context);
    before += narrow_ones(*changed);
    test::run_on_f(NvptxWidenNarrowArithmetic(), *changed);
    after += narrow_ones(*changed);
    REQUIRE_FALSE(llvm::verifyModule(*changed));
    const auto expected = result_of(*plain);
    REQUIRE(expected.has_value());
    REQUIRE(result_of(*changed) == expected);
  }
  CHECK(after < before * 3 / 4);
}

TEST_CASE("only what LLVM narrowed is computed in 32 bits", "[worker]") {
  const auto count = [](const std::string& lines) {
    llvm::LLVMContext context;
    const auto module = parse("define i32 @f(i32 %x, i8 %y, ptr %p) {\n" + lines + "}\n", context);
    test::run_on_f(NvptxWidenNarrowArithmetic(), *module);
    return narrow_ones(*module);
  };
  const std::string sum = "  %t = trunc i32 %x to i8\n  %n = xor i8 %t, %y\n  %r = zext i8 %n to i32\n";
  CHECK(count(sum + "  ret i32 %r\n") == 0);
  CHECK(count(sum + "  store i8 %n, ptr %p\n  ret i32 %r\n") == 1);
  CHECK(count("  %n = xor i8 %y, 3\n  %r = zext i8 %n to i32\n  ret i32 %r\n") == 1);
  CHECK(count("  %t = trunc i32 %x to i8\n  %n = lshr i8 %t, 3\n  %r = zext i8 %n to i32\n  ret i32 %r\n") == 1);
  CHECK(count("  %t = trunc i32 %x to i8\n  %n = xor i8 %t, %y\n  %r = sext i8 %n to i32\n  ret i32 %r\n") == 1);
}

}  // namespace
}  // namespace clc::worker
