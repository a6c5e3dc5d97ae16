#include "base/temporary_folder.h"

#include <filesystem>
#include <mutex>
#include <system_error>

#include "base/environment_variable.h"
#include "base/platform/files.h"
#include "base/platform/paths.h"

namespace clc {
namespace {

// Also where somebody who worked in it, or the umask, took away the owner's rights to a folder.
void remove_folder(const std::string& name) {
  namespace fs = std::filesystem;
  if (platform::remove_folder(name) == 0) return;  // empty: needs no further open file
  const fs::path path = platform::to_path(name);
  std::error_code error, ignored;
  fs::remove_all(path, error);
  if (!error) return;
  for (fs::recursive_directory_iterator it(path, ignored), end; it != end; it.increment(ignored)) {
    if (it->symlink_status(ignored).type() == fs::file_type::directory)
      fs::permissions(it->path(), fs::perms::owner_all, fs::perm_options::add, ignored);
  }
  fs::remove_all(path, ignored);
}

}  // namespace

Result<TemporaryFolder> TemporaryFolder::make() {
  remove_abandoned();
  std::string path;
  int held = -1;
  if (const int error = platform::make_temporary_folder(path, held); error != 0) {
    const std::string folder = platform::to_text(platform::to_path(path).parent_path());
    const bool is_named = environment_variable("TMPDIR").starts_with('/');
    return fail(ErrorKind::k_io, "cannot make a temporary folder in " + folder +
                                     (is_named ? ", which TMPDIR names: " : " (TMPDIR can name another): ") +
                                     std::generic_category().message(error));
  }
  return TemporaryFolder(std::move(path), held);
}

void TemporaryFolder::remove_abandoned() {
  static std::once_flag once;
  std::call_once(once, [] { platform::visit_abandoned_folders(remove_folder); });
}

TemporaryFolder::~TemporaryFolder() {
  if (!path_.empty()) remove_folder(path_);
  if (held_ >= 0) platform::close_file(held_);
}

}  // namespace clc
