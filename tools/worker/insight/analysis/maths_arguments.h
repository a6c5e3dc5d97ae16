// Arguments of maths functions, as far as the code shows what they are.
#pragma once

#include <optional>

#include <llvm/IR/Value.h>

namespace clc::worker {

// The largest magnitude that the number, or an element of the vector, can have.
std::optional<double> largest_magnitude(const llvm::Value& value);

// True for a product with pi, with a whole multiple of it or with a whole part of it.
bool is_multiple_of_pi(const llvm::Value& value);

}  // namespace clc::worker
