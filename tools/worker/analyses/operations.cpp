#include "worker/analyses/operations.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include "base/text.h"
#include "clc/package/matrix_products.h"

namespace clc::worker {
namespace {

constexpr unsigned k_items_of_units = 128;  // four waves
constexpr llvm::StringLiteral k_group_product = "wgmma.mma_async.sync.aligned.m64n";
constexpr llvm::StringLiteral k_group_wait = "wgmma.wait_group.sync.aligned ";

llvm::StringRef assembly_of(const llvm::CallBase& call) {
  const auto* code = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand());
  return code == nullptr ? llvm::StringRef() : llvm::StringRef(code->getAsmString());
}

// By the name of A's elements in an instruction.
MatrixElement element_named(llvm::StringRef name) {
  if (name == "f16") return MatrixElement::k_half;
  if (name == "bf16") return MatrixElement::k_bfloat;
  if (name == "tf32") return MatrixElement::k_tf32;
  return name.starts_with("e") ? MatrixElement::k_float8 : MatrixElement::k_int8;
}

// True where code lets products run on when it waits for others.
bool lets_products_run_on(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& at) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&at);
    return call != nullptr && call->isInlineAsm() && left_by_wait(*call).value_or(0) != 0;
  });
}

// True where a wait behind a product gives its sums; others stand where a loop ends.
bool is_waited_for(const llvm::CallBase& product) {
  return llvm::any_of(product.users(), [&](const llvm::User* part) {
    return llvm::any_of(part->users(), [&](const llvm::User* user) {
      const auto* wait = llvm::dyn_cast<llvm::CallInst>(user);
      return wait != nullptr && wait->getParent() == product.getParent() && left_by_wait(*wait) == 0;
    });
  });
}

const llvm::Type& element_of(const llvm::Type& type) {
  return *type.getScalarType();
}

bool holds_numbers(const llvm::Type& type) {
  return element_of(type).isFloatingPointTy() ||
         llvm::any_of(type.subtypes(), [](const llvm::Type* part) { return holds_numbers(*part); });
}

void add(const llvm::Type& type, std::uint64_t each, Operations& operations) {
  const llvm::Type& element = element_of(type);
  const std::uint64_t count = each * elements_of(type);
  (element.isDoubleTy() ? operations.doubles : element.isFloatTy() ? operations.floats : operations.halfs) += count;
}

// Functions, by the beginnings of their names without "llvm." and the target.
struct Family {
  std::string_view names;
  unsigned operations;  // for each element
};

// A function that a chip computes by one instruction, or by its unit for special functions, is one operation, and a
// multiplication with an addition is two. Those that move, compare, round or convert numbers are none.
constexpr Family k_families[] = {
    {"fma. fmuladd. fma.legacy", 2},
    {"fdot2.", 4},
    {"add. sub. mul. fmul.legacy div. sqrt. rsq rcp. recipsqrt sin. cos. tan. tanh. exp. exp2. exp10. ex2. log. "
     "log2. log10. lg2. pow. vector.reduce.fadd vector.reduce.fmul",
     1},
    {"fabs copysign minnum maxnum minimum maximum fmin fmax fmed3 floor ceil trunc rint nearbyint round "
     "canonicalize ldexp frexp fract cvt bitcast cube trig.preop f2h h2f i2f ui2f ll2f ull2f i2d ui2d ll2d ull2d "
     "d2f lohi readlane readfirstlane writelane ds.bpermute ds.permute ds.swizzle update.dpp mov.dpp permlane shfl "
     "image tex suld tld4 struct.buffer raw.buffer ldg ldu masked vector.reduce.fmax vector.reduce.fmin "
     "vector.insert vector.extract arithmetic.fence",
     0},
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
  for (const auto& [names, operations] : k_families) {
    for (const std::string_view family : split(names, " ")) {
      if (!name.starts_with(family) || family.size() <= known) continue;
      known = family.size();
      found = operations;
    }
  }
  return found;
}

// A work-item's share of a product.
void add_product(MatrixElement element, std::uint64_t each, Operations& operations) {
  switch (element) {
    case MatrixElement::k_half:
    case MatrixElement::k_bfloat:
      operations.matrix_halfs += each;
      break;
    case MatrixElement::k_double:
      operations.matrix_doubles += each;
      break;
    case MatrixElement::k_tf32:
    case MatrixElement::k_float:
      operations.matrix_floats += each;
      break;
    case MatrixElement::k_float8:
    case MatrixElement::k_float8_fnuz:
      operations.matrix_float8s += each;
      break;
    default:
      break;  // of integers
  }
}

void add_call(const llvm::CallBase& call, Operations& operations) {
  const llvm::Function* called = call.getCalledFunction();
  const llvm::Type& result = *call.getType();
  if (!holds_numbers(result) || (called != nullptr && !called->isDeclaration()) || is_empty_assembly(call)) return;
  if (left_by_wait(call)) return;
  if (const std::optional<GroupProducts> products = group_products_of(call))
    return add_product(products->element, products->operations / k_items_of_units, operations);
  const llvm::StringRef name = called == nullptr ? "a call of what is no function" : called->getName();
  if (const std::optional<MatrixInstruction> product = matrix_instruction_of(name)) {
    const unsigned items = product->kind == MatrixInstruction::Kind::k_mfma ? 64 : 32;
    return add_product(product->element, product->operations() / items, operations);
  }
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

bool is_empty_assembly(const llvm::CallBase& call) {
  const auto* code = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand());
  return code != nullptr && code->getAsmString().empty();
}

std::optional<GroupProducts> group_products_of(const llvm::CallBase& call) {
  constexpr std::uint64_t k_rows = 64;
  constexpr std::uint64_t k_depth_bytes = 32;
  const llvm::StringRef code = assembly_of(call);
  llvm::StringRef shape = code.split(k_group_product).second;
  std::uint64_t columns = 0;
  std::uint64_t depth = 0;
  if (shape.consumeInteger(10, columns) || !shape.consume_front("k") || shape.consumeInteger(10, depth) ||
      !shape.consume_front("."))
    return {};
  const auto count = static_cast<std::uint64_t>(code.count(k_group_product));
  const llvm::StringRef element = shape.split('.').second.split('.').first;  // ".f32.f16.f16 …"
  return GroupProducts{.element = element_named(element),
                       .count = count,
                       .operations = 2 * k_rows * columns * depth * count,
                       .bytes = (k_rows + columns) * k_depth_bytes * count};
}

bool runs_on(const llvm::CallBase& products) {
  return !is_waited_for(products) && lets_products_run_on(*products.getFunction());
}

std::optional<std::uint64_t> left_by_wait(const llvm::CallBase& call) {
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) {
    const llvm::Intrinsic::ID id = intrinsic->getIntrinsicID();
    if (id == llvm::Intrinsic::nvvm_cp_async_wait_all) return 0;
    if (id != llvm::Intrinsic::nvvm_cp_async_wait_group) return std::nullopt;
    return llvm::cast<llvm::ConstantInt>(call.getArgOperand(0))->getZExtValue();
  }
  llvm::StringRef code = assembly_of(call);
  std::uint64_t count = 0;
  if (!code.consume_front(k_group_wait) || code.consumeInteger(10, count)) return std::nullopt;
  return count;
}

unsigned ldmatrix_count(llvm::StringRef intrinsic) {
  if (!intrinsic.contains(".ldmatrix.")) return 0;
  return intrinsic.contains(".x4.") ? 4 : intrinsic.contains(".x2.") ? 2 : 1;
}

std::uint64_t elements_of(const llvm::Type& type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  return vector == nullptr ? 1 : vector->getNumElements();
}

Operations operations_of(const llvm::BasicBlock& block) {
  Operations operations;
  for (const llvm::Instruction& instruction : block) {
    using Update = llvm::AtomicRMWInst;
    const auto* update = llvm::dyn_cast<Update>(&instruction);
    const bool updates =
        update != nullptr && (update->getOperation() == Update::FAdd || update->getOperation() == Update::FSub);
    const bool computes = llvm::isa<llvm::BinaryOperator>(instruction) && instruction.getType()->isFPOrFPVectorTy();
    if (updates || computes) add(*instruction.getType(), 1, operations);
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) add_call(*call, operations);
  }
  return operations;
}

}  // namespace clc::worker
