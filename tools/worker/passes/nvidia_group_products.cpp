// A group of four warps multiplies 64 rows. The 16 rows of warp w of sums lie as those of mma.sync. A and B are told by
// descriptors: where the tile begins in units of 16 bytes, from which panel to which it goes on along the rows or
// columns (the leading offset), from which eight lines to which (the stride offset), and how wide panels are.
#include "worker/passes/nvidia_group_products.h"

#include <bit>
#include <string>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Operator.h>

namespace clc::worker {
namespace {

constexpr unsigned k_unit_rows = 64;
constexpr unsigned k_unit_items = 128;
constexpr unsigned k_depth_bytes = 32;  // of A and B that one instruction adds up
constexpr unsigned k_lines = 8;
constexpr unsigned k_unit_shift = 4;  // 16 bytes
constexpr llvm::StringLiteral k_product = "wgmma.mma_async";
constexpr llvm::StringLiteral k_wait = "wgmma.wait_group.sync.aligned 0;";

// As the instruction names them; empty where it does not take them.
std::string factor_name(const Matrix& matrix) {
  switch (product_element(matrix)) {
    case MatrixElement::k_half:
      return "f16";
    case MatrixElement::k_bfloat:
      return "bf16";
    case MatrixElement::k_tf32:
      return "tf32";
    case MatrixElement::k_float8:
      return matrix.type.component == Component::k_e4m3 ? "e4m3" : "e5m2";
    case MatrixElement::k_int8:
      return matrix.type.component == Component::k_signed ? "s8" : "u8";
    default:
      return {};
  }
}

std::string instruction_of(const MatrixProduct& product) {
  const unsigned bytes = product.a.element->getScalarSizeInBits() / 8;
  return "wgmma.mma_async.sync.aligned.m64n" + std::to_string(product.c.type.columns) + "k" +
         std::to_string(k_depth_bytes / bytes) + "." + (product.c.element->isFloatTy() ? "f32" : "s32") + "." +
         factor_name(product.a) + "." + factor_name(product.b);
}

// The end of the instruction, behind the descriptors: sums are added to, no factor is
// negated, and those that lie across are told.
std::string flags_of(const GroupTile& a, const GroupTile& b) {
  if (product_element(a.matrix()) == MatrixElement::k_int8) return ", p;\n";
  if (must_lie_along(a.matrix())) return ", p, 1, 1;\n";
  const auto flag = [](const GroupTile& tile) { return tile.lies_along() ? ", 0" : ", 1"; };
  return std::string(", p, 1, 1") + flag(a) + flag(b) + ";\n";
}

// The descriptor of the first elements of a tile, in front of which `skipped` bytes lie.
llvm::Value* descriptor(llvm::IRBuilder<>& builder, const GroupTile& tile, llvm::Value* skipped) {
  constexpr unsigned k_stride_bit = 32;
  constexpr unsigned k_leading_bit = 16;
  constexpr unsigned k_swizzle_bit = 62;
  const std::uint64_t width = tile.panel_bytes();
  const std::uint64_t leading = tile.lies_along() ? 1 : tile.lines() * width >> k_unit_shift;
  const std::uint64_t swizzle = width == 128 ? 1 : width == 64 ? 2 : 3;
  const std::uint64_t constant =
      leading << k_leading_bit | (k_lines * width >> k_unit_shift) << k_stride_bit | swizzle << k_swizzle_bit;
  llvm::Value* address = builder.CreatePtrToInt(tile.base(), builder.getInt32Ty());
  address = builder.CreateLShr(builder.CreateAdd(address, skipped), k_unit_shift);
  return builder.CreateOr(builder.CreateZExt(address, builder.getInt64Ty()), builder.getInt64(constant));
}

// Bytes from the first elements to those of step `step` along the dimension that is added up.
std::uint64_t step_bytes(const GroupTile& tile, unsigned step) {
  const unsigned width = tile.panel_bytes();
  if (!tile.lies_along()) return std::uint64_t{step} * (k_depth_bytes / tile.element_bytes()) * width;
  const unsigned at = step * k_depth_bytes;
  return std::uint64_t{at / width} * tile.lines() * width + at % width;
}

// Bytes in front of 64 rows of A.
llvm::Value* row_bytes(llvm::IRBuilder<>& builder, const GroupTile& a, llvm::Value* block) {
  const unsigned bytes = a.lies_along() ? k_unit_rows * a.panel_bytes() : a.lines() * a.panel_bytes();
  return builder.CreateMul(block, builder.getInt32(bytes));
}

std::vector<llvm::Value*> call_assembly(llvm::IRBuilder<>& builder, const std::string& text,
                                        const std::string& constraints, llvm::ArrayRef<llvm::Value*> sums,
                                        llvm::ArrayRef<llvm::Value*> others) {
  std::vector<llvm::Value*> arguments(sums.begin(), sums.end());
  arguments.insert(arguments.end(), others.begin(), others.end());
  std::vector<llvm::Type*> types;
  for (const llvm::Value* argument : arguments) types.push_back(argument->getType());
  llvm::Type* result = builder.getVoidTy();
  if (!sums.empty())
    result = llvm::StructType::get(builder.getContext(), llvm::ArrayRef<llvm::Type*>(types).take_front(sums.size()));
  auto* assembly =
      llvm::InlineAsm::get(llvm::FunctionType::get(result, types, false), text, constraints, /*hasSideEffects=*/true);
  llvm::CallInst* made = builder.CreateCall(assembly, arguments);
  made->setConvergent();
  made->addFnAttr(llvm::Attribute::NoUnwind);
  std::vector<llvm::Value*> results;
  for (unsigned i = 0; i < sums.size(); ++i) results.push_back(builder.CreateExtractValue(made, i));
  return results;
}

// Registers that are read and written.
std::string sum_constraints(llvm::ArrayRef<llvm::Value*> sums) {
  std::string outputs;
  std::string inputs;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    outputs += sums[i]->getType()->isFloatTy() ? "=f," : "=r,";
    inputs += std::to_string(i) + ",";
  }
  return outputs + inputs;
}

// Notes in which arguments the descriptors of tiles are, and the tiles' bytes.
constexpr llvm::StringLiteral k_tiles = "clc.tiles";
void note_tiles(llvm::IRBuilder<>& builder, llvm::Value* product, const GroupTile& b, unsigned at_b, const GroupTile& a,
                unsigned at_a) {
  llvm::SmallVector<llvm::Metadata*, 4> numbers;
  for (const unsigned number : {at_b, b.lines() * b.line_bytes(), at_a, a.lines() * a.line_bytes()})
    numbers.push_back(llvm::ConstantAsMetadata::get(builder.getInt32(number)));
  auto* result = llvm::cast<llvm::ExtractValueInst>(product);
  llvm::cast<llvm::CallInst>(result->getAggregateOperand())
      ->setMetadata(k_tiles, llvm::MDNode::get(builder.getContext(), numbers));
}

// The pointer that a descriptor was computed from; null where it is not found.
llvm::Value* base_of_descriptor(llvm::Value* value) {
  if (auto* address = llvm::dyn_cast<llvm::PtrToIntOperator>(value)) return address->getPointerOperand();
  const auto* computed = llvm::dyn_cast<llvm::User>(value);
  if (computed == nullptr || !llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::ConstantExpr>(computed))
    return nullptr;
  for (llvm::Value* operand : computed->operands()) {
    if (llvm::Value* base = base_of_descriptor(operand)) return base;
  }
  return nullptr;
}

}  // namespace

bool has_group_units(const Target& target) {
  return is_nvidia(target.family) && target.arch == "sm_90a";
}

bool must_lie_along(const Matrix& matrix) {
  constexpr unsigned k_half_bits = 16;
  return matrix.element->getScalarSizeInBits() != k_half_bits;
}

bool suits_group_units(const MatrixProduct& product, const GroupTile& a, const GroupTile& b, unsigned items) {
  if (items % k_unit_items != 0 || product.c.type.rows % (k_unit_rows * items / k_unit_items) != 0 || product.saturates)
    return false;
  if (!a.is_swizzled() || !b.is_swizzled()) return false;
  const bool is_integer = product_element(product.a) == MatrixElement::k_int8;
  // PTX of the chip's first version has no signed by unsigned.
  if (is_integer && product.a.type.component != product.b.type.component) return false;
  const bool is_sum = is_integer ? product.c.element->isIntegerTy(32) : product.c.element->isFloatTy();
  return is_sum && !factor_name(product.a).empty() && !factor_name(product.b).empty();
}

std::vector<llvm::Value*> multiply_by_group_units(llvm::IRBuilder<>& builder, const MatrixProduct& product,
                                                  const GroupTile& a, const GroupTile& b, const GroupItem& item,
                                                  llvm::ArrayRef<llvm::Value*> sums) {
  const unsigned groups = item.items / k_unit_items;
  const unsigned blocks = product.c.type.rows / (k_unit_rows * groups);
  const auto count = static_cast<unsigned>(sums.size());
  const unsigned steps = product.a.type.columns * a.element_bytes() / k_depth_bytes;
  llvm::Value* group = builder.CreateUDiv(item.number, builder.getInt32(k_unit_items));
  std::string text = "{\n.reg .pred p;\nsetp.eq.u32 p, 0, 0;\nwgmma.fence.sync.aligned;\n";
  std::string constraints = sum_constraints(sums);
  std::vector<llvm::Value*> descriptors;
  const auto add = [&](llvm::Value* first, const GroupTile& tile, unsigned step) {
    llvm::Value* units = builder.getInt64(step_bytes(tile, step) >> k_unit_shift);
    descriptors.push_back(builder.CreateAdd(first, units));
    constraints += "l,";
    return "$" + std::to_string(2 * count + descriptors.size() - 1);
  };
  llvm::Value* first_b = descriptor(builder, b, builder.getInt32(0));
  std::vector<std::string> names_b;
  for (unsigned step = 0; step < steps; ++step) names_b.push_back(add(first_b, b, step));
  for (unsigned block = 0; block < blocks; ++block) {
    llvm::Value* row = builder.CreateAdd(group, builder.getInt32(block * groups));
    llvm::Value* first_a = descriptor(builder, a, row_bytes(builder, a, row));
    std::string registers;
    for (unsigned i = 0; i < count / blocks; ++i)
      registers += (i == 0 ? "$" : ", $") + std::to_string(block * (count / blocks) + i);
    for (unsigned step = 0; step < steps; ++step) {
      text += instruction_of(product) + " {" + registers + "}, " + add(first_a, a, step) + ", " + names_b[step] +
              flags_of(a, b);
    }
  }
  text += "wgmma.commit_group.sync.aligned;\n}";
  const std::vector<llvm::Value*> results = call_assembly(builder, text, constraints + "~{memory}", sums, descriptors);
  note_tiles(builder, results.front(), b, count, a, count + steps);
  return wait_for_sums(builder, results);
}

std::vector<ReadTile> tiles_of_product(const llvm::CallBase& call) {
  std::vector<ReadTile> tiles;
  const llvm::MDNode* noted = call.getMetadata(k_tiles);
  if (noted == nullptr) return tiles;
  const auto number = [&](unsigned i) {
    return llvm::mdconst::extract<llvm::ConstantInt>(noted->getOperand(i))->getZExtValue();
  };
  for (unsigned i = 0; i + 1 < noted->getNumOperands(); i += 2) {
    llvm::Value* base = base_of_descriptor(call.getArgOperand(static_cast<unsigned>(number(i))));
    if (base == nullptr) return {};
    tiles.push_back({base, number(i + 1)});
  }
  return tiles;
}

std::vector<llvm::Value*> wait_for_sums(llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> sums) {
  return call_assembly(builder, k_wait.str(), sum_constraints(sums) + "~{memory}", sums, {});
}

void make_visible_to_units(llvm::IRBuilder<>& builder) {
  call_assembly(builder, "fence.proxy.async.shared::cta;", "~{memory}", {}, {});
}

void count_as_product(llvm::IRBuilder<>& builder, unsigned items) {
  if (items % k_unit_items != 0) return;  // nothing there is of units, and fewer work-items may not commit
  call_assembly(builder, "wgmma.commit_group.sync.aligned;", "~{memory}", {}, {});
}

void wait_for_products(llvm::IRBuilder<>& builder, std::uint64_t count) {
  call_assembly(builder, "wgmma.wait_group.sync.aligned " + std::to_string(count) + ";", "~{memory}", {}, {});
}

namespace {

const llvm::InlineAsm* assembly_of(const llvm::Value& value) {
  const auto* made = llvm::dyn_cast<llvm::CallInst>(&value);
  if (made == nullptr || !made->getType()->isStructTy()) return nullptr;
  return llvm::dyn_cast<llvm::InlineAsm>(made->getCalledOperand());
}

}  // namespace

bool is_group_product(const llvm::Value& value) {
  const llvm::InlineAsm* assembly = assembly_of(value);
  return assembly != nullptr && llvm::StringRef(assembly->getAsmString()).contains(k_product);
}

bool is_wait_for_sums(const llvm::Value& value) {
  const llvm::InlineAsm* assembly = assembly_of(value);
  return assembly != nullptr && assembly->getAsmString() == k_wait;
}

}  // namespace clc::worker
