#include "worker/analyses/operations.h"

#include <algorithm>
#include <optional>

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace clc::worker {
namespace {

const llvm::Type& element_of(const llvm::Type& type) {
  return *type.getScalarType();
}

bool holds_numbers(const llvm::Type& type) {
  return element_of(type).isFloatingPointTy() ||
         std::any_of(type.subtype_begin(), type.subtype_end(),
                     [](const llvm::Type* part) { return holds_numbers(*part); });
}

void add(const llvm::Type& type, std::uint64_t each, Operations& operations) {
  const llvm::Type& element = element_of(type);
  const std::uint64_t count = each * elements_of(type);
  (element.isDoubleTy() ? operations.doubles : element.isFloatTy() ? operations.floats : operations.halfs) += count;
}

struct Family {
  llvm::StringRef name;  // prefix of the functions' names, without "llvm." and the target
  unsigned operations;   // operations for each element
};

// A function that a chip computes by one instruction, or by its unit for special functions, is one operation, and a
// multiplication with an addition is two.
constexpr Family k_operations[] = {
    {"fma.", 2},
    {"fmuladd.", 2},
    {"fma.legacy", 2},
    {"fdot2.", 4},
    {"add.", 1},
    {"sub.", 1},
    {"mul.", 1},
    {"fmul.legacy", 1},
    {"div.", 1},
    {"sqrt.", 1},
    {"rsq", 1},
    {"rcp.", 1},
    {"recipsqrt", 1},
    {"sin.", 1},
    {"cos.", 1},
    {"tan.", 1},
    {"tanh.", 1},
    {"exp.", 1},
    {"exp2.", 1},
    {"exp10.", 1},
    {"ex2.", 1},
    {"log.", 1},
    {"log2.", 1},
    {"log10.", 1},
    {"lg2.", 1},
    {"pow.", 1},
    {"vector.reduce.fadd", 1},
    {"vector.reduce.fmul", 1},
};

// Functions that move, compare, round or convert numbers.
constexpr llvm::StringRef k_no_operations[] = {
    "fabs",
    "copysign",
    "minnum",
    "maxnum",
    "minimum",
    "maximum",
    "fmin",
    "fmax",
    "fmed3",
    "floor",
    "ceil",
    "trunc",
    "rint",
    "nearbyint",
    "round",
    "canonicalize",
    "ldexp",
    "frexp",
    "fract",
    "cvt",
    "bitcast",
    "cube",
    "trig.preop",
    "f2h",
    "h2f",
    "i2f",
    "ui2f",
    "ll2f",
    "ull2f",
    "i2d",
    "ui2d",
    "ll2d",
    "ull2d",
    "d2f",
    "lohi",
    "readlane",
    "readfirstlane",
    "writelane",
    "ds.bpermute",
    "ds.permute",
    "ds.swizzle",
    "update.dpp",
    "mov.dpp",
    "permlane",
    "shfl",
    "image",
    "tex",
    "suld",
    "tld4",
    "struct.buffer",
    "raw.buffer",
    "ldg",
    "ldu",
    "masked",
    "vector.reduce.fmax",
    "vector.reduce.fmin",
    "vector.insert",
    "vector.extract",
    "arithmetic.fence",
};

// The name of an intrinsic without "llvm." and the target.
llvm::StringRef short_name(llvm::StringRef name) {
  name.consume_front("llvm.");
  if (!name.consume_front("nvvm.") && !name.consume_front("amdgcn.")) name.consume_front("r600.");
  return name;
}

std::optional<unsigned> operations_of(llvm::StringRef name) {
  // The longest prefix decides, so that "div.scale" is not a division.
  std::size_t known = 0;
  std::optional<unsigned> found;
  const auto take = [&](llvm::StringRef family, unsigned operations) {
    if (!name.starts_with(family) || family.size() <= known) return;
    known = family.size();
    found = operations;
  };
  for (const Family& family : k_operations) take(family.name, family.operations);
  for (const llvm::StringRef family : k_no_operations) take(family, 0);
  return found;
}

void add_call(const llvm::CallBase& call, Operations& operations) {
  const llvm::Function* called = call.getCalledFunction();
  const llvm::Type& result = *call.getType();
  if (!holds_numbers(result) || (called != nullptr && !called->isDeclaration())) return;
  const llvm::StringRef name = called == nullptr ? "a call of what is no function" : called->getName();
  const std::optional<unsigned> each = name.starts_with("llvm.") ? operations_of(short_name(name)) : std::nullopt;
  if (!each) {
    operations.not_counted = call.isInlineAsm() ? "what inline assembly computes" : "what " + name.str() + " computes";
  } else if (*each != 0) {
    // A reduction gives one number and takes all elements of its operand.
    const bool is_reduction = name.contains("vector.reduce");
    add(is_reduction ? *call.getArgOperand(call.arg_size() - 1)->getType() : result, *each, operations);
  }
}

}  // namespace

std::uint64_t elements_of(const llvm::Type& type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  return vector == nullptr ? 1 : vector->getNumElements();
}

Operations operations_of(const llvm::BasicBlock& block) {
  Operations operations;
  for (const llvm::Instruction& instruction : block) {
    switch (instruction.getOpcode()) {
      case llvm::Instruction::FAdd:
      case llvm::Instruction::FSub:
      case llvm::Instruction::FMul:
      case llvm::Instruction::FDiv:
      case llvm::Instruction::FRem:
        add(*instruction.getType(), 1, operations);
        break;
      case llvm::Instruction::AtomicRMW: {
        const auto operation = llvm::cast<llvm::AtomicRMWInst>(instruction).getOperation();
        if (operation == llvm::AtomicRMWInst::FAdd || operation == llvm::AtomicRMWInst::FSub)
          add(*instruction.getType(), 1, operations);
        break;
      }
      case llvm::Instruction::Call:
        add_call(llvm::cast<llvm::CallBase>(instruction), operations);
        break;
      default:
        break;
    }
  }
  return operations;
}

}  // namespace clc::worker
