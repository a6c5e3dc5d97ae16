#include "package/key_files.h"

#include <filesystem>
#include <system_error>

#include "base/file_io.h"
#include "base/platform/files.h"
#include "base/platform/paths.h"
#include "base/try.h"
#include "clc/base/file.h"

namespace clc {

bool can_be_read_once(const std::string& path) {
  std::error_code ignored;
  return path == "-" || std::filesystem::is_fifo(platform::to_path(path), ignored);
}

Result<Bytes> read_key_file(const std::string& path) {
  constexpr std::uint64_t k_largest = 1U << 16U;
  if (path == "-") return read_from(platform::standard_input(), "standard input");
  return can_be_read_once(path) ? read_file(path) : read_ordinary_file(path, k_largest);  // a device may have no end
}

Result<PublicKey> read_named_public_key(const std::string& path) {
  const Bytes bytes = CLC_TRY(read_key_file(path));
  Result<PublicKey> key = parse_public_key(bytes);
  if (!key) return fail(key.error().kind, path + " " + key.error().message);
  return key;
}

}  // namespace clc
