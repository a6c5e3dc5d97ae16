#include "files/add_on_search.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/platform/paths.h"
#include "base/without_exceptions.h"

namespace clc {
namespace {

namespace fs = std::filesystem;

// Names in the folder, in one order on every machine.
std::vector<std::string> names_in(const std::string& folder, std::string& problem) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(platform::to_path(folder), error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = platform::to_text(entry->path().filename());
    if (name[0] != '.') names.push_back(name);
  }
  if (error && error != std::errc::no_such_file_or_directory) problem = "cannot be read: " + error.message();
  std::ranges::sort(names);
  return names;
}

// Why nothing in the folder is used; empty: it is, or it is not there. The folder itself may be a link, whose owner
// then chose it.
std::string problem_of_folder(const std::string& folder, const OpeningRules& rules) {
  platform::FileStatus status;
  if (platform::status_of(folder, Links::k_refuse, status) != 0) return {};
  if (status.kind == platform::FileKind::k_link) {
    if (std::string problem = distrust(rules, status); !problem.empty()) return "is a link, and " + problem;
    if (platform::status_of(folder, Links::k_follow, status) != 0) return {};
  }
  return distrust(rules, status);
}

}  // namespace

std::string add_on_folder_of(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  constexpr std::string_view k_extension = ".clcpack";
  if (path != "-" && is_file_form(path)) path.resize(path.size() - k_extension.size());
  return path + ".addons";
}

void AddOnSearch::open_all(const Manifest& base) {
  std::string problem = problem_of_folder(folder, rules);
  const std::vector<std::string> names = problem.empty() ? names_in(folder, problem) : std::vector<std::string>();
  for (const std::string& name : names) {
    AddOn found{folder + "/" + name, {}, {}};
    Result<Package> package = open(found.path, rules);
    found.problem = package ? add_on_misfit(base, package->manifest()) : package.error().message;
    if (found.problem.empty()) found.package = *std::move(package);
    found_.push_back(std::move(found));
  }
  if (!problem.empty()) found_.push_back({folder, problem, {}});
}

// Looks for add-ons. Nothing that lies there makes a program wait or fail.
void AddOnSearch::run(const Manifest& base) {
  if (folder.empty()) return;
  const Result<void> done = without_exceptions("the add-ons", [&] {
    open_all(base);
    return Result<void>();
  });
  if (!done) found_.push_back({folder, done.error().message, {}});
}

}  // namespace clc
