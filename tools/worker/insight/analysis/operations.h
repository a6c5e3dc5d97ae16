// Floating-point operations of a block of code.
#pragma once

#include <cstdint>
#include <string>

#include <llvm/IR/BasicBlock.h>

namespace clc::worker {

struct Operations {
  std::uint64_t halfs = 0, floats = 0, doubles = 0;
  std::string not_counted;  // a call that computes numbers, and of which it is not known how many operations it takes

  bool is_empty() const { return halfs == 0 && floats == 0 && doubles == 0 && not_counted.empty(); }
};

// Counts the operations of one work-item that goes through the block once; functions that it calls are not included.
// docs/reports.md says what is an operation.
Operations operations_of(const llvm::BasicBlock& block);

}  // namespace clc::worker
