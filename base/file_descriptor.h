// File descriptors, read and written to the end: a signal or a full pipe stops neither half-way.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <limits>
#include <string>

#include "clc/base/bytes.h"

namespace clc {

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

// ::open with O_CLOEXEC, repeated when a signal interrupts it.
int open_file(const std::string& path, int flags, unsigned mode = 0);

// Appends to `bytes` until it holds `limit` bytes or the input ends. Memory grows with what arrives, except that
// `expected` bytes are taken at once: a size from an untrusted source belongs into `limit` only.
// Returns 0 or an errno; what arrived before an error is kept.
int read_all(int fd, Bytes& bytes, std::size_t limit = std::numeric_limits<std::size_t>::max(),
             std::size_t expected = 0);

// Writes all parts, one after the other. Returns 0 or an errno.
int write_all(int fd, std::initializer_list<BytesView> parts);
int write_all(int fd, BytesView bytes);

}  // namespace clc
