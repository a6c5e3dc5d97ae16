#include "protocol/source_roots.h"

#include <algorithm>

#include "base/platform/files.h"

namespace clc {
namespace {

bool is_link(const std::string& path) {
  platform::FileStatus status;
  return platform::status_of(path, Links::k_refuse, status) == 0 && status.kind == platform::FileKind::k_link;
}

std::string joined(std::string_view folder, std::string_view name) {
  std::string path(folder);
  if (path.empty() || path.back() != '/') path += '/';
  return path.append(name);
}

// The parts between slashes, without `.`.
std::vector<std::string_view> parts_of(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, end);
    if (!part.empty() && part != ".") parts.push_back(part);
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return parts;
}

std::string path_from(const std::vector<std::string_view>& parts, bool is_absolute) {
  std::string path;
  for (const std::string_view part : parts) {
    if (is_absolute || !path.empty()) path += '/';
    path += part;
  }
  if (!path.empty()) return path;
  return is_absolute ? "/" : ".";
}

// The path as spelled, without `.` and double slashes.
std::string tidy(std::string_view path) {
  return path_from(parts_of(path), path.starts_with('/'));
}

// The part of `path` after `folder`, in which it lies.
std::string_view relative_to(std::string_view path, std::string_view folder) {
  path.remove_prefix(folder.size());
  while (path.starts_with('/')) path.remove_prefix(1);
  return path;
}

std::string_view parent_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == 0 ? path.substr(0, 1) : path.substr(0, slash);
}

}  // namespace

bool is_below(std::string_view path, std::string_view folder) {
  if (!path.starts_with(folder) || path.size() == folder.size()) return false;
  return folder.ends_with('/') || path[folder.size()] == '/';
}

std::string normal_path(std::string_view path) {
  const bool is_absolute = path.starts_with('/');
  if (path.find("..") == std::string_view::npos) return tidy(path);
  std::vector<std::string_view> parts;
  for (const std::string_view part : parts_of(path)) {
    const bool is_up = part == "..";
    if (is_up && parts.empty() && is_absolute) continue;
    const bool is_undone = is_up && !parts.empty() && parts.back() != ".." && !is_link(path_from(parts, is_absolute));
    if (is_undone) {
      parts.pop_back();
    } else {
      parts.push_back(part);
    }
  }
  return path_from(parts, is_absolute);
}

SourceRoots::SourceRoots(const CompileRequest& request) : working_folder_(tidy(request.working_folder)) {
  const RequestedSource& first = request.sources.front();
  roots_.push_back({std::string(parent_of(path_of_source(first))), "."});
  add_include_folders(request.options);
  for (const RequestedSource& source : request.sources) {
    add_include_folders(source.options);
    if (&source != &first) add_source_folder(source);
  }
  for (const BuildOption& option : request.options) remap_roots(option);
  // Clang takes the first prefix that fits, so longer ones go first.
  for (const Root& root : roots_) prefix_map_.emplace_back(root.folder, root.mapped);
  std::ranges::stable_sort(prefix_map_, [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
}

void SourceRoots::add_include_folders(const BuildOptions& options) {
  for (const BuildOption& option : options) {
    if (!is_include_folder(option)) continue;
    const bool is_absolute = option.value.starts_with('/');
    roots_.push_back({absolute(option.value), is_absolute ? "include-" + std::to_string(roots_.size()) : option.value});
  }
}

void SourceRoots::add_source_folder(const RequestedSource& source) {
  const std::size_t slash = source.name.rfind('/');
  const bool is_named = slash != std::string::npos && !source.name.starts_with('/');
  roots_.push_back({std::string(parent_of(path_of_source(source))),
                    is_named ? source.name.substr(0, slash) : "source-" + std::to_string(roots_.size())});
}

std::string SourceRoots::path_of_source(const RequestedSource& source) const {
  return source.path.empty() ? joined(working_folder_, "stdin.cl") : absolute(source.path);
}

// The user's -ffile-prefix-map wins over the names that clc gives to folders.
void SourceRoots::remap_roots(const BuildOption& option) {
  const std::size_t equals = option.value.find('=');
  if (!option.is(Option::k_prefix_map) || equals == std::string::npos) return;
  const std::string from = absolute(option.value.substr(0, equals));
  const std::string to = option.value.substr(equals + 1);
  for (Root& root : roots_) {
    if (root.folder == from) root.mapped = to;
    if (is_below(root.folder, from)) root.mapped = joined(to, relative_to(root.folder, from));
  }
}

std::string SourceRoots::absolute(std::string_view path) const {
  return normal_path(path.starts_with('/') ? std::string(path) : joined(working_folder_, path));
}

const SourceRoots::Root* SourceRoots::longest_root_of(std::string_view path) const {
  const Root* best = nullptr;  // of equal ones, the first
  for (const Root& root : roots_) {
    if (path != root.folder && !is_below(path, root.folder)) continue;
    if (best == nullptr || root.folder.size() > best->folder.size()) best = &root;
  }
  return best;
}

RootedPath SourceRoots::rooted(std::string_view path) const {
  const std::string tidy_path = tidy(path);
  if (!path.starts_with('/')) return {RootedPath::k_working_folder, tidy_path};
  const Root* root = longest_root_of(tidy_path);
  if (root == nullptr) return {RootedPath::k_absolute, tidy_path};
  const std::string_view name = relative_to(tidy_path, root->folder);
  return {root - roots_.data(), name.empty() ? "." : std::string(name)};
}

bool SourceRoots::is_above_a_root(std::string_view folder) const {
  if (!folder.starts_with('/')) return false;
  const std::string tidy_folder = tidy(folder);
  return longest_root_of(tidy_folder) == nullptr &&
         std::ranges::any_of(roots_, [&](const Root& root) { return is_below(root.folder, tidy_folder); });
}

RootedPath SourceRoots::rooted_or_mapped(std::string_view path) const {
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    if (is_below(path, roots_[i].mapped))
      return {static_cast<std::int64_t>(i), std::string(relative_to(path, roots_[i].mapped))};
  }
  return rooted(path);
}

std::string SourceRoots::path_of(const RootedPath& path) const {
  if (path.root == RootedPath::k_absolute) return path.name;
  const auto index = static_cast<std::size_t>(path.root);
  const bool is_root = path.root >= 0 && index < roots_.size();
  const std::string& folder = is_root ? roots_[index].folder : working_folder_;
  return path.name == "." ? folder : joined(folder, path.name);
}

std::string SourceRoots::mapped(std::string_view path) const {
  const std::string tidy_path = tidy(path);
  const Root* root = longest_root_of(tidy_path);
  if (root == nullptr || tidy_path == root->folder) return std::string(path);
  return joined(root->mapped, relative_to(tidy_path, root->folder));
}

}  // namespace clc
