// The file system as the layers of this project need it.
#pragma once

#include <cstdint>
#include <string>

#include "base/file_descriptor.h"
#include "base/platform/files.h"
#include "clc/base/bytes.h"
#include "clc/base/file.h"
#include "clc/base/result.h"

namespace clc {

// Every temporary file's name begins so, which tells leftovers from foreign files.
inline constexpr const char* k_temporary_prefix = ".clc-tmp-";

// "cannot VERB PATH: reason"; `error_number` is an errno.
Failure io_error(const std::string& verb, const std::string& path, int error_number);

// `path` names the descriptor in errors.
Result<Bytes> read_from(int fd, const std::string& path);
Result<void> write_to(int fd, BytesView bytes, const std::string& path);

// A regular file that is open for reading, or the error why there is none. Opening never waits: not for the writer of a
// pipe, nor for a device.
class RegularFile {
 public:
  RegularFile(const std::string& path, Links links);

  const platform::FileStatus& status() const { return status_; }
  std::uint64_t size() const { return status_.size; }
  int descriptor() const { return file_.get(); }
  // An error when the file cannot be read: k_io, and k_damaged for what is no regular file.
  const Result<void>& opened() const { return opened_; }
  // All of it, if it has no more than `limit` bytes. Memory grows with what arrives.
  Result<Bytes> read(std::uint64_t limit) const;

 private:
  std::string path_;
  FileDescriptor file_;
  platform::FileStatus status_;
  Result<void> opened_;
};

// Writes `bytes` to `folder`/`name` by a temporary file in that folder and a rename. With k_to_disk the contents are on
// the disk before the rename; the new name is there only after flush_folder.
Result<void> replace_file(const std::string& folder, const std::string& name, BytesView bytes,
                          Flush flush = Flush::k_no);

// Flushes a file: what was written to it before, by whomever, is on the disk afterwards.
Result<void> flush_file(const std::string& path);
// Flushes a folder: the names in it are on the disk afterwards. File systems that cannot flush a folder (EINVAL) are no
// error.
Result<void> flush_folder(const std::string& folder);

}  // namespace clc
