#include "clc/base/file.h"

#include <cerrno>

#include "base/file_descriptor.h"
#include "base/file_io.h"
#include "base/platform/files.h"
#include "base/staged_file.h"

namespace clc {

Result<Bytes> read_file(const std::string& path) {
  FileDescriptor file(platform::open_named(path));
  if (!file.is_open()) return io_error("read", path, errno);
  return read_from(file.get(), path);
}

Result<void> write_file_atomically(const std::string& path, BytesView bytes, Unchanged unchanged, Flush flush) {
  Result<StagedFile> file = StagedFile::stage(path, bytes, unchanged, flush);
  return file ? file->publish() : fail(file);
}

}  // namespace clc
