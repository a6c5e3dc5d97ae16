#include "base/temporary_folder.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "base/environment_variable.h"
#include "base/text.h"

namespace clc {

Result<TemporaryFolder> TemporaryFolder::make(const std::string& prefix) {
  const std::string base = environment_variable("TMPDIR");
  std::string path = join_path(base.starts_with('/') ? base : "/tmp", prefix + "XXXXXX");
  if (mkdtemp(path.data()) == nullptr)
    return fail(ErrorKind::k_io, "no temporary folder " + path + ": " + std::generic_category().message(errno));
  return TemporaryFolder(std::move(path));
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace clc
