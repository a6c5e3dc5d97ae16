#include "driver/environment.h"

#include <system_error>
#include <utility>

#include "base/platform/paths.h"
#include "base/platform/process.h"
#include "base/try.h"
#include "protocol/driver_environment.h"

namespace clc {
namespace {

constexpr std::string_view k_cpu_feature = "cpu=";

// A path that means the working folder wherever it is, so that the binary of a driver that writes it there is the same
// each time.
constexpr const char* k_here = "/proc/self/cwd";

// False in a bare root without /proc.
bool is_here_known() {
  std::error_code error;
  return std::filesystem::equivalent(k_here, ".", error);
}

}  // namespace

Result<void> prepare_environment(const std::vector<std::string>& features) {
  for (const char* name : k_overridden_variables) platform::set_variable(name, nullptr);
  std::error_code ignored;
  const std::string here = is_here_known() ? k_here : platform::to_text(std::filesystem::current_path(ignored));
  platform::set_variable("POCL_CACHE_DIR", (here + "/cache").c_str());
  // LLVM takes this for the working folder, which debug information names.
  platform::set_variable("PWD", here.c_str());
  for (const std::string& feature : features) {
    if (feature.rfind(k_cpu_feature, 0) != 0) {
      return fail(ErrorKind::k_unavailable,
                  "driver targets have no feature '" + feature + "'; there is cpu=CLASS, for PoCL");
    }
    platform::set_variable("POCL_KERNELLIB_NAME", feature.c_str() + k_cpu_feature.size());
  }
  return {};
}

Result<void> check_working_folder() {
  if (is_here_known()) return {};
  return fail(ErrorKind::k_unavailable, "drivers compile in /proc/self/cwd, and /proc is not mounted here");
}

Result<PrivateFolder> PrivateFolder::enter() {
  std::error_code error;
  std::filesystem::path before = std::filesystem::current_path(error);
  TemporaryFolder folder = CLC_TRY(TemporaryFolder::make());
  std::filesystem::current_path(platform::to_path(folder.path()), error);
  if (error) return fail(ErrorKind::k_io, folder.path() + ": " + error.message());
  return PrivateFolder(std::move(folder), std::move(before));
}

PrivateFolder::PrivateFolder(TemporaryFolder folder, std::filesystem::path before)
    : folder_(std::move(folder)), before_(std::move(before)) {}

// Linux leaves the process in the removed folder, where a driver that still writes reaches nothing. Windows removes no
// folder that somebody works in.
PrivateFolder::~PrivateFolder() {
  std::error_code error;
  std::filesystem::remove_all(platform::to_path(folder_.path()), error);
  if (error) std::filesystem::current_path(before_, error);
}

}  // namespace clc
