#include "base/temporary_folder.h"

#include <filesystem>
#include <system_error>

#include "base/platform/files.h"
#include "base/platform/paths.h"

namespace clc {

Result<TemporaryFolder> TemporaryFolder::make(const std::string& prefix) {
  std::string path;
  if (const int error = platform::make_temporary_folder(prefix, path); error != 0)
    return fail(ErrorKind::k_io, "no temporary folder " + path + ": " + std::generic_category().message(error));
  return TemporaryFolder(std::move(path));
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(platform::to_path(path_), ignored);
}

}  // namespace clc
