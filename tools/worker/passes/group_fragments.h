// Matrices whose scope is the work-group: tiles of A and B in local memory, and accumulators, of which a work-item
// holds the same elements on all targets. Those whose scope is the sub-group are left to the fragments of the target.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "worker/passes/cooperative_fragments.h"
#include "worker/passes/group_layout.h"
#include "worker/passes/group_tiles.h"

namespace clc::worker {

// True for a function whose variables are such matrices.
bool has_group_matrices(const llvm::Function& function);

class GroupFragments final : public Fragments {
 public:
  GroupFragments(std::unique_ptr<Fragments> of_sub_groups, const Target& target);

  llvm::Type* storage(const Matrix& matrix) const override;
  llvm::Value* length(const Matrix& matrix, llvm::Instruction* at) override;
  void load(const Matrix& matrix, llvm::Value* slot, const MatrixMemory& memory, llvm::Instruction* at) override;
  void store(const Matrix& matrix, llvm::Value* slot, const MatrixMemory& memory, llvm::Instruction* at) override;
  void multiply(const MatrixProduct& product, llvm::ArrayRef<llvm::Value*> operands, llvm::Value* result,
                llvm::Instruction* at) override;
  void map(llvm::Value* result, const Matrix& matrix, llvm::ArrayRef<MatrixOperand> operands,
           llvm::ArrayRef<llvm::Type*> elements, Map compute, llvm::Instruction* at) override;

  // The work-items of the function that is lowered next.
  void begin(llvm::Function& function);
  // Names a tile at a pointer to local memory.
  void name_tile(const Matrix& matrix, llvm::Value* slot, llvm::Value* pointer, bool is_column_major,
                 llvm::Instruction* at);
  void fetch(const Matrix& matrix, llvm::Value* slot, llvm::Value* pointer, llvm::Value* stride, llvm::Instruction* at);
  // Waits for all fetches but the last of them, and for all products but the last of those.
  void wait(llvm::Value* fetches, llvm::Value* products, llvm::Instruction* at);

 private:
  using Values = std::vector<llvm::Value*>;
  using WithTile = llvm::function_ref<void(const GroupTile&, llvm::Instruction*)>;

  bool lies_in_columns(const Matrix& matrix, bool is_column_major) const;
  // Emits code for a tile that a slot names: for both layouts where the layout matters.
  void with_tile(const Matrix& matrix, llvm::Value* slot, llvm::Instruction* at, WithTile emit) const;
  void multiply_tiles(const MatrixProduct& product, const GroupTile& a, const GroupTile& b,
                      llvm::ArrayRef<llvm::Value*> operands, llvm::Value* result, llvm::Instruction* at);
  // True where sub-groups have an instruction for it.
  bool has_instruction(const MatrixProduct& product) const;
  Values multiply_plainly(const MatrixProduct& product, const GroupTile& a, const GroupTile& b, const Values& before,
                          llvm::Instruction* at);

  // By pieces of 16 bytes.
  void store_pieces(const Matrix& matrix, const Values& values, const MatrixMemory& memory,
                    llvm::Instruction* at) const;

  unsigned count(const Matrix& matrix) const;
  // Elements of 16 rows of an accumulator that a work-item holds.
  unsigned in_strip(const Matrix& matrix) const;
  // Row and column of element i of an accumulator.
  llvm::Value* row(llvm::IRBuilder<>& builder, const Matrix& matrix, unsigned i) const;
  llvm::Value* column(llvm::IRBuilder<>& builder, const Matrix& matrix, unsigned i) const;
  Values read(llvm::IRBuilder<>& builder, llvm::Type* element, llvm::Value* slot, unsigned count) const;
  void write(llvm::IRBuilder<>& builder, const Values& values, llvm::Value* slot) const;

  std::unique_ptr<Fragments> of_sub_groups_;
  bool has_units_;
  const Target& target_;
  std::vector<MatrixInstruction> instructions_;  // of sub-groups
  GroupLayout layout_;                           // of accumulators of the function that is lowered
  CopyUnit copy_unit_;
  bool has_exchanges_;  // between the work-items of a warp
  bool has_vectors_;    // of any length
  GroupItem item_{};
};

}  // namespace clc::worker
