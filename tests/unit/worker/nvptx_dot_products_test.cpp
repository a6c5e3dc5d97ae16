#include "worker/passes/nvptx_make_dot_products.h"

#include <algorithm>
#include <string>
#include <vector>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/LLVMContext.h>
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

std::vector<llvm::IntrinsicInst*> dot_products_in(llvm::Module& module) {
  std::vector<llvm::IntrinsicInst*> found;
  for (llvm::Instruction& instruction : llvm::instructions(*module.getFunction("f"))) {
    if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) found.push_back(call);
  }
  return found;
}

// Returns how many dot products the pass makes of the function.
std::size_t make(llvm::Module& module) {
  test::run_on_f(NvptxMakeDotProducts(), module);
  CHECK_FALSE(llvm::verifyModule(module));
  return dot_products_in(module).size();
}

// Writes the instruction's definition in its place.
void expand(llvm::IntrinsicInst& call) {
  const llvm::Intrinsic::ID id = call.getIntrinsicID();
  const bool is_signed[] = {id == llvm::Intrinsic::nvvm_idp4a_s_s || id == llvm::Intrinsic::nvvm_idp4a_s_u,
                            id == llvm::Intrinsic::nvvm_idp4a_s_s || id == llvm::Intrinsic::nvvm_idp4a_u_s};
  llvm::IRBuilder<> builder(&call);
  llvm::Value* sum = call.getArgOperand(2);
  for (unsigned i = 0; i < 4; ++i) {
    llvm::Value* factors[2];
    for (unsigned side = 0; side < 2; ++side) {
      llvm::Value* byte = builder.CreateTrunc(builder.CreateLShr(call.getArgOperand(side), i * 8), builder.getInt8Ty());
      factors[side] = builder.CreateIntCast(byte, builder.getInt32Ty(), is_signed[side]);
    }
    sum = builder.CreateAdd(sum, builder.CreateMul(factors[0], factors[1]));
  }
  call.replaceAllUsesWith(sum);
  call.eraseFromParent();
}

// A sum of products of bytes of two arrays and two vectors, in any order, of any signs, with other terms.
class RandomSum {
 public:
  explicit RandomSum(Dice& dice) : dice_(dice) {}

  std::string text() {
    std::string head;
    for (const char* name : {"a", "b"}) {
      head += "@" + std::string(name) + " = internal constant [64 x i8] [" + bytes_of(dice_) + "], align " +
              std::to_string(1U << below(4, dice_)) + "\n";
    }
    head += "define i32 @f() {\n";
    for (const char* name : {"v", "w"})
      head += "  %" + std::string(name) + " = freeze <64 x i8> <" + bytes_of(dice_) + ">\n";
    std::string sum = std::to_string(static_cast<int>(dice_()));
    const unsigned runs = 1 + below(4, dice_);
    for (unsigned i = 0; i < runs; ++i) add_run(sum);
    return head + body_ + "  ret i32 " + sum + "\n}\n";
  }

 private:
  std::string next() { return "%n" + std::to_string(count_++); }

  std::string let(const std::string& value) {
    std::string name = next();
    body_ += "  " + name + " = " + value + "\n";
    return name;
  }

  std::string byte(unsigned origin, unsigned place, unsigned alignment, bool is_signed) {
    std::string narrow;
    if (origin < 2) {
      const std::string pointer =
          let("getelementptr i8, ptr @" + std::string(1, "ab"[origin]) + ", i64 " + std::to_string(place));
      const unsigned aligned = place % alignment == 0 ? alignment : 1;
      narrow = let("load i8, ptr " + pointer + ", align " + std::to_string(aligned));
    } else {
      narrow = let("extractelement <64 x i8> %" + std::string(1, "vw"[origin - 2]) + ", i64 " + std::to_string(place));
    }
    return let((is_signed ? "sext i8 " : "zext i8 ") + narrow + " to i32");
  }

  void add_run(std::string& sum) {
    const unsigned origins[] = {below(4, dice_), below(4, dice_)}, starts[] = {below(24, dice_), below(24, dice_)};
    const unsigned length = 3 + below(14, dice_);
    const bool is_signed[] = {below(2, dice_) == 0, below(2, dice_) == 0};
    const unsigned alignment = 1U << below(3, dice_);
    std::vector<unsigned> order;
    for (unsigned i = 0; i < length; ++i) order.push_back(i);
    if (below(2, dice_) == 0) std::ranges::shuffle(order, dice_);
    for (const unsigned i : order) {
      std::string factors[2];
      for (unsigned side = 0; side < 2; ++side) {
        const bool is_odd = below(16, dice_) == 0;  // one that fits nowhere
        factors[side] = byte(origins[side], starts[side] + i, alignment, is_signed[side] != is_odd);
      }
      if (below(2, dice_) == 0) std::swap(factors[0], factors[1]);
      const std::string product = let("mul nsw i32 " + factors[0] + ", " + factors[1]);
      sum = let("add nsw i32 " + (below(2, dice_) == 0 ? sum + ", " + product : product + ", " + sum));
      if (below(16, dice_) == 0) sum = let("xor i32 " + sum + ", " + product);
    }
  }

  Dice& dice_;
  unsigned count_ = 0;
  std::string body_;
};

TEST_CASE("sums with dot products are what they were", "[worker]") {
  Dice dice(1);
  std::size_t made = 0;
  for (int i = 0; i < 300; ++i) {
    const std::string text = RandomSum(dice).text();
    INFO(text);
    llvm::LLVMContext context;
    const auto plain = parse(text, context), changed = parse(text, context);
    made += make(*changed);
    for (llvm::IntrinsicInst* call : dot_products_in(*changed)) expand(*call);
    const auto expected = result_of(*plain);
    REQUIRE(expected.has_value());
    REQUIRE(result_of(*changed) == expected);
  }
  CHECK(made > 300);
}

// A sum of four products of bytes, with lines between the loads of the third and of the fourth.
std::string four_products(unsigned alignment, const std::string& load, const std::string& between,
                          const std::string& end) {
  std::string text =
      "declare void @g()\n"
      "define i32 @f(ptr %a, ptr %b, i32 %start, ptr %c) {\n";
  for (int i = 0; i < 4; ++i) {
    const std::string n = std::to_string(i);
    if (i == 3) text += between;
    for (const std::string side : {"a", "b"}) {
      const std::string own = side + n;
      text += "  %p" + own + " = getelementptr i8, ptr %" + side + ", i64 " + n + "\n";
      text += "  %l" + own + " = " + load + " i8, ptr %p" + own + ", align " +
              std::to_string(i == 0   ? alignment
                             : i == 2 ? std::min(alignment, 2U)
                                      : 1) +
              "\n";
      text += "  %e" + own + " = sext i8 %l" + own + " to i32\n";
    }
    text += "  %m" + n + " = mul nsw i32 %ea" + n + ", %eb" + n + "\n";
    text += "  %s" + n + " = add i32 %m" + n + ", " + (i == 0 ? "%start" : "%s" + std::to_string(i - 1)) + "\n";
  }
  return text + end + "}\n";
}

TEST_CASE("dot products are made of bytes that stay and are cheap to put together", "[worker]") {
  const std::string end = "  ret i32 %s3\n";
  const auto count = [](const std::string& text) {
    llvm::LLVMContext context;
    return make(*parse(text, context));
  };
  CHECK(count(four_products(4, "load", "", end)) == 1);
  CHECK(count(four_products(2, "load", "", end)) == 1);
  CHECK(count(four_products(1, "load", "", end)) == 0);
  CHECK(count(four_products(4, "load volatile", "", end)) == 0);
  CHECK(count(four_products(4, "load", "  %other = load i32, ptr %c\n", end)) == 1);
  CHECK(count(four_products(4, "load", "  store i8 1, ptr %c\n", end)) == 0);
  CHECK(count(four_products(4, "load", "  call void @g()\n", end)) == 0);
  CHECK(count(four_products(4, "load", "  fence acquire\n", end)) == 0);
  CHECK(count(four_products(4, "load", "  br label %next\nnext:\n", end)) == 0);
  CHECK(count(four_products(4, "load", "", "  %more = mul i32 %m2, %s3\n  ret i32 %more\n")) == 0);
  CHECK(count(four_products(4, "load", "", "  %more = mul i32 %s2, %s3\n  ret i32 %more\n")) == 0);
}

}  // namespace
}  // namespace clc::worker
