#include "worker/passes/cooperative_fragments.h"

#include <limits>
#include <map>

#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "worker/passes/opencl_calls.h"

namespace clc::worker {
namespace {

constexpr unsigned k_index_bits = 32;
constexpr unsigned k_bfloat_bits = 16;

llvm::Value* cast_index(llvm::IRBuilder<>& builder, llvm::Value* index, llvm::Type* type) {
  return builder.CreateZExtOrTrunc(index, type);
}

// Each element of A and B is held by all work-items, and of accumulators those whose number is theirs modulo the size
// of the sub-group, of which nothing is known until it runs.
class SharedFragments final : public Fragments {
 public:
  explicit SharedFragments(bool uses_sub_groups) : uses_sub_groups_(uses_sub_groups) {}

  llvm::Type* storage(const Matrix& matrix) const override {
    return llvm::ArrayType::get(matrix.element, count(matrix));
  }

  llvm::Value* length(const Matrix& matrix, llvm::Instruction* at) override {
    llvm::IRBuilder<> builder(at);
    if (matrix.type.use != MatrixUse::k_accumulator) return builder.getInt32(count(matrix));
    const Group& group = group_of(at);
    llvm::Value* sum = builder.CreateAdd(group.size, builder.getInt32(count(matrix) - 1));
    return builder.CreateUDiv(sum, group.size);
  }

  void load(const Matrix& matrix, llvm::Value* slot, const MatrixMemory& memory, llvm::Instruction* at) override {
    const auto [body, index] = loop(matrix, at);
    llvm::IRBuilder<> builder(body);
    const auto [row, column] = place(builder, matrix, index, at);
    llvm::Value* from = address_of(builder, memory, matrix.element, row, column);
    store_element(builder, matrix, slot, index, builder.CreateLoad(matrix.element, from));
  }

  void store(const Matrix& matrix, llvm::Value* slot, const MatrixMemory& memory, llvm::Instruction* at) override {
    wait(at);  // until all work-items have read what this overwrites
    const auto [body, index] = loop(matrix, at);
    llvm::IRBuilder<> builder(body);
    llvm::Instruction* inside = body;
    if (matrix.type.use == MatrixUse::k_accumulator) {
      llvm::Value* is_one = builder.CreateICmpULT(number(builder, index, at), builder.getInt32(count(matrix)));
      inside = llvm::SplitBlockAndInsertIfThen(is_one, body->getIterator(), /*Unreachable=*/false);
      builder.SetInsertPoint(inside);
    }
    const auto [row, column] = place(builder, matrix, index, at);
    llvm::Value* value = load_element(builder, matrix, slot, index);
    builder.CreateStore(value, address_of(builder, memory, matrix.element, row, column));
  }

  void multiply(const MatrixProduct& product, llvm::ArrayRef<llvm::Value*> operands, llvm::Value* result,
                llvm::Instruction* at) override {
    const auto [body, index] = loop(product.c, at);
    llvm::IRBuilder<> builder(body);
    llvm::Type* type = sum_type(product);
    const auto [row, column] = place(builder, product.c, index, at);
    llvm::Value* before = widened(builder, product.c, load_element(builder, product.c, operands[2], index), type);
    llvm::Value* sum = builder.CreateAlloca(type);
    llvm::cast<llvm::Instruction>(sum)->moveBefore(at->getFunction()->getEntryBlock().begin());
    // Saturating sums begin with zero: LLVM 22 adds products of bytes to 64 bits by v_dot4 of 32, which overflows.
    builder.CreateStore(product.saturates ? llvm::Constant::getNullValue(type) : before, sum);
    const unsigned depth = product.a.type.columns;
    const auto [inner, k] = llvm::SplitBlockAndInsertSimpleForLoop(builder.getInt32(depth), body->getIterator());
    llvm::IRBuilder<> inside(inner);
    llvm::Value* first = inside.CreateAdd(inside.CreateMul(row, inside.getInt32(depth)), k);
    llvm::Value* second = inside.CreateAdd(inside.CreateMul(k, inside.getInt32(product.b.type.columns)), column);
    llvm::Value* x = widened(inside, product.a, load_element(inside, product.a, operands[0], first), type);
    llvm::Value* y = widened(inside, product.b, load_element(inside, product.b, operands[1], second), type);
    inside.CreateStore(multiply_add(inside, x, y, inside.CreateLoad(type, sum)), sum);
    builder.SetInsertPoint(body);
    llvm::Value* whole = builder.CreateLoad(type, sum);
    if (product.saturates) whole = builder.CreateAdd(whole, before);
    store_element(builder, product.c, result, index, narrowed(builder, product, whole));
  }

 private:
  struct Group {
    llvm::Value* item;
    llvm::Value* size;
  };

  static unsigned count(const Matrix& matrix) { return matrix.type.rows * matrix.type.columns; }

  // Its body is before `at` no more: the instruction that is returned is in it.
  std::pair<llvm::Instruction*, llvm::Value*> loop(const Matrix& matrix, llvm::Instruction* at) {
    return llvm::SplitBlockAndInsertSimpleForLoop(length(matrix, at), at->getIterator());
  }

  // Which element of the matrix is the index-th of a work-item; may lie beyond the last.
  llvm::Value* number(llvm::IRBuilder<>& builder, llvm::Value* index, llvm::Instruction* at) {
    const Group& group = group_of(at);
    return builder.CreateAdd(builder.CreateMul(index, group.size), group.item);
  }

  std::pair<llvm::Value*, llvm::Value*> place(llvm::IRBuilder<>& builder, const Matrix& matrix, llvm::Value* index,
                                              llvm::Instruction* at) {
    if (matrix.type.use == MatrixUse::k_accumulator) {
      index = builder.CreateAnd(number(builder, index, at), builder.getInt32(count(matrix) - 1));
    }
    llvm::Value* columns = builder.getInt32(matrix.type.columns);
    return {builder.CreateUDiv(index, columns), builder.CreateURem(index, columns)};
  }

  static llvm::Value* load_element(llvm::IRBuilder<>& builder, const Matrix& matrix, llvm::Value* slot,
                                   llvm::Value* index) {
    return builder.CreateLoad(matrix.element, builder.CreateGEP(matrix.element, slot, index));
  }
  static void store_element(llvm::IRBuilder<>& builder, const Matrix& matrix, llvm::Value* slot, llvm::Value* index,
                            llvm::Value* value) {
    builder.CreateStore(value, builder.CreateGEP(matrix.element, slot, index));
  }

  Group make_group(llvm::IRBuilder<>& builder) const {
    llvm::Type* word = builder.getIntNTy(k_index_bits);
    if (uses_sub_groups_) {
      llvm::Value* item = call_opencl(builder, "_Z22get_sub_group_local_idv", word, {});
      return {item, call_opencl(builder, "_Z18get_sub_group_sizev", word, {})};
    }
    llvm::Value* item = of_dimension(builder, "_Z12get_local_idj", 2);
    llvm::Value* size = of_dimension(builder, "_Z14get_local_sizej", 2);
    for (const unsigned dimension : {1U, 0U}) {
      llvm::Value* step = of_dimension(builder, "_Z14get_local_sizej", dimension);
      item = builder.CreateAdd(builder.CreateMul(item, step), of_dimension(builder, "_Z12get_local_idj", dimension));
      size = builder.CreateMul(size, step);
    }
    return {item, size};
  }

  const Group& group_of(llvm::Instruction* at) {
    llvm::Function* function = at->getFunction();
    const auto found = groups_.find(function);
    if (found != groups_.end()) return found->second;
    llvm::IRBuilder<> builder(&*function->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    return groups_.emplace(function, make_group(builder)).first->second;
  }

  void wait(llvm::Instruction* at) const {
    constexpr unsigned k_local_and_global = 3;
    llvm::IRBuilder<> builder(at);
    const char* name = uses_sub_groups_ ? "_Z17sub_group_barrierj" : "_Z7barrierj";
    call_opencl(builder, name, builder.getVoidTy(), builder.getInt32(k_local_and_global));
  }

  bool uses_sub_groups_;
  std::map<llvm::Function*, Group> groups_;
};

}  // namespace

void Fragments::map(llvm::Value* result, const Matrix& matrix, llvm::ArrayRef<MatrixOperand> operands,
                    llvm::ArrayRef<llvm::Type*> elements, Map compute, llvm::Instruction* at) {
  llvm::Value* index = nullptr;
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(storage(matrix));
  llvm::Instruction* place = at;
  if (vector == nullptr) {
    std::tie(place, index) = llvm::SplitBlockAndInsertSimpleForLoop(length(matrix, at), at->getIterator());
  }
  llvm::IRBuilder<> builder(place);
  const auto address = [&](llvm::Value* slot, llvm::Type* element) {
    return vector == nullptr ? builder.CreateGEP(element, slot, index) : slot;
  };
  std::vector<llvm::Value*> values;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    llvm::Type* type = elements[i];
    if (operands[i].slot == nullptr) {
      llvm::Value* number = operands[i].number;
      values.push_back(vector == nullptr ? number : builder.CreateVectorSplat(vector->getNumElements(), number));
    } else {
      llvm::Value* from = address(operands[i].slot, type);
      if (vector != nullptr) type = llvm::FixedVectorType::get(type, vector->getNumElements());
      values.push_back(builder.CreateLoad(type, from));
    }
  }
  llvm::Value* value = compute(builder, values);
  builder.CreateStore(value, address(result, matrix.element));
}

llvm::Value* address_of(llvm::IRBuilder<>& builder, const MatrixMemory& memory, llvm::Type* element, llvm::Value* row,
                        llvm::Value* column) {
  if (memory.address) return memory.address(builder, row, column);
  if (memory.is_column_major) std::swap(row, column);
  llvm::Type* type = memory.stride->getType();
  llvm::Value* begin = builder.CreateMul(cast_index(builder, row, type), memory.stride);
  return builder.CreateGEP(element, memory.pointer, builder.CreateAdd(begin, cast_index(builder, column, type)));
}

MatrixElement product_element(const Matrix& matrix) {
  if (const std::optional<Float8> format = float8_of(matrix.type.component))
    return format->is_fnuz ? MatrixElement::k_float8_fnuz : MatrixElement::k_float8;
  if (matrix.type.component == Component::k_bfloat) return MatrixElement::k_bfloat;
  if (matrix.type.component == Component::k_tf32) return MatrixElement::k_tf32;
  if (matrix.element->isHalfTy()) return MatrixElement::k_half;
  if (matrix.element->isFloatTy()) return MatrixElement::k_float;
  if (matrix.element->isDoubleTy()) return MatrixElement::k_double;
  constexpr unsigned k_byte = 8;
  const unsigned bits = matrix.element->getIntegerBitWidth();
  if (bits == k_byte) return MatrixElement::k_int8;
  if (bits == 2 * k_byte) return MatrixElement::k_int16;
  return bits == 4 * k_byte ? MatrixElement::k_int32 : MatrixElement::k_int64;
}

MatrixElement unit_element(const std::vector<MatrixInstruction>& instructions, const Matrix& matrix) {
  const MatrixElement element = product_element(matrix);
  const auto has = [&](MatrixElement unit) {
    return llvm::any_of(instructions, [&](const MatrixInstruction& one) { return one.element == unit; });
  };
  if (has(element)) return element;
  if (element == MatrixElement::k_tf32) return MatrixElement::k_float;
  if (!float8_of(matrix.type.component)) return element;
  // Not half first: gfx90a takes its denormals for zeros, and bfloat16 has no fp8 among them.
  for (const MatrixElement unit : {MatrixElement::k_bfloat, MatrixElement::k_half}) {
    if (has(unit)) return unit;
  }
  return element;
}

llvm::Value* unit_elements(llvm::IRBuilder<>& builder, const Matrix& matrix, llvm::Value* all, MatrixElement unit) {
  const std::optional<Float8> format = float8_of(matrix.type.component);
  if (!format || unit == product_element(matrix)) return all;
  llvm::Value* floats = float_of(builder, all, *format);
  const auto* vector = llvm::cast<llvm::VectorType>(floats->getType());
  if (unit == MatrixElement::k_half) return builder.CreateFPTrunc(floats, vector->getWithNewType(builder.getHalfTy()));
  llvm::Value* bits = builder.CreateBitCast(floats, vector->getWithNewType(builder.getInt32Ty()));
  return builder.CreateTrunc(builder.CreateLShr(bits, k_bfloat_bits), vector->getWithNewType(builder.getInt16Ty()));
}

llvm::Type* sum_type(const MatrixProduct& product) {
  llvm::Type* type = product.c.element;
  if (type->isHalfTy()) return llvm::Type::getFloatTy(type->getContext());
  return product.saturates ? llvm::Type::getInt64Ty(type->getContext()) : type;
}

llvm::Value* widened(llvm::IRBuilder<>& builder, const Matrix& matrix, llvm::Value* element, llvm::Type* sum) {
  if (matrix.type.component == Component::k_bfloat) {
    llvm::Value* bits = builder.CreateShl(builder.CreateZExt(element, builder.getInt32Ty()), k_bfloat_bits);
    return builder.CreateBitCast(bits, builder.getFloatTy());
  }
  if (const std::optional<Float8> format = float8_of(matrix.type.component)) return float_of(builder, element, *format);
  if (element->getType()->isFloatingPointTy()) return builder.CreateFPCast(element, sum);
  return builder.CreateIntCast(element, sum, matrix.type.component == Component::k_signed);
}

llvm::Value* narrowed(llvm::IRBuilder<>& builder, const MatrixProduct& product, llvm::Value* sum) {
  llvm::Type* type = product.c.element;
  if (type->isFloatingPointTy()) return builder.CreateFPCast(sum, type);
  if (!product.saturates) return builder.CreateTrunc(sum, type);
  const bool is_signed = product.c.type.component == Component::k_signed;
  using Signed = std::numeric_limits<std::int32_t>;
  const std::int64_t most = is_signed ? Signed::max() : std::numeric_limits<std::uint32_t>::max();
  llvm::Value* low = builder.getInt64(static_cast<std::uint64_t>(is_signed ? std::int64_t{Signed::min()} : 0));
  llvm::Value* high = builder.getInt64(static_cast<std::uint64_t>(most));
  sum = builder.CreateSelect(builder.CreateICmpSLT(sum, low), low, sum);
  return builder.CreateTrunc(builder.CreateSelect(builder.CreateICmpSGT(sum, high), high, sum), type);
}

llvm::Value* multiply_add(llvm::IRBuilder<>& builder, llvm::Value* factor, llvm::Value* other, llvm::Value* sum) {
  if (!sum->getType()->isFloatingPointTy()) return builder.CreateAdd(builder.CreateMul(factor, other), sum);
  return builder.CreateIntrinsic(llvm::Intrinsic::fmuladd, {sum->getType()}, {factor, other, sum});
}

std::unique_ptr<Fragments> make_shared_fragments(bool uses_sub_groups) {
  return std::make_unique<SharedFragments>(uses_sub_groups);
}

}  // namespace clc::worker
