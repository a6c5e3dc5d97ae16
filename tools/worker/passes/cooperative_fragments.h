// The part of a cooperative matrix that a work-item holds, and how targets load, store and multiply such parts.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "clc/package/matrix_products.h"
#include "clc/package/target.h"
#include "worker/ir/matrix_type.h"

namespace clc::worker {

struct Matrix {
  MatrixType type;
  llvm::Type* element;
};

// The memory that coop_mat_load and coop_mat_store access.
struct MatrixMemory {
  llvm::Value* pointer;
  llvm::Value* stride;
  bool is_column_major;
  // Where the element of a row and a column lies, in memory that has no stride; null for other memory.
  std::function<llvm::Value*(llvm::IRBuilder<>&, llvm::Value*, llvm::Value*)> address = {};
  // True where each 16 bytes of a line lie beside each other, and begin at a multiple of that.
  bool has_pieces = false;
};

struct MatrixProduct {
  Matrix a;
  Matrix b;
  Matrix c;
  bool saturates;
};

// A matrix, by where a work-item's part of it lies, or a number that all its elements are.
struct MatrixOperand {
  llvm::Value* slot = nullptr;
  llvm::Value* number = nullptr;
};

// Emits code before the instruction `at`.
class Fragments {
 public:
  virtual ~Fragments() = default;

  // A vector, or an array of which a loop takes the first length() elements.
  virtual llvm::Type* storage(const Matrix& matrix) const = 0;
  // Elements that a work-item holds, some of which may be copies of others.
  virtual llvm::Value* length(const Matrix& matrix, llvm::Instruction* at) = 0;
  virtual void load(const Matrix& matrix, llvm::Value* slot, const MatrixMemory& memory, llvm::Instruction* at) = 0;
  virtual void store(const Matrix& matrix, llvm::Value* slot, const MatrixMemory& memory, llvm::Instruction* at) = 0;
  virtual void multiply(const MatrixProduct& product, llvm::ArrayRef<llvm::Value*> operands, llvm::Value* result,
                        llvm::Instruction* at) = 0;

  using Map = llvm::function_ref<llvm::Value*(llvm::IRBuilder<>&, llvm::ArrayRef<llvm::Value*>)>;
  // Computes each element from those of the operands, which have parts of the same form.
  virtual void map(llvm::Value* result, const Matrix& matrix, llvm::ArrayRef<MatrixOperand> operands,
                   llvm::ArrayRef<llvm::Type*> elements, Map compute, llvm::Instruction* at);
};

// Element `index` of matrix memory: the place of (row, column).
llvm::Value* address_of(llvm::IRBuilder<>& builder, const MatrixMemory& memory, llvm::Type* element, llvm::Value* row,
                        llvm::Value* column);

MatrixElement product_element(const Matrix& matrix);

// The elements that a chip with these instructions multiplies for such a matrix: its own, or others that have all of
// their values, bfloat16 or half for fp8, and float for tf32.
MatrixElement unit_element(const std::vector<MatrixInstruction>& instructions, const Matrix& matrix);

// The elements of a matrix, of which `all` are some, as those of unit_element().
llvm::Value* unit_elements(llvm::IRBuilder<>& builder, const Matrix& matrix, llvm::Value* all, MatrixElement unit);

// An element as products multiply it: bfloat16, fp8 and half as float for a sum of float, integers as wide as the sum.
llvm::Value* widened(llvm::IRBuilder<>& builder, const Matrix& matrix, llvm::Value* element, llvm::Type* sum);

// The sum as the result has it: clamped where it saturates.
llvm::Value* narrowed(llvm::IRBuilder<>& builder, const MatrixProduct& product, llvm::Value* sum);

// The type that products of such matrices are added up in.
llvm::Type* sum_type(const MatrixProduct& product);

// factor * other + sum.
llvm::Value* multiply_add(llvm::IRBuilder<>& builder, llvm::Value* factor, llvm::Value* other, llvm::Value* sum);

// For any target: A and B are held by each work-item, and each computes its share of the sums.
std::unique_ptr<Fragments> make_shared_fragments(bool uses_sub_groups);

// For SPIR-V with SPV_KHR_cooperative_matrix, and modules without arithmetic of matrices, which LLVM 22 does not write.
std::unique_ptr<Fragments> make_spirv_fragments();

// For NVIDIA's chips from sm_70 on, with the instructions of one.
std::unique_ptr<Fragments> make_nvidia_fragments(std::vector<MatrixInstruction> instructions);

// For AMD's chips from gfx8 on, with the instructions of one.
std::unique_ptr<Fragments> make_amd_fragments(std::vector<MatrixInstruction> instructions, const Target& target);

}  // namespace clc::worker
