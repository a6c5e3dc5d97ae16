// Reads sources that somebody named: files, and what comes through a pipe.
#pragma once

#include <cstdint>
#include <string>

#include "clc/base/bytes.h"
#include "clc/base/result.h"

namespace clc {

inline constexpr std::uint64_t k_largest_source = std::uint64_t{64} << 20U;  // bytes

// Both fail (k_io) where there is more than a source may have. `name` names the descriptor in errors.
Result<Bytes> read_source_bytes(int fd, const std::string& name);
// It waits for what comes through a pipe.
Result<Bytes> read_source_file(const std::string& path);

}  // namespace clc
