#include "clc/package/locate.h"

#include <filesystem>

#include "base/platform/libraries.h"
#include "base/platform/paths.h"

namespace clc {
namespace {

namespace fs = std::filesystem;

constexpr int k_folders_above = 3;  // lib/x86_64-linux-gnu/plugins

bool is_in(const fs::path& file, const fs::path& folder) {
  std::error_code error;
  const fs::path real = fs::canonical(folder, error);
  if (error) return false;
  const std::string prefix = platform::to_text(real / "");
  return platform::to_text(file).compare(0, prefix.size(), prefix) == 0;
}

}  // namespace

Result<std::string> locate_package(const PackagePlace& place, const void* code) {
  if (place.installed.empty()) return place.path;
  const fs::path file = platform::to_path(platform::program_with(code));
  if (!place.build_folder.empty() && is_in(file, platform::to_path(place.build_folder))) return place.path;
  std::error_code error;
  if (platform::to_path(place.installed).is_absolute()) return place.installed;
  fs::path folder = file.parent_path();
  for (int i = 0; i <= k_folders_above && !folder.empty(); ++i) {
    const fs::path candidate = folder / platform::to_path(place.installed);
    if (fs::exists(candidate, error)) return platform::to_text(candidate);
    if (!folder.has_relative_path()) break;
    folder = folder.parent_path();
  }
  return fail(ErrorKind::k_io, "the package " + place.installed + " was not found from " +
                                   platform::to_text(file.parent_path()) + " upwards: install it with the program");
}

}  // namespace clc
