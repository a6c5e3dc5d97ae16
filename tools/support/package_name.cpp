#include "support/package_name.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/platform/paths.h"
#include "base/text.h"
#include "clc/package/package.h"
#include "clc/package/target.h"

namespace clc {
namespace {

constexpr std::array<std::string_view, 10> k_texts = {".ll",  ".s",      ".i",  ".il", ".isa",
                                                      ".asm", ".spvasm", ".bc", ".o",  ".txt"};

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(platform::to_path(path), ignored);
}

template <class Endings>
bool ends_as(const Endings& endings, const std::string& path) {
  return std::ranges::find(endings, ending_of(path)) != endings.end() && !is_folder(path);
}

// An ending that is nearly .clcpack, where there is no such folder yet.
bool is_misspelt_package(const std::string& path) {
  const std::string_view ending = ending_of(path);
  return !ending.empty() && !is_file_form(path) && !nearest(ending, {".clcpack"}).empty() && !is_folder(path);
}

}  // namespace

std::string_view ending_of(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  const bool is_ending = dot != path.npos && dot != 0 && path.find('/', dot) == path.npos && path[dot - 1] != '/';
  return is_ending ? std::string_view(path).substr(dot) : std::string_view();
}

std::string package_of(const std::string& path) {
  return path.substr(0, path.size() - ending_of(path).size()) + ".clcpack";
}

bool is_bare_output(const std::string& path) {
  const std::vector<FamilyInfo>& families = target_families();
  return std::ranges::any_of(families, [&](const FamilyInfo& family) { return ends_as(family.endings, path); });
}

Result<void> check_package_name(const std::string& path) {
  if (ends_as(k_texts, path)) {
    return fail(
        ErrorKind::k_usage,
        "-o " + path + ": texts and intermediate files are dumps: `clc compile … --dump-dir FOLDER` writes them");
  }
  if (is_misspelt_package(path)) {
    return fail(ErrorKind::k_usage,
                "-o " + path + ": did you mean " + package_of(path) + "? A folder of this name is -o " + path + "/");
  }
  if (!is_bare_output(path)) return {};
  return fail(
      ErrorKind::k_usage,
      "-o " + path + ": a package is a folder or a file that ends in .clcpack, for instance " + package_of(path));
}

}  // namespace clc
