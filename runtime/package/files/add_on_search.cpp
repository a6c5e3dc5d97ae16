#include "files/add_on_search.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace clc {

namespace {

namespace fs = std::filesystem;

// Names in the folder, in one order on every machine. Nothing there is no error.
std::vector<std::string> names_in(const std::string& folder, std::string& problem) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name[0] != '.') names.push_back(name);
  }
  if (error && error != std::errc::no_such_file_or_directory) problem = "cannot be read: " + error.message();
  std::sort(names.begin(), names.end());
  return names;
}

// Nothing that lies there makes a program wait or fail.
Result<Package> open_add_on(const std::string& path, const AddOnSearch::Open& open) try {
  std::error_code error;
  const fs::file_type type = fs::status(path, error).type();
  if (type == fs::file_type::regular || type == fs::file_type::directory) return open(path);
  return fail(ErrorKind::k_io, path + " is neither a file nor a folder");
} catch (const std::exception& error) {
  return fail(ErrorKind::k_io, "cannot open " + path + ": " + error.what());  // larger than memory
}

}  // namespace

std::string add_on_folder_of(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  constexpr std::string_view k_extension = ".clcpack";
  if (path != "-" && is_file_form(path)) path.resize(path.size() - k_extension.size());
  return path + ".addons";
}

void AddOnSearch::run(const Manifest& base) {
  std::string problem;
  for (const std::string& name : names_in(folder, problem)) {
    AddOn found{folder + "/" + name, {}, {}};
    Result<Package> package = open_add_on(found.path, open);
    found.problem = package ? add_on_misfit(base, package->manifest()) : package.error().message;
    if (found.problem.empty()) found.package = *std::move(package);
    found_.push_back(std::move(found));
  }
  if (!problem.empty()) found_.push_back({folder, problem, {}});
}

}  // namespace clc
