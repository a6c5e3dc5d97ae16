// Cooperative matrices in the form that NVIDIA's mma.sync takes. Atoms of A are 8 rows by 4 words, which 32 work-items
// hold, 4 in a row, and those of B are the transpose; of an atom of 8 by 8 sums each holds two in a row. An instruction
// takes one atom of A or two below one another, and one or two in a row; zeros fill what a matrix lacks. From local
// memory whole atoms are loaded by ldmatrix, where each line of 16 bytes is aligned.
#include <algorithm>
#include <array>
#include <bit>
#include <string>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "worker/ir/address_spaces.h"
#include "worker/passes/lane_fragments.h"

namespace clc::worker {
namespace {

class NvidiaFragments final : public LaneFragments {
 public:
  explicit NvidiaFragments(std::vector<MatrixInstruction> instructions)
      : LaneFragments({.edge = k_edge, .wide = 4, .deep = 1, .in_a_row = k_in_a_row, .sums = k_sums}),
        instructions_(std::move(instructions)) {}

  void load(const Matrix& matrix, llvm::Value* slot, const MatrixMemory& memory, llvm::Instruction* at) override {
    if (!suits_ldmatrix(matrix, memory)) return LaneFragments::load(matrix, slot, memory, at);
    align_local_array(memory.pointer);
    llvm::IRBuilder<> builder(at);
    llvm::Instruction* lines = nullptr;
    llvm::Instruction* elements = nullptr;
    llvm::SplitBlockAndInsertIfThenElse(are_lines_aligned(builder, matrix, memory), at->getIterator(), &lines,
                                        &elements);
    load_lines(matrix, slot, memory, lines);
    LaneFragments::load(matrix, slot, memory, elements);
  }

 private:
  static constexpr unsigned k_line = 16;  // bytes of an atom's line

  // True where the elements that products add up lie beside each other.
  static bool lie_along(const Matrix& matrix, const MatrixMemory& memory) {
    return memory.is_column_major == (matrix.type.use == MatrixUse::k_b);
  }

  static unsigned bytes_of(const Matrix& matrix) { return matrix.element->getScalarSizeInBits() / 8; }

  // True for whole atoms in local memory whose lines are those of ldmatrix, or of its transposed form, which is for 16
  // bits alone.
  bool suits_ldmatrix(const Matrix& matrix, const MatrixMemory& memory) const {
    if (instructions_.empty() || matrix.type.use == MatrixUse::k_accumulator ||
        memory.pointer->getType()->getPointerAddressSpace() != k_local_space)
      return false;
    const bool is_a = matrix.type.use == MatrixUse::k_a;
    const unsigned deep = k_in_a_row * packed(matrix);
    const bool is_whole = (is_a ? matrix.type.rows : matrix.type.columns) >= k_edge &&
                          (is_a ? matrix.type.columns : matrix.type.rows) >= deep;
    if (!is_whole || deep * bytes_of(matrix) != k_line) return false;
    const auto* stride = llvm::dyn_cast<llvm::ConstantInt>(memory.stride);
    if (stride != nullptr && stride->getZExtValue() * bytes_of(matrix) % k_line != 0) return false;
    return lie_along(matrix, memory) || bytes_of(matrix) == 2;
  }

  // Lets arrays that nobody else sees begin at a line, so that the alignment is known.
  static void align_local_array(llvm::Value* pointer) {
    auto* array = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(pointer));
    if (array != nullptr && array->hasLocalLinkage() && array->getAlign().valueOrOne() < k_line)
      array->setAlignment(llvm::Align(k_line));
  }

  static llvm::Value* are_lines_aligned(llvm::IRBuilder<>& builder, const Matrix& matrix, const MatrixMemory& memory) {
    llvm::Type* type = memory.stride->getType();
    llvm::Value* step = builder.CreateMul(memory.stride, llvm::ConstantInt::get(type, bytes_of(matrix)));
    llvm::Value* both = builder.CreateOr(builder.CreatePtrToInt(memory.pointer, type), step);
    return builder.CreateIsNull(builder.CreateAnd(both, llvm::ConstantInt::get(type, k_line - 1)));
  }

  // True where A is loaded in squares of four atoms.
  bool is_loaded_in_squares(const Matrix& matrix) const {
    return matrix.type.use == MatrixUse::k_a && width_of(matrix) % 2 == 0 && depth_of(matrix) % 2 == 0;
  }

  // Row (of B: column) and depth, in atoms, of the i-th that is loaded. Squares are in the order in which a product
  // takes them, column after column: in another one ptxas copies registers before each product.
  std::pair<unsigned, unsigned> loaded_atom(const Matrix& matrix, unsigned i) const {
    const unsigned depth = depth_of(matrix);
    if (!is_loaded_in_squares(matrix)) return {i / depth, i % depth};
    const unsigned square = i / 4;
    return {square / (depth / 2) * 2 + i % 2, square % (depth / 2) * 2 + i / 2 % 2};
  }

  // Up to four atoms at once: eight lanes have the addresses of the lines of each.
  void load_lines(const Matrix& matrix, llvm::Value* slot, const MatrixMemory& memory, llvm::Instruction* at) const {
    llvm::IRBuilder<> builder(at);
    const unsigned all = width_of(matrix) * depth_of(matrix);
    llvm::Value* words = llvm::PoisonValue::get(llvm::FixedVectorType::get(builder.getInt32Ty(), all));
    for (unsigned first = 0, count = 0; first < all; first += count) {
      count = std::min(4U, std::bit_floor(all - first));
      const std::string name = "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x" + std::to_string(count) +
                               (lie_along(matrix, memory) ? "" : ".trans") + ".b16";
      llvm::Value* line = line_of_lane(builder, matrix, memory, first, count);
      llvm::Value* loaded =
          builder.CreateIntrinsic(llvm::Intrinsic::lookupIntrinsicID(name), {line->getType()}, {line});
      for (unsigned i = 0; i < count; ++i) {
        const auto [across, along] = loaded_atom(matrix, first + i);
        words = builder.CreateInsertElement(words, count == 1 ? loaded : builder.CreateExtractValue(loaded, i),
                                            across * depth_of(matrix) + along);
      }
    }
    builder.CreateStore(builder.CreateBitCast(words, storage(matrix)), slot);
  }

  // The address that a lane gives for `count` atoms.
  llvm::Value* line_of_lane(llvm::IRBuilder<>& builder, const Matrix& matrix, const MatrixMemory& memory,
                            unsigned first, unsigned count) const {
    llvm::Value* item = lane(builder);
    llvm::Value* line = builder.CreateAnd(item, k_edge - 1);
    llvm::Value* atom = builder.CreateURem(builder.CreateUDiv(item, builder.getInt32(k_edge)), builder.getInt32(count));
    llvm::Value* across = nullptr;
    llvm::Value* along = nullptr;
    if (is_loaded_in_squares(matrix)) {
      const auto [first_across, first_along] = loaded_atom(matrix, first);
      across = builder.CreateAdd(builder.CreateAnd(atom, 1), builder.getInt32(first_across));
      along = builder.CreateAdd(builder.CreateLShr(atom, 1), builder.getInt32(first_along));
    } else {
      llvm::Value* depth = builder.getInt32(depth_of(matrix));
      atom = builder.CreateAdd(atom, builder.getInt32(first));
      across = builder.CreateUDiv(atom, depth);
      along = builder.CreateURem(atom, depth);
    }
    across = builder.CreateMul(across, builder.getInt32(k_edge));
    along = builder.CreateMul(along, builder.getInt32(k_in_a_row * packed(matrix)));
    llvm::Value*& counted = lie_along(matrix, memory) ? across : along;
    counted = builder.CreateAdd(counted, line);
    const bool is_a = matrix.type.use == MatrixUse::k_a;
    return address_of(builder, memory, matrix.element, is_a ? across : along, is_a ? along : across);
  }

  static constexpr unsigned k_edge = 8;
  static constexpr unsigned k_in_a_row = 4;
  static constexpr unsigned k_sums = 2;
  static constexpr unsigned k_all = 0xffffffff;

  unsigned packed(const Matrix& matrix) const override {
    constexpr unsigned k_word_bits = 32;
    constexpr unsigned k_half_bits = 16;
    const bool is_same = unit_element(instructions_, matrix) == product_element(matrix);
    const unsigned bits = matrix.element->getScalarSizeInBits();
    return std::max(1U, k_word_bits / (is_same || !float8_of(matrix.type.component) ? bits : k_half_bits));
  }

  std::pair<Line, Line> sum_at(const Matrix& /*matrix*/, unsigned i) const override {
    return {{4, 8, 1, 0}, {1, 4, k_sums, i}};
  }

  llvm::Value* lane(llvm::IRBuilder<>& builder) const override {
    return builder.CreateIntrinsic(builder.getInt32Ty(), llvm::Intrinsic::nvvm_read_ptx_sreg_laneid, {});
  }

  void wait(llvm::IRBuilder<>& builder) const override {
    builder.CreateIntrinsic(llvm::Intrinsic::nvvm_bar_warp_sync, {builder.getInt32(k_all)});
  }

  llvm::Value* word_of(llvm::IRBuilder<>& builder, llvm::Value* word, llvm::Value* lane) const override {
    constexpr unsigned k_last_lane = 31;
    return builder.CreateIntrinsic(llvm::Intrinsic::nvvm_shfl_sync_idx_i32,
                                   {builder.getInt32(k_all), word, lane, builder.getInt32(k_last_lane)});
  }

  // The deepest that fits, of those with the most rows; null where there is none.
  const MatrixInstruction* find_instruction(const MatrixProduct& product) const {
    const MatrixInstruction* found = nullptr;
    for (const MatrixInstruction& one : instructions_) {
      if (one.element != unit_element(instructions_, product.a) || one.sum != product_element(product.c)) continue;
      if (found == nullptr || one.rows > found->rows || one.depth <= product.a.type.columns) found = &one;
    }
    return found;
  }

  static std::string intrinsic_of(const MatrixInstruction& instruction, const MatrixProduct& product) {
    std::string name = instruction.intrinsic;
    if (instruction.element == MatrixElement::k_float8) {
      const auto format = [](const Matrix& matrix) {
        return matrix.type.component == Component::k_e4m3 ? "e4m3." : "e5m2.";
      };
      return name + format(product.a) + format(product.b) + "f32";
    }
    if (instruction.element != MatrixElement::k_int8) return name;
    const auto sign = [](const Matrix& matrix) { return matrix.type.component == Component::k_signed ? "s8" : "u8"; };
    name += sign(product.a);
    if (product.a.type.component != product.b.type.component) name += std::string(".") + sign(product.b);
    return name;
  }

  llvm::Value* multiply_by_unit(llvm::IRBuilder<>& builder, const MatrixParts& held) const override {
    const MatrixProduct& product = held.product;
    const MatrixInstruction* instruction = find_instruction(product);
    if (instruction == nullptr) return nullptr;
    const MatrixParts parts = as_unit_elements(builder, held, instruction->element);
    llvm::Value* sums = product.saturates ? llvm::Constant::getNullValue(parts.c->getType()) : parts.c;
    for (unsigned row = 0; row < rows_of(product.c); row += instruction->rows / k_edge) {
      for (unsigned column = 0; column < columns_of(product.c); ++column) {
        for (unsigned k = 0; k < depth_of(product.a); k += atoms_along(*instruction, product))
          sums = multiply_atoms(builder, parts, *instruction, {row, column, k}, sums);
      }
    }
    return product.saturates ? saturated(builder, parts, sums) : sums;
  }

  // Atoms of A in a row that one instruction takes.
  unsigned atoms_along(const MatrixInstruction& instruction, const MatrixProduct& product) const {
    return instruction.depth / (k_in_a_row * packed(product.a));
  }

  // One instruction, at these atoms: row, column, and along the dimension that is added up.
  llvm::Value* multiply_atoms(llvm::IRBuilder<>& builder, const MatrixParts& parts,
                              const MatrixInstruction& instruction, const std::array<unsigned, 3>& at,
                              llvm::Value* sums) const {
    const MatrixProduct& product = parts.product;
    const auto [row, column, k] = at;
    const unsigned rows = rows_of(product.c);
    const unsigned depth = depth_of(product.a);
    const unsigned elements = packed(product.a);
    const unsigned down = instruction.rows / k_edge;
    const unsigned along = atoms_along(instruction, product);
    const auto sum_index = [&](unsigned j) { return k_sums * ((row + j) * columns_of(product.c) + column); };
    const llvm::Intrinsic::ID id = llvm::Intrinsic::lookupIntrinsicID(intrinsic_of(instruction, product));
    llvm::Function* function = llvm::Intrinsic::getOrInsertDeclaration(builder.GetInsertBlock()->getModule(), id);
    std::vector<llvm::Value*> arguments;
    const auto push = [&](llvm::Value* all, bool is_there, unsigned begin, unsigned count) {
      llvm::Type* type = function->getFunctionType()->getParamType(static_cast<unsigned>(arguments.size()));
      arguments.push_back(is_there ? piece(builder, all, begin, count, type) : llvm::Constant::getNullValue(type));
    };
    for (unsigned i = 0; i < along; ++i) {
      for (unsigned j = 0; j < down; ++j)
        push(parts.a, k + i < depth && row + j < rows, ((row + j) * depth + k + i) * elements, elements);
    }
    for (unsigned i = 0; i < along; ++i) push(parts.b, k + i < depth, (column * depth + k + i) * elements, elements);
    const unsigned size = product.c.element->isHalfTy() ? k_sums : 1;  // of what one argument holds
    for (unsigned j = 0; j < down; ++j) {
      for (unsigned i = 0; i < k_sums; i += size) push(sums, row + j < rows, sum_index(j) + i, size);
    }
    llvm::Value* result = builder.CreateCall(function, arguments);
    for (unsigned i = 0; i < k_sums * std::min(down, rows - row); ++i) {
      llvm::Value* part = builder.CreateExtractValue(result, i / size);
      if (size > 1) part = builder.CreateExtractElement(part, i % size);
      sums = builder.CreateInsertElement(sums, part, sum_index(i / k_sums) + i % k_sums);
    }
    return sums;
  }

  std::vector<MatrixInstruction> instructions_;
};

}  // namespace

std::unique_ptr<Fragments> make_nvidia_fragments(std::vector<MatrixInstruction> instructions) {
  return std::make_unique<NvidiaFragments>(std::move(instructions));
}

}  // namespace clc::worker
