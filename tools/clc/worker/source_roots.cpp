#include "source_roots.h"

#include <algorithm>

#include <llvm/ADT/SmallString.h>
#include <llvm/Support/Path.h>

namespace clc::worker {
namespace {

bool is_below(std::string_view path, std::string_view folder) {
  return path.size() > folder.size() && path.substr(0, folder.size()) == folder && path[folder.size()] == '/';
}

}  // namespace

std::string_view include_folder(std::string_view option) {
  for (const std::string_view prefix : {std::string_view("-isystem"), std::string_view("-iquote"), std::string_view("-I")}) {
    if (option.starts_with(prefix)) {
      option.remove_prefix(prefix.size());
      while (option.starts_with(' ')) option.remove_prefix(1);
      return option;
    }
  }
  return {};
}

SourceRoots::SourceRoots(const CompileRequest& request) : working_folder_(request.working_folder) {
  const std::string main = request.source_path.empty() ? working_folder_ + "/stdin.cl" : absolute(request.source_path);
  roots_.push_back({std::string(llvm::sys::path::parent_path(main)), "."});
  for (const std::string& option : request.options) {
    const std::string_view spelled = include_folder(option);
    if (spelled.empty()) continue;
    const bool is_relative = spelled.front() != '/';
    roots_.push_back({absolute(spelled), is_relative ? std::string(spelled) : "include-" + std::to_string(roots_.size())});
  }
  // Clang takes the first prefix that fits: longer ones go first.
  for (const Root& root : roots_) prefix_map_.emplace_back(root.folder, root.mapped);
  std::stable_sort(prefix_map_.begin(), prefix_map_.end(),
                   [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
}

std::string SourceRoots::absolute(std::string_view path) const {
  llvm::SmallString<256> result;
  if (path.empty() || path.front() != '/') result = working_folder_;
  llvm::sys::path::append(result, llvm::StringRef(path.data(), path.size()));
  llvm::sys::path::remove_dots(result, /*remove_dot_dot=*/true);
  return std::string(result);
}

RootedPath SourceRoots::rooted(std::string_view path) const {
  // Longest root wins; the main source's folder wins a tie.
  const std::string full = absolute(path);
  std::int64_t best = RootedPath::k_absolute;
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    if (full != roots_[i].folder && !is_below(full, roots_[i].folder)) continue;
    const auto index = static_cast<std::size_t>(best);
    if (best == RootedPath::k_absolute || roots_[i].folder.size() > roots_[index].folder.size()) {
      best = static_cast<std::int64_t>(i);
    }
  }
  if (best != RootedPath::k_absolute) {
    const std::string& folder = roots_[static_cast<std::size_t>(best)].folder;
    return {best, full == folder ? "." : full.substr(folder.size() + 1)};
  }
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    if (is_below(path, roots_[i].mapped)) {
      return {static_cast<std::int64_t>(i), std::string(path.substr(roots_[i].mapped.size() + 1))};
    }
  }
  return {RootedPath::k_absolute, full};
}

std::string SourceRoots::mapped(std::string_view path) const {
  const std::string full = absolute(path);
  for (const auto& [folder, replacement] : prefix_map_) {
    if (is_below(full, folder)) return replacement + full.substr(folder.size());
  }
  return std::string(path);
}

}  // namespace clc::worker
