// Counts of floating-point operations in a basic block.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Type.h>

#include "clc/package/matrix_products.h"

namespace clc::worker {

struct Operations {
  std::uint64_t halfs = 0, floats = 0, doubles = 0;
  // Matrix units do these, named by the elements that they multiply: bfloat16 counts as half, tf32 as float.
  std::uint64_t matrix_halfs = 0, matrix_floats = 0, matrix_doubles = 0, matrix_float8s = 0;
  std::string not_counted;  // a call whose number of operations is not known

  // All counts.
  static constexpr auto members() {
    return std::array{&Operations::halfs,         &Operations::floats,        &Operations::doubles,
                      &Operations::matrix_halfs,  &Operations::matrix_floats, &Operations::matrix_doubles,
                      &Operations::matrix_float8s};
  }
  bool is_empty() const {
    for (const auto member : members()) {
      if (this->*member != 0) return false;
    }
    return not_counted.empty();
  }
};

// The elements of a vector; 1 for other types.
std::uint64_t elements_of(const llvm::Type& type);

// Products that inline assembly of wgmma computes for four waves.
struct GroupProducts {
  MatrixElement element;
  std::uint64_t count = 0;       // of instructions
  std::uint64_t operations = 0;  // of all
  std::uint64_t bytes = 0;       // of A and B in local memory that all read
};
std::optional<GroupProducts> group_products_of(const llvm::CallBase& call);

// True for products that run beside what follows: nothing waits for their sums at once. Looks through the function.
bool runs_on(const llvm::CallBase& products);

// The number of copies, or of products, that code lets run on when it waits for the others: cp.async and wgmma.
std::optional<std::uint64_t> left_by_wait(const llvm::CallBase& call);

// The matrices of 8 by 8 elements of 16 bits that an intrinsic loads: NVIDIA's ldmatrix; 0 for others.
unsigned ldmatrix_count(llvm::StringRef intrinsic);

// Inline assembly without text, by which passes keep values where they are.
bool is_empty_assembly(const llvm::CallBase& call);

// Counts the operations of one work-item in one execution of the block, without those of functions that the block
// calls. docs/accesses.md defines an operation.
Operations operations_of(const llvm::BasicBlock& block);

}  // namespace clc::worker
