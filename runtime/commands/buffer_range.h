// Checks what a transfer asks of a buffer.
#pragma once

#include <cstddef>

#include "clc/base/result.h"
#include "clc/runtime/queue.h"

namespace clc {

// Checks that `bytes` bytes at `offset` are in the buffer. Otherwise the error is k_usage, and begins with `what`.
Result<void> check_range(const Buffer& buffer, std::size_t bytes, std::size_t offset, const char* what);

}  // namespace clc
