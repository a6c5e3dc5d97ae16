#include "kept/driver_files.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "base/platform/files.h"
#include "base/platform/libraries.h"
#include "clc/base/digest.h"

namespace clc {
namespace {

namespace fs = std::filesystem;
using platform::LoadedLibrary;

constexpr std::size_t k_most_files = 2000;

// Libraries that a driver loads only when it compiles, in any version, and PoCL's linker.
constexpr std::string_view k_loaded_later[] = {
    "libigc.so.",      "libigdfcl.so.", "libopencl-clang.so.", "libnvidia-nvvm.so.", "libnvidia-ptxjitcompiler.so.",
    "libamd_comgr.so."};
constexpr const char* k_linker = "/usr/bin/ld";

std::string base_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

// Returns the library, and those of the loaded libraries that it needs, directly or not.
std::vector<LoadedLibrary> needed_libraries(const std::string& library) {
  std::map<std::string, LoadedLibrary> loaded;  // by name
  for (LoadedLibrary& each : platform::loaded_libraries()) {
    const std::string name = base_name(each.path);
    if (!name.empty()) loaded.try_emplace(name, std::move(each));
  }
  std::vector<LoadedLibrary> found;
  std::set<std::string> seen{base_name(library)};
  std::vector<std::string> names{base_name(library)};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto at = loaded.find(names[i]);
    if (at == loaded.end()) continue;
    for (const std::string& needed : at->second.needed) {
      if (seen.insert(needed).second) names.push_back(needed);
    }
    found.push_back(at->second);
  }
  return found;
}

// Returns true for a folder with libraries of many packages: /usr/lib, /lib64, /usr/local/lib/x86_64-linux-gnu.
bool is_shared_folder(const fs::path& folder) {
  const std::string name = folder.filename().string();
  if (name.find("-linux-") != std::string::npos) return is_shared_folder(folder.parent_path());
  const std::string above = folder.parent_path().string();
  return name.rfind("lib", 0) == 0 && (above == "/" || above == "/usr" || above == "/usr/local");
}

template <class Iterator>
void add_files(const fs::path& folder, std::set<std::string>& files) {
  std::error_code error;
  for (Iterator at(folder, fs::directory_options::skip_permission_denied, error), end;
       !error && at != end && files.size() < k_most_files; at.increment(error)) {
    if (at->is_regular_file(error)) files.insert(at->path().string());
  }
}

bool is_loaded_later(std::string_view name) {
  return std::any_of(std::begin(k_loaded_later), std::end(k_loaded_later),
                     [&](std::string_view start) { return name.substr(0, start.size()) == start; });
}

// A folder of the system has a thousand names, and every start of a program comes here: no paths are made of them.
void add_loaded_later(const fs::path& folder, std::set<std::string>& files) {
  platform::list_names(folder.string(), [&](const char* name) {
    if (!is_loaded_later(name)) return;
    std::error_code error;
    const fs::path file = fs::canonical(folder / name, error);
    if (!error) files.insert(file.string());
  });
}

// Returns the files of folders that belong to the driver alone, and those that it loads later: from its own folder, or
// from the system's one above, as Debian's driver for Intel's GPUs does.
std::set<std::string> own_files(const std::string& library) {
  std::error_code error;
  const fs::path path = fs::canonical(library, error);
  std::set<std::string> files;
  if (error) return files;
  const fs::path folder = path.parent_path();
  std::string stem = path.filename().string();
  stem = stem.substr(0, stem.find(".so"));
  if (stem.rfind("lib", 0) == 0) stem = stem.substr(3);
  if (!is_shared_folder(folder)) add_files<fs::directory_iterator>(folder, files);
  if (!stem.empty()) {
    add_files<fs::recursive_directory_iterator>(folder / stem, files);
    fs::path prefix = folder;
    for (int i = 0; i < 3 && prefix.has_relative_path(); ++i) {
      prefix = prefix.parent_path();
      add_files<fs::recursive_directory_iterator>(prefix / "share" / stem, files);
    }
  }
  if (stem == "pocl") {  // loads no compiler later, and lies where reading the folder's names takes long
    files.insert(k_linker);
    return files;
  }
  add_loaded_later(folder, files);
  if (!is_shared_folder(folder)) add_loaded_later(folder.parent_path(), files);
  return files;
}

constexpr std::int64_t k_second = 1'000'000'000;

}  // namespace

DriverFiles driver_files(const std::string& library) {
  DriverFiles described;
  std::set<std::string> files = own_files(library);
  const std::vector<LoadedLibrary> libraries = needed_libraries(library);
  const bool has_identity = !libraries.empty() && !libraries.front().build_id.empty();
  const auto add = [&](const std::string& path, const std::string& build_id) {
    platform::FileStatus status;
    if (platform::status_of(path, Links::k_follow, status) != 0) return;
    const std::string start = base_name(path) + " ";
    const std::string written = std::to_string(status.size) + " " + std::to_string(status.written);
    described.here += start + written + " " + std::to_string(status.changed) + "\n";
    const std::string whole_seconds = std::to_string(status.size) + " " + std::to_string(status.written / k_second);
    described.elsewhere += start + (build_id.empty() ? whole_seconds : build_id) + "\n";
  };
  for (const LoadedLibrary& loaded : libraries) {
    add(loaded.path, loaded.build_id);
    std::error_code error;
    files.erase(fs::canonical(loaded.path, error).string());
  }
  for (const std::string& file : files) add(file, {});
  return {sha256_hex(described.here), has_identity ? sha256_hex(described.elsewhere) : ""};
}

}  // namespace clc
