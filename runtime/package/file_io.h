// The file system as the package layer needs it. Private.
#pragma once

#include <string>

#include "clc/package/bytes.h"
#include "clc/package/result.h"

namespace clc {

// Begins the name of every temporary file, so that leftovers can be told from foreign files.
inline constexpr const char* k_temporary_prefix = ".clc-tmp-";

// "cannot VERB PATH: reason", from errno.
Failure io_error(const std::string& verb, const std::string& path, int error_number);

// Closes a file descriptor at the end of its life.
class FileDescriptor {
 public:
  explicit FileDescriptor(int fd) : fd_(fd) {}
  ~FileDescriptor();
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;

  int get() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }

 private:
  int fd_;
};

Result<Bytes> read_all_from(int fd, const std::string& path);
Result<void> write_all_to(int fd, BytesView bytes, const std::string& path);

// Like read_file, but only a regular file of exactly `size` bytes is read.
Result<Bytes> read_regular_file(const std::string& path, std::uint64_t size);
// … of at most `limit` bytes.
Result<Bytes> read_regular_file_up_to(const std::string& path, std::uint64_t limit);

// Writes `bytes` to `folder`/`name` by a temporary file in that folder and a rename.
Result<void> replace_file(const std::string& folder, const std::string& name, BytesView bytes);

}  // namespace clc
