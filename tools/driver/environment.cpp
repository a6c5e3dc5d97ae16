#include "driver/environment.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/environment_variable.h"
#include "protocol/driver_environment.h"

namespace clc {
namespace {

constexpr std::string_view k_cpu_feature = "cpu=";

// A path that means the working folder wherever it is, so that the binary of a driver that writes it there is the same
// each time.
constexpr const char* k_here = "/proc/self/cwd";

Failure fail_errno(const char* what) {
  return fail(ErrorKind::k_io, std::string(what) + ": " + std::strerror(errno));
}

// False in a bare root without /proc.
bool is_here_known() {
  std::error_code error;
  return std::filesystem::equivalent(k_here, ".", error);
}

}  // namespace

Result<void> prepare_environment(const std::vector<std::string>& features) {
  for (const char* name : k_overridden_variables) unsetenv(name);
  std::error_code ignored;
  const std::string here = is_here_known() ? k_here : std::filesystem::current_path(ignored).string();
  setenv("POCL_CACHE_DIR", (here + "/cache").c_str(), 1);
  // LLVM takes this for the working folder, which debug information names.
  setenv("PWD", here.c_str(), 1);
  for (const std::string& feature : features) {
    if (feature.rfind(k_cpu_feature, 0) != 0) {
      return fail(ErrorKind::k_unavailable,
                  "driver targets have no feature '" + feature + "'; there is cpu=CLASS, for PoCL");
    }
    setenv("POCL_KERNELLIB_NAME", feature.c_str() + k_cpu_feature.size(), 1);
  }
  return {};
}

Result<void> check_working_folder() {
  if (is_here_known()) return {};
  return fail(ErrorKind::k_unavailable, "drivers compile in /proc/self/cwd, and /proc is not mounted here");
}

Result<PrivateFolder> PrivateFolder::enter() {
  const std::string base = environment_variable("TMPDIR");
  std::string path = (base.empty() ? "/tmp" : base) + "/clc-driver-XXXXXX";
  if (mkdtemp(path.data()) == nullptr) return fail_errno(path.c_str());
  PrivateFolder folder(path);
  if (chdir(path.c_str()) != 0) return fail_errno(path.c_str());
  return folder;
}

PrivateFolder::PrivateFolder(std::string path) : path_(std::move(path)) {}
PrivateFolder::PrivateFolder(PrivateFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
PrivateFolder::~PrivateFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace clc
