#include "worker/passes/group_fragments.h"

#include <algorithm>

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "clc/package/nvidia_chips.h"
#include "worker/ir/address_spaces.h"
#include "worker/ir/call_cycles.h"
#include "worker/ir/failure.h"
#include "worker/ir/kernel_function.h"
#include "worker/passes/group_strips.h"
#include "worker/passes/nvidia_group_products.h"
#include "worker/passes/nvidia_group_stores.h"
#include "worker/passes/opencl_calls.h"

namespace clc::worker {
namespace {

constexpr unsigned k_rows = GroupLayout::k_rows;
// NVIDIA's atoms, whose rows four work-items store at once.
constexpr unsigned k_atom = 8;
constexpr unsigned k_in_a_row = 4;
constexpr unsigned k_sums = 2;
constexpr unsigned k_strip_sums = 4;

constexpr unsigned k_tile_align = 1024;  // of wgmma

bool is_tile(const MatrixType& type) {
  return type.is_of_group && type.use != MatrixUse::k_accumulator;
}

// Linear, from sizes that are known.
llvm::Value* number_of_item(llvm::IRBuilder<>& builder, const llvm::Function& function) {
  const std::vector<std::uint64_t> sizes = required_group_size(function);
  llvm::Value* number = builder.getInt32(0);
  for (unsigned dimension = 3; dimension-- > 0;) {
    if (sizes[dimension] == 1) continue;
    number = builder.CreateAdd(builder.CreateMul(number, builder.getInt32(static_cast<unsigned>(sizes[dimension]))),
                               of_dimension(builder, "_Z12get_local_idj", dimension));
  }
  return number;
}

// Matrices of the work-group that are a function's variables.
std::vector<MatrixType> group_matrices(const llvm::Function& function) {
  std::vector<MatrixType> found;
  for (const llvm::Instruction& instruction : function.getEntryBlock()) {
    const auto* allocation = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    const llvm::Type* type = allocation == nullptr ? nullptr : allocation->getAllocatedType();
    while (type != nullptr && type->isArrayTy()) type = type->getArrayElementType();
    const auto* vector = llvm::dyn_cast_or_null<llvm::FixedVectorType>(type);
    const auto matrix = vector == nullptr ? std::nullopt : matrix_of_length(vector->getNumElements());
    if (matrix && matrix->is_of_group) found.push_back(*matrix);
  }
  return found;
}

// Lets a kernel's arrays in local memory begin where tiles may: which of them hold tiles is not known yet. Smaller ones
// than the smallest tile that is swizzled hold none.
void align_arrays(llvm::Function& kernel) {
  constexpr std::uint64_t k_least_bytes = 512;
  const auto used = used_by(kernel);
  for (llvm::GlobalVariable& array : kernel.getParent()->globals()) {
    if (!is_local(array) || !used.contains(&array)) continue;
    const bool is_small = kernel.getDataLayout().getTypeAllocSize(array.getValueType()) < k_least_bytes;
    array.setAlignment(std::max(array.getAlign().valueOrOne(), llvm::Align(is_small ? k_piece_bytes : k_tile_align)));
  }
}

// Empty for a function that may have matrices of the work-group.
llvm::StringRef error_of(const llvm::Function& function, bool has_tiles) {
  if (required_group_items(function) == 0) {
    return "a kernel of matrices of the work-group needs reqd_work_group_size, and functions that it calls must be "
           "inlined";
  }
  const auto is_local_pointer = [](const llvm::Argument& argument) {
    return argument.getType()->isPointerTy() && argument.getType()->getPointerAddressSpace() == k_local_space;
  };
  if (has_tiles && llvm::any_of(function.args(), is_local_pointer))
    return "a kernel with tiles in local memory takes no local memory as an argument";
  return {};
}

CopyUnit copy_unit_of(const Target& target) {
  if (matrix_instructions(target).empty()) return CopyUnit::k_element;
  const bool has_async_copies = is_nvidia(target.family) && compute_capability(target.arch) >= 80;
  return has_async_copies ? CopyUnit::k_async_piece : CopyUnit::k_piece;
}

// True for an instruction of sub-groups that computes a product of groups. AMD's add up half in float, MFMA's bytes are
// signed, and its doubles lie otherwise than other sums.
bool computes(const MatrixInstruction& instruction, const MatrixProduct& product) {
  const MatrixElement sum = product_element(product.c);
  if (instruction.kind == MatrixInstruction::Kind::k_mma) return instruction.sum == sum;
  if (instruction.kind == MatrixInstruction::Kind::k_mfma && sum == MatrixElement::k_double) return false;
  const bool are_signed =
      product.a.type.component == Component::k_signed && product.b.type.component == Component::k_signed;
  if (instruction.kind == MatrixInstruction::Kind::k_mfma && sum == MatrixElement::k_int32 && !are_signed) return false;
  return instruction.sum == sum || (sum == MatrixElement::k_half && instruction.sum == MatrixElement::k_float);
}

// Waits for the groups of cp.async but the last `count`, of which PTX wants to know the number.
void wait_for_copies(llvm::Value* count, llvm::Instruction* at) {
  constexpr unsigned k_most = 8;
  const auto wait = [](llvm::IRBuilder<>& builder, unsigned groups) {
    builder.CreateIntrinsic(builder.getVoidTy(), llvm::Intrinsic::nvvm_cp_async_wait_group, {builder.getInt32(groups)});
  };
  llvm::IRBuilder<> builder(at);
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(count)) {
    return wait(builder, static_cast<unsigned>(std::min<std::uint64_t>(constant->getZExtValue(), k_most)));
  }
  for (unsigned groups = 0; groups <= k_most; ++groups) {
    builder.SetInsertPoint(at);
    llvm::Value* limit = builder.getInt32(groups);
    llvm::Value* is_it = groups < k_most ? builder.CreateICmpEQ(count, limit) : builder.CreateICmpUGE(count, limit);
    builder.SetInsertPoint(llvm::SplitBlockAndInsertIfThen(is_it, at->getIterator(), /*Unreachable=*/false));
    wait(builder, groups);
  }
}

}  // namespace

bool has_group_matrices(const llvm::Function& function) {
  return !group_matrices(function).empty();
}

GroupFragments::GroupFragments(std::unique_ptr<Fragments> of_sub_groups, const Target& target)
    : of_sub_groups_(std::move(of_sub_groups)),
      has_units_(has_group_units(target)),
      target_(target),
      instructions_(matrix_instructions(target)),
      layout_(target, 0),
      copy_unit_(copy_unit_of(target)),
      has_exchanges_(is_nvidia(target.family) && compute_capability(target.arch) >= 70),
      has_vectors_(is_nvidia(target.family) || target.family == Family::k_amdgcn) {}

void GroupFragments::begin(llvm::Function& function) {
  item_ = {};
  const std::vector<MatrixType> matrices = group_matrices(function);
  if (matrices.empty()) return;
  llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  const bool has_tiles = llvm::any_of(matrices, is_tile);
  const llvm::StringRef wrong = error_of(function, has_tiles);
  if (!wrong.empty()) {
    report_failure(function.getContext(), ErrorKind::k_compile, (function.getName() + ": " + wrong).str());
    constexpr unsigned k_least_items = 32;
    item_ = {builder.getInt32(0), k_least_items};
    layout_ = GroupLayout(target_, k_least_items);
    return;
  }
  if (has_tiles) align_arrays(function);
  item_ = {number_of_item(builder, function), static_cast<unsigned>(required_group_items(function))};
  layout_ = GroupLayout(target_, item_.items);
}

unsigned GroupFragments::count(const Matrix& matrix) const {
  return std::max(matrix.type.rows * matrix.type.columns / std::max(item_.items, 1U), 1U);
}

llvm::Type* GroupFragments::storage(const Matrix& matrix) const {
  if (!matrix.type.is_of_group) return of_sub_groups_->storage(matrix);
  llvm::LLVMContext& context = matrix.element->getContext();
  if (is_tile(matrix.type))
    return llvm::StructType::get(llvm::PointerType::get(context, k_local_space), llvm::Type::getInt8Ty(context));
  if (has_vectors_) return llvm::FixedVectorType::get(matrix.element, count(matrix));
  return llvm::ArrayType::get(matrix.element, count(matrix));
}

llvm::Value* GroupFragments::length(const Matrix& matrix, llvm::Instruction* at) {
  if (!matrix.type.is_of_group) return of_sub_groups_->length(matrix, at);
  return llvm::IRBuilder<>(at).getInt32(is_tile(matrix.type) ? 0 : count(matrix));
}

unsigned GroupFragments::in_strip(const Matrix& matrix) const {
  return layout_.sums() * matrix.type.columns / layout_.columns();
}

llvm::Value* GroupFragments::row(llvm::IRBuilder<>& builder, const Matrix& matrix, unsigned i) const {
  llvm::Value* first =
      builder.CreateMul(builder.CreateUDiv(item_.number, builder.getInt32(layout_.items())), builder.getInt32(k_rows));
  const unsigned strip = i / in_strip(matrix) * k_rows * (item_.items / layout_.items());
  llvm::Value* in_strip = layout_.row(builder, item_.number, i % layout_.sums());
  return builder.CreateAdd(builder.CreateAdd(first, in_strip), builder.getInt32(strip));
}

llvm::Value* GroupFragments::column(llvm::IRBuilder<>& builder, const Matrix& matrix, unsigned i) const {
  const unsigned atom = i % in_strip(matrix) / layout_.sums() * layout_.columns();
  return builder.CreateAdd(layout_.column(builder, item_.number, i % layout_.sums()), builder.getInt32(atom));
}

GroupFragments::Values GroupFragments::read(llvm::IRBuilder<>& builder, llvm::Type* element, llvm::Value* slot,
                                            unsigned count) const {
  Values values;
  llvm::Value* all = has_vectors_ ? builder.CreateLoad(llvm::FixedVectorType::get(element, count), slot) : nullptr;
  for (unsigned i = 0; i < count; ++i) {
    values.push_back(all != nullptr ? builder.CreateExtractElement(all, i)
                                    : builder.CreateLoad(element, builder.CreateConstGEP1_32(element, slot, i)));
  }
  return values;
}

void GroupFragments::write(llvm::IRBuilder<>& builder, const Values& values, llvm::Value* slot) const {
  llvm::Type* element = values.front()->getType();
  if (!has_vectors_) {
    for (unsigned i = 0; i < values.size(); ++i)
      builder.CreateStore(values[i], builder.CreateConstGEP1_32(element, slot, i));
    return;
  }
  llvm::Value* all = llvm::PoisonValue::get(llvm::FixedVectorType::get(element, static_cast<unsigned>(values.size())));
  for (unsigned i = 0; i < values.size(); ++i) all = builder.CreateInsertElement(all, values[i], i);
  builder.CreateStore(all, slot);
}

void GroupFragments::load(const Matrix& matrix, llvm::Value* slot, const MatrixMemory& memory, llvm::Instruction* at) {
  if (!matrix.type.is_of_group) return of_sub_groups_->load(matrix, slot, memory, at);
  llvm::IRBuilder<> builder(at);
  Values values;
  for (unsigned i = 0; i < count(matrix); ++i) {
    llvm::Value* from =
        address_of(builder, memory, matrix.element, row(builder, matrix, i), column(builder, matrix, i));
    values.push_back(builder.CreateLoad(matrix.element, from));
  }
  write(builder, values, slot);
}

void GroupFragments::store(const Matrix& matrix, llvm::Value* slot, const MatrixMemory& memory, llvm::Instruction* at) {
  if (!matrix.type.is_of_group) return of_sub_groups_->store(matrix, slot, memory, at);
  llvm::IRBuilder<> builder(at);
  const Values values = read(builder, matrix.element, slot, count(matrix));
  if (has_exchanges_ && !memory.is_column_major && columns_at_once(matrix) != 0) {
    const ByAlignment split = split_by_alignment(memory, matrix.element, at);
    store_pieces(matrix, values, memory, split.pieces);
    builder.SetInsertPoint(split.elements);
  }
  for (unsigned i = 0; i < values.size(); ++i) {
    builder.CreateStore(
        values[i], address_of(builder, memory, matrix.element, row(builder, matrix, i), column(builder, matrix, i)));
  }
}

void GroupFragments::store_pieces(const Matrix& matrix, const Values& values, const MatrixMemory& memory,
                                  llvm::Instruction* at) const {
  llvm::IRBuilder<> builder(at);
  const unsigned in_piece = columns_at_once(matrix) / k_in_a_row;
  llvm::Value* first = stored_column(builder, matrix, item_.number);
  for (unsigned begin = 0; begin < values.size(); begin += 2 * in_piece) {
    for (unsigned half = 0; half < 2; ++half) {
      Values of_row;
      for (unsigned i = begin + half * k_sums; of_row.size() < in_piece; i += k_strip_sums) {
        of_row.push_back(values[i]);
        of_row.push_back(values[i + 1]);
      }
      const unsigned column = begin % in_strip(matrix) / k_strip_sums * k_atom;
      llvm::Value* to = address_of(builder, memory, matrix.element, row(builder, matrix, begin + half * k_sums),
                                   builder.CreateAdd(first, builder.getInt32(column)));
      builder.CreateAlignedStore(exchanged(builder, of_row, item_.number), to, llvm::Align(k_piece_bytes));
    }
  }
}

void GroupFragments::map(llvm::Value* result, const Matrix& matrix, llvm::ArrayRef<MatrixOperand> operands,
                         llvm::ArrayRef<llvm::Type*> elements, Map compute, llvm::Instruction* at) {
  if (!matrix.type.is_of_group) return of_sub_groups_->map(result, matrix, operands, elements, compute, at);
  if (has_vectors_) return Fragments::map(result, matrix, operands, elements, compute, at);
  // Without a loop, so that each element can be in a register.
  llvm::IRBuilder<> builder(at);
  std::vector<Values> all;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    all.push_back(operands[i].slot != nullptr ? read(builder, elements[i], operands[i].slot, count(matrix))
                                              : Values(count(matrix), operands[i].number));
  }
  Values results;
  for (unsigned i = 0; i < count(matrix); ++i) {
    Values values;
    for (const Values& one : all) values.push_back(one[i]);
    results.push_back(compute(builder, values));
  }
  write(builder, results, result);
}

void GroupFragments::name_tile(const Matrix& matrix, llvm::Value* slot, llvm::Value* pointer, bool is_column_major,
                               llvm::Instruction* at) {
  llvm::IRBuilder<> builder(at);
  llvm::Value* named = llvm::PoisonValue::get(storage(matrix));
  named = builder.CreateInsertValue(named, pointer, 0);
  builder.CreateStore(builder.CreateInsertValue(named, builder.getInt8(is_column_major ? 1 : 0), 1), slot);
}

bool GroupFragments::lies_in_columns(const Matrix& matrix, bool is_column_major) const {
  return !instructions_.empty() && must_lie_along(matrix) ? matrix.type.use == MatrixUse::k_b : is_column_major;
}

void GroupFragments::with_tile(const Matrix& matrix, llvm::Value* slot, llvm::Instruction* at, WithTile emit) const {
  llvm::IRBuilder<> builder(at);
  llvm::Value* named = builder.CreateLoad(storage(matrix), slot);
  llvm::Value* base = builder.CreateExtractValue(named, 0);
  const auto tile = [&](bool is_column_major) {
    return GroupTile(matrix, base, lies_in_columns(matrix, is_column_major), !instructions_.empty());
  };
  if (lies_in_columns(matrix, true) == lies_in_columns(matrix, false)) return emit(tile(true), at);
  llvm::Instruction* in_columns = nullptr;
  llvm::Instruction* in_rows = nullptr;
  llvm::SplitBlockAndInsertIfThenElse(builder.CreateIsNotNull(builder.CreateExtractValue(named, 1)), at->getIterator(),
                                      &in_columns, &in_rows);
  emit(tile(true), in_columns);
  emit(tile(false), in_rows);
}

void GroupFragments::fetch(const Matrix& matrix, llvm::Value* slot, llvm::Value* pointer, llvm::Value* stride,
                           llvm::Instruction* at) {
  llvm::IRBuilder<> builder(at);
  llvm::Value* named = builder.CreateLoad(storage(matrix), slot);
  llvm::Value* base = builder.CreateExtractValue(named, 0);
  llvm::Instruction* in_columns = nullptr;
  llvm::Instruction* in_rows = nullptr;
  llvm::SplitBlockAndInsertIfThenElse(builder.CreateIsNotNull(builder.CreateExtractValue(named, 1)), at->getIterator(),
                                      &in_columns, &in_rows);
  for (const bool is_column_major : {true, false}) {
    const GroupTile tile(matrix, base, lies_in_columns(matrix, is_column_major), !instructions_.empty());
    fetch_tile(tile, {pointer, stride, is_column_major}, item_, copy_unit_, is_column_major ? in_columns : in_rows);
  }
  builder.SetInsertPoint(at);
  if (copy_unit_ == CopyUnit::k_async_piece)
    builder.CreateIntrinsic(builder.getVoidTy(), llvm::Intrinsic::nvvm_cp_async_commit_group, {});
}

void GroupFragments::wait(llvm::Value* fetches, llvm::Value* products, llvm::Instruction* at) {
  constexpr unsigned k_local = 1;
  if (copy_unit_ == CopyUnit::k_async_piece) wait_for_copies(fetches, at);
  llvm::IRBuilder<> builder(at);
  if (has_units_) {
    make_visible_to_units(builder);
    wait_for_products(builder, llvm::cast<llvm::ConstantInt>(products)->getZExtValue());
  }
  call_opencl(builder, "_Z7barrierj", builder.getVoidTy(), builder.getInt32(k_local));
}

void GroupFragments::multiply(const MatrixProduct& product, llvm::ArrayRef<llvm::Value*> operands, llvm::Value* result,
                              llvm::Instruction* at) {
  if (!product.c.type.is_of_group) return of_sub_groups_->multiply(product, operands, result, at);
  with_tile(product.a, operands[0], at, [&](const GroupTile& a, llvm::Instruction* inside) {
    with_tile(product.b, operands[1], inside, [&](const GroupTile& b, llvm::Instruction* innermost) {
      multiply_tiles(product, a, b, operands, result, innermost);
    });
  });
}

void GroupFragments::multiply_tiles(const MatrixProduct& product, const GroupTile& a, const GroupTile& b,
                                    llvm::ArrayRef<llvm::Value*> operands, llvm::Value* result, llvm::Instruction* at) {
  llvm::IRBuilder<> builder(at);
  Values sums = read(builder, product.c.element, operands[2], count(product.c));
  const bool is_of_units = has_units_ && suits_group_units(product, a, b, item_.items);
  if (is_of_units) {
    sums = multiply_by_group_units(builder, product, a, b, item_, sums);
  } else if (has_instruction(product)) {
    sums = multiply_by_sub_groups(*of_sub_groups_, product, a, b, {item_, layout_}, sums, at);
  } else {
    sums = multiply_plainly(product, a, b, sums, at);
  }
  builder.SetInsertPoint(at);
  if (has_units_ && !is_of_units) count_as_product(builder, item_.items);
  write(builder, sums, result);
}

bool GroupFragments::has_instruction(const MatrixProduct& product) const {
  return !product.saturates && layout_.is_of_units() && llvm::any_of(instructions_, [&](const MatrixInstruction& one) {
    return one.element == unit_element(instructions_, product.a) && computes(one, product);
  });
}

GroupFragments::Values GroupFragments::multiply_plainly(const MatrixProduct& product, const GroupTile& a,
                                                        const GroupTile& b, const Values& before,
                                                        llvm::Instruction* at) {
  llvm::IRBuilder<> builder(at);
  const auto size = static_cast<unsigned>(before.size());
  llvm::Type* type = sum_type(product);
  auto* sums = builder.CreateAlloca(llvm::ArrayType::get(type, size));
  sums->moveBefore(at->getFunction()->getEntryBlock().begin());
  const auto sum = [&](llvm::IRBuilder<>& in, unsigned i) { return in.CreateConstGEP1_32(type, sums, i); };
  for (unsigned i = 0; i < size; ++i) {
    llvm::Value* first = widened(builder, product.c, before[i], type);
    builder.CreateStore(product.saturates ? llvm::Constant::getNullValue(type) : first, sum(builder, i));
  }
  const auto [body, k] =
      llvm::SplitBlockAndInsertSimpleForLoop(builder.getInt32(product.a.type.columns), at->getIterator());
  llvm::IRBuilder<> inside(body);
  std::map<std::pair<unsigned, unsigned>, llvm::Value*> of_rows;  // by strip or atom, and number in it
  std::map<std::pair<unsigned, unsigned>, llvm::Value*> of_columns;
  const auto factor = [&](const GroupTile& tile, llvm::Value* row, llvm::Value* column) {
    llvm::Value* value = inside.CreateLoad(tile.matrix().element, tile.address(inside, row, column));
    return widened(inside, tile.matrix(), value, type);
  };
  for (unsigned i = 0; i < size; ++i) {
    const unsigned in_atom = i % layout_.sums();
    llvm::Value*& x = of_rows[{i / in_strip(product.c), layout_.row_number(in_atom)}];
    if (x == nullptr) x = factor(a, row(inside, product.c, i), k);
    llvm::Value*& y = of_columns[{i % in_strip(product.c) / layout_.sums(), layout_.column_number(in_atom)}];
    if (y == nullptr) y = factor(b, k, column(inside, product.c, i));
    inside.CreateStore(multiply_add(inside, x, y, inside.CreateLoad(type, sum(inside, i))), sum(inside, i));
  }
  builder.SetInsertPoint(at);
  Values results;
  for (unsigned i = 0; i < size; ++i) {
    llvm::Value* whole = builder.CreateLoad(type, sum(builder, i));
    if (product.saturates) whole = builder.CreateAdd(whole, widened(builder, product.c, before[i], type));
    results.push_back(narrowed(builder, product, whole));
  }
  return results;
}

}  // namespace clc::worker
