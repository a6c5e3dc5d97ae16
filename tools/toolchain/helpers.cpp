#include "toolchain/helpers.h"

#include <filesystem>

#include "base/environment_variable.h"
#include "base/platform/files.h"
#include "base/platform/libraries.h"
#include "base/platform/paths.h"
#include "base/platform/run_compiler.h"
#include "base/text.h"
#include "base/try.h"

namespace clc {

Result<ScratchFolder> ScratchFolder::make() {
  HeldInterrupts interrupts;
  TemporaryFolder folder = CLC_TRY(TemporaryFolder::make());
  return ScratchFolder(std::move(interrupts), std::move(folder));
}

std::string own_path() {
  return platform::running_program();
}

Result<std::string> helper_path(const std::string& name) {
  std::string folder;
  if (const std::string given = environment_variable("CLC_LIBEXEC_DIR"); !given.empty()) {
    folder = given;
  } else {
    const std::filesystem::path self = platform::to_path(own_path());
    if (self.empty())
      return fail(ErrorKind::k_unavailable, "cannot tell where clc is installed: mount /proc, or set CLC_LIBEXEC_DIR");
    folder = platform::to_text(self.parent_path().parent_path() / "libexec" / "clc");
  }
  return platform::to_text(std::filesystem::absolute(platform::to_path(join_path(folder, name))));
}

Result<std::string> find_helper(const std::string& name) {
  Result<std::string> path = helper_path(name + platform::k_end_of_programs);
  if (!path || platform::is_program(*path)) return path;
  return fail(ErrorKind::k_unavailable,
              *path + " is missing: install it, or set CLC_LIBEXEC_DIR to the folder that holds " + name);
}

}  // namespace clc
