// The file system as the layers of this project need it.
#pragma once

#include <cstdint>
#include <string>

#include "clc/package/bytes.h"
#include "clc/package/result.h"

namespace clc {

// Every temporary file's name begins so, which tells leftovers from foreign files.
inline constexpr const char* k_temporary_prefix = ".clc-tmp-";

// "cannot VERB PATH: reason"; `error_number` is an errno.
Failure io_error(const std::string& verb, const std::string& path, int error_number);

// `path` names the descriptor in errors.
Result<Bytes> read_from(int fd, const std::string& path);
Result<void> write_to(int fd, BytesView bytes, const std::string& path);

// Like read_file, but only a regular file of exactly `size` bytes is read.
Result<Bytes> read_regular_file(const std::string& path, std::uint64_t size);
// The same for a regular file of at most `limit` bytes.
Result<Bytes> read_regular_file_up_to(const std::string& path, std::uint64_t limit);

// Writes `bytes` to `folder`/`name` by a temporary file in that folder and a rename.
Result<void> replace_file(const std::string& folder, const std::string& name, BytesView bytes);

}  // namespace clc
