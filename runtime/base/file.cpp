#include "clc/base/file.h"

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "base/file_descriptor.h"
#include "base/file_io.h"
#include "base/platform/files.h"
#include "base/platform/paths.h"

namespace clc {

namespace {

Result<void> flush_with_name(const std::string& path, const std::string& folder) {
  if (Result<void> flushed = flush_file(path); !flushed) return flushed;
  return flush_folder(folder);
}

}  // namespace

Result<Bytes> read_file(const std::string& path) {
  FileDescriptor file(platform::open_named(path));
  if (!file.is_open()) return io_error("read", path, errno);
  return read_from(file.get(), path);
}

Result<void> write_file_atomically(const std::string& path, BytesView bytes, Unchanged unchanged, Flush flush) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  fs::path target = fs::canonical(platform::to_path(path), ignored);  // writes through a symbolic link
  if (ignored) target = platform::to_path(path);
  const fs::file_type type = fs::status(target, ignored).type();
  if (type == fs::file_type::character || type == fs::file_type::fifo) {
    // A device or a pipe is written to, never replaced.
    FileDescriptor file(platform::open_device(path));
    if (!file.is_open()) return io_error("write", path, errno);
    return write_to(file.get(), bytes, path);
  }
  const std::string folder = target.has_parent_path() ? platform::to_text(target.parent_path()) : ".";
  // The same bytes need no new file: some file systems flush a file that replaces another, which takes long.
  const bool may_be_same = type == fs::file_type::regular && fs::file_size(target, ignored) == bytes.size();
  if (may_be_same) {
    const Result<Bytes> old = read_ordinary_file(path, bytes.size());
    const bool is_same = old && *old == bytes;
    const bool is_kept = is_same && (unchanged == Unchanged::k_keep || platform::touch(platform::to_text(target)) == 0);
    if (is_kept) return flush == Flush::k_no ? Result<void>() : flush_with_name(platform::to_text(target), folder);
  }
  Result<void> written = replace_file(folder, platform::to_text(target.filename()), bytes, flush);
  if (written && flush == Flush::k_to_disk) written = flush_folder(folder);
  return written;
}

}  // namespace clc
