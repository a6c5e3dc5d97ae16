#include "package/key_files.h"

#include <sys/stat.h>

#include "base/try.h"
#include "clc/base/file.h"

namespace clc {

Result<Bytes> read_key_file(const std::string& path) {
  constexpr std::uint64_t k_largest = 1U << 16U;
  struct stat status{};
  const bool is_pipe = ::stat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode);
  if (path != "-" && !is_pipe) return read_ordinary_file(path, k_largest);
  return read_file(path == "-" ? "/dev/stdin" : path);
}

Result<PublicKey> read_named_public_key(const std::string& path) {
  const Bytes bytes = CLC_TRY(read_key_file(path));
  Result<PublicKey> key = parse_public_key(bytes);
  if (!key) return fail(key.error().kind, path + " " + key.error().message);
  return key;
}

}  // namespace clc
