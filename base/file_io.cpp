#include "base/file_io.h"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <system_error>

#include "base/file_descriptor.h"
#include "base/platform/files.h"
#include "base/staged_file.h"
#include "base/without_exceptions.h"
#include "clc/base/file.h"

namespace clc {
namespace {

// Memory that is taken because a file says how long it is; for more than that, the bytes have to be there.
constexpr std::size_t k_most_at_once = std::size_t{64} << 20U;

}  // namespace

Failure io_error(const std::string& verb, const std::string& path, int error_number) {
  return fail(ErrorKind::k_io, "cannot " + verb + " " + path + ": " + std::generic_category().message(error_number));
}

Result<Bytes> read_from(int fd, const std::string& path) {
  platform::FileStatus status;
  const bool is_file = platform::status_of(fd, status) == 0 && status.kind == platform::FileKind::k_regular;
  // One byte more than the size, so that the end of an ordinary file is seen without growing.
  const std::size_t expected = is_file ? static_cast<std::size_t>(status.size) + 1 : 0;
  return without_exceptions(path, [&]() -> Result<Bytes> {
    Bytes bytes;
    const int error = read_all(fd, bytes, std::numeric_limits<std::size_t>::max(), std::min(expected, k_most_at_once));
    if (error != 0) return io_error("read", path, error);
    return bytes;
  });
}

Result<void> write_to(int fd, BytesView bytes, const std::string& path) {
  if (const int error = write_all(fd, bytes); error != 0) return io_error("write", path, error);
  return {};
}

RegularFile::RegularFile(const std::string& path, Links links)
    : path_(path), file_(platform::open_to_read(path, links)) {
  const int error = file_.is_open() ? platform::status_of(file_.get(), status_) : errno;
  if (!file_.is_open() && error == ELOOP && links == Links::k_refuse) {
    opened_ = fail(ErrorKind::k_io, path + " is a symbolic link, which is not followed here");
  } else if (error != 0) {
    opened_ = io_error("read", path, error);
  } else if (status_.kind != platform::FileKind::k_regular) {
    opened_ = fail(ErrorKind::k_damaged, path + " is not an ordinary file");
  }
}

Result<Bytes> RegularFile::read(std::uint64_t limit) const {
  if (!opened_) return fail(opened_);
  if (size() > limit) {
    return fail(ErrorKind::k_io, path_ + " has " + std::to_string(size()) + " bytes, and at most " +
                                     std::to_string(limit) + " are read");
  }
  Bytes bytes;
  // One byte more than the size, so that the end is seen without growing.
  const std::size_t expected = static_cast<std::size_t>(size()) + 1;
  const int error = read_all(file_.get(), bytes, expected, std::min(expected, k_most_at_once));
  if (error != 0) return io_error("read", path_, error);
  if (bytes.size() == expected) return fail(ErrorKind::k_io, path_ + " grows while it is read");
  return bytes;
}

Result<Bytes> read_ordinary_file(const std::string& path, std::uint64_t limit) {
  return without_exceptions(path, [&] { return RegularFile(path, Links::k_follow).read(limit); });
}

Result<void> replace_file(const std::string& folder, const std::string& name, BytesView bytes, Flush flush) {
  Result<StagedFile> file = StagedFile::stage_in(folder, name, bytes, flush);
  return file ? file->publish() : fail(file);
}

Result<void> flush_file(const std::string& path) {
  if (const int error = platform::flush_file(path); error != 0) return io_error("flush", path, error);
  return {};
}

Result<void> flush_folder(const std::string& folder) {
  if (const int error = platform::flush_folder(folder); error != 0) return io_error("flush folder", folder, error);
  return {};
}

}  // namespace clc
