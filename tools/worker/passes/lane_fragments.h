// Cooperative matrices of chips on which it is known which work-item holds which element. A matrix is made of atoms,
// each held by the whole sub-group. Some work-items share a row of an atom of A, or a column of one of B, along the
// dimension that products add up, where each holds a few elements in a row. Others may hold copies of an atom.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "worker/passes/cooperative_fragments.h"

namespace clc::worker {

// The operands of a product as vectors.
struct MatrixParts {
  const MatrixProduct& product;
  llvm::Value* a;
  llvm::Value* b;
  llvm::Value* c;
};

class LaneFragments : public Fragments {
 public:
  llvm::Type* storage(const Matrix& matrix) const final;
  llvm::Value* length(const Matrix& matrix, llvm::Instruction* at) final;
  void load(const Matrix& matrix, llvm::Value* slot, const MatrixMemory& memory, llvm::Instruction* at) override;
  void store(const Matrix& matrix, llvm::Value* slot, const MatrixMemory& memory, llvm::Instruction* at) final;
  void multiply(const MatrixProduct& product, llvm::ArrayRef<llvm::Value*> operands, llvm::Value* result,
                llvm::Instruction* at) final;

 protected:
  // lane / divisor % count * factor + offset.
  struct Line {
    unsigned divisor, count, factor, offset;
    friend auto operator<=>(const Line&, const Line&) = default;
  };
  // Where an element is: in its atom, and where that begins.
  struct Place {
    Line row, column;
    unsigned first_row, first_column;
  };
  struct Geometry {
    unsigned edge;      // rows of an atom of A, columns of one of B, both of one of an accumulator
    unsigned wide;      // from a work-item to the one with the next row of A
    unsigned deep;      // from a work-item to the one with the next elements of the same row
    unsigned in_a_row;  // work-items that share a row of A
    unsigned sums;      // of an atom of an accumulator that a work-item holds
  };

  explicit LaneFragments(const Geometry& geometry) : geometry_(geometry) {}

  // Elements of A or B in a row that a work-item holds of an atom.
  virtual unsigned packed(const Matrix& matrix) const = 0;
  // Row and column of the i-th element of an atom of an accumulator.
  virtual std::pair<Line, Line> sum_at(const Matrix& matrix, unsigned i) const = 0;
  // A work-item's number in the sub-group.
  virtual llvm::Value* lane(llvm::IRBuilder<>& builder) const = 0;
  // A 32-bit word of another work-item.
  virtual llvm::Value* word_of(llvm::IRBuilder<>& builder, llvm::Value* word, llvm::Value* lane) const = 0;
  // Waits until all work-items have read what a store overwrites.
  virtual void wait(llvm::IRBuilder<>& builder) const = 0;
  // The sums; null where the chip has no instruction for them.
  virtual llvm::Value* multiply_by_unit(llvm::IRBuilder<>& builder, const MatrixParts& parts) const = 0;

  // Atoms along the dimension that products add up, those along the other one, and all elements of a work-item.
  unsigned depth_of(const Matrix& matrix) const;
  unsigned width_of(const Matrix& matrix) const;
  unsigned count(const Matrix& matrix) const;
  // Rows and columns of an accumulator in atoms.
  unsigned rows_of(const Matrix& matrix) const { return atoms(matrix.type.rows, geometry_.edge); }
  unsigned columns_of(const Matrix& matrix) const { return atoms(matrix.type.columns, geometry_.edge); }

  // `count` elements from `begin` on as one value of `type`.
  static llvm::Value* piece(llvm::IRBuilder<>& builder, llvm::Value* all, unsigned begin, unsigned count,
                            llvm::Type* type);
  // With A and B as unit_elements().
  static MatrixParts as_unit_elements(llvm::IRBuilder<>& builder, const MatrixParts& parts, MatrixElement unit);
  // The exact products and what they are added to, clamped.
  llvm::Value* saturated(llvm::IRBuilder<>& builder, const MatrixParts& parts, llvm::Value* products) const;

 private:
  // A work-item's words of A and B, and its sums, each a value of its own.
  struct Held {
    std::vector<llvm::Value*> a, b, sums;
  };

  static unsigned atoms(unsigned size, unsigned edge) { return size < edge ? 1 : size / edge; }
  static llvm::Value* value_of(llvm::IRBuilder<>& builder, const Line& line, llvm::Value* lane, unsigned first);
  static llvm::Value* other(llvm::IRBuilder<>& builder, const LaneFragments& fragments, llvm::Value* value,
                            llvm::Value* lane);

  Place place(const Matrix& matrix, unsigned i) const;
  unsigned loaded_at_once(const Matrix& matrix, const MatrixMemory& memory) const;
  llvm::Value* inside(llvm::IRBuilder<>& builder, const Matrix& matrix, llvm::Value* row, llvm::Value* column) const;
  llvm::Value* multiply_by_shuffles(llvm::IRBuilder<>& builder, const MatrixParts& parts) const;

  // Work-items that hold a row of A, of those that could.
  unsigned holders_of(const Matrix& a) const;
  // Elements of a row of A that a work-item holds.
  unsigned steps_of(const Matrix& a) const;
  unsigned elements_of_word(const Matrix& a) const;
  std::vector<llvm::Value*> words_of(llvm::IRBuilder<>& builder, const Matrix& matrix, llvm::Value* all,
                                     unsigned elements) const;
  std::vector<llvm::Value*> factors_of(llvm::IRBuilder<>& builder, const Matrix& matrix, llvm::Value* word,
                                       llvm::Value* lane, unsigned elements, llvm::Type* sum) const;
  using Owners = std::map<Line, std::vector<llvm::Value*>>;
  Owners owners_of(llvm::IRBuilder<>& builder, const MatrixProduct& product) const;
  void add_products(llvm::IRBuilder<>& builder, const MatrixProduct& product, const Owners& owners, unsigned words,
                    Held& held) const;
  void add_in_loop(llvm::IRBuilder<>& builder, const MatrixProduct& product, const Owners& owners, unsigned words,
                   unsigned iterations, Held& held) const;

  Geometry geometry_;
};

}  // namespace clc::worker
