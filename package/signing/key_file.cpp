#include "clc/internal/key_file.h"

#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <string>
#include <system_error>

#include "base/file_descriptor.h"
#include "base/file_io.h"
#include "base/platform/files.h"
#include "base/platform/paths.h"
#include "base/without_exceptions.h"
#include "clc/base/file.h"

namespace clc {
namespace {

constexpr std::size_t k_largest = std::size_t{1} << 16U;

Result<Bytes> read_stream(int file, const std::string& name) {
  return without_exceptions(name, [&]() -> Result<Bytes> {
    Bytes bytes;
    if (const int error = read_all(file, bytes, k_largest + 1); error != 0) return io_error("read", name, error);
    if (bytes.size() > k_largest)
      return fail(ErrorKind::k_io, name + " has more than " + std::to_string(k_largest) + " bytes, and is no key");
    return bytes;
  });
}

}  // namespace

bool can_be_read_once(const std::string& path) {
  std::error_code ignored;
  return path == "-" || std::filesystem::is_fifo(platform::to_path(path), ignored);
}

Result<Bytes> read_key_file(const std::string& path) {
  if (path == "-") return read_stream(platform::standard_input(), "standard input");
  if (!can_be_read_once(path)) return read_ordinary_file(path, k_largest);  // a device may have no end
  const FileDescriptor file(platform::open_named(path));
  return file.is_open() ? read_stream(file.get(), path) : io_error("read", path, errno);
}

}  // namespace clc
