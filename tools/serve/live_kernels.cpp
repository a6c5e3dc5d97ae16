#include "serve/live_kernels.h"

#include <algorithm>
#include <filesystem>

#include "base/text.h"
#include "clc/base/digest.h"

namespace clc {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_most_kept = 64;  // kernels for a target whose code stays in memory

// Returns the path as inotify names it, with the folder's links followed.
std::string watched_name(const std::string& path) {
  std::error_code error;
  const std::string folder = fs::canonical(folder_of(path), error).string();
  return error ? path : join_path(folder, base_name(path));
}

// Adds the file's own name, and that of the file which a link leads to.
void add_names(const std::string& path, std::set<std::string>& names) {
  names.insert(watched_name(path));
  std::error_code error;
  const std::string real = fs::canonical(path, error).string();
  if (!error) names.insert(real);
}

}  // namespace

Result<bool> LiveKernels::look(FolderWatch& watch) {
  KernelFolder::Contents contents = folder_.list();
  // The second look sees files that appeared in a folder before it was watched.
  for (int i = 0; i < 2; ++i) {
    for (const std::string& folder : contents.folders) {
      std::error_code error;
      const Result<void> added = watch.add(folder);
      if (!added && fs::is_directory(folder, error)) return fail(added);
    }
    contents = folder_.list();
  }
  bool is_other = false;
  for (const std::string& kernel : contents.kernels) {
    const auto [at, is_new] = files_.try_emplace(kernel);
    if (!is_new) continue;
    is_other = true;
    add_names(join_path(folder_.path(), kernel), at->second.files);
  }
  const auto is_there = [&](const auto& entry) { return std::ranges::binary_search(contents.kernels, entry.first); };
  is_other |= std::erase_if(files_, [&](const auto& entry) { return !is_there(entry); }) != 0;
  return is_other;
}

bool LiveKernels::need_look(const FolderChanges& changes) const {
  if (changes.has_folders) return true;
  return std::ranges::any_of(changes.files, [&](const std::string& path) {
    if (!is_kernel_name(path) || !path.starts_with(folder_.path())) return false;
    const std::size_t begin = folder_.path() == "/" ? 1 : folder_.path().size() + 1;
    std::error_code error;
    return files_.contains(path.substr(std::min(begin, path.size()))) != fs::exists(path, error);
  });
}

bool LiveKernels::is_read_by(const FolderChanges& changes, const std::string& file) const {
  const auto at = files_.find(file);
  if (at == files_.end()) return true;
  return std::ranges::any_of(changes.files, [&](const std::string& path) { return at->second.files.contains(path); });
}

void LiveKernels::note(const FolderChanges& changes) {
  for (auto& [name, file] : files_) {
    const std::set<std::string>& folders = file.folders;
    const bool may_find_more =
        std::ranges::any_of(changes.files, [&](const std::string& path) { return folders.contains(folder_of(path)); });
    if (!may_find_more && !is_read_by(changes, name)) continue;
    for (auto& [target, kernel] : file.targets) {
      kernel.is_fresh = false;
      kernel.committed = {};
    }
  }
}

void LiveKernels::take_compiled(const std::string& file, const std::string& target, CompiledKernel compiled,
                                FolderWatch& watch) {
  LiveFile& live = files_[file];
  LiveKernel& kernel = live.targets[target];
  std::optional<Bytes> text = folder_.read_kernel(file);
  // A file that was saved again while it was compiled is compiled again.
  kernel.is_fresh = !text || compiled.source_sha256.empty() || sha256_hex(*text) == compiled.source_sha256;
  kernel.text = std::move(text).value_or(Bytes());
  ++kernel.version;
  kernel.diagnostics = std::move(compiled.diagnostics);
  kernel.failure = std::move(compiled.failure);
  const bool is_built = compiled.built.has_value();
  if (is_built) {
    compiled.built->text = kernel.text;
    kernel.good = std::move(compiled.built);
  }
  kernel.is_old = !is_built && kernel.good.has_value();
  if (kernel.last_request == 0) kernel.good.reset();  // nobody looks at it; the cache has it

  for (const std::string& path : compiled.files) add_names(path, live.files);
  for (const std::string& path : compiled.folders) {
    std::error_code error;
    const std::string real = fs::canonical(path, error).string();
    if (!error) live.folders.insert(real);
  }
  // Where a folder cannot be watched, a change of what it holds is seen at the next compilation only.
  for (const std::string& path : live.files) static_cast<void>(watch.add(folder_of(path)));
  for (const std::string& path : live.folders) static_cast<void>(watch.add(path));
}

LiveKernel& LiveKernels::ask(const std::string& file, const std::string& target) {
  LiveKernel& kernel = files_[file].targets[target];
  if (kernel.last_request == 0) kernel.is_fresh = false;
  kernel.last_request = ++clock_;
  forget_the_oldest();
  return files_[file].targets[target];
}

void LiveKernels::forget_the_oldest() {
  std::size_t kept = 0;
  LiveFile* holder = nullptr;
  std::string target;
  for (auto& [name, file] : files_) {
    for (auto& [other, kernel] : file.targets) {
      if (kernel.last_request == 0) continue;
      ++kept;
      if (holder == nullptr || kernel.last_request < holder->targets[target].last_request) {
        holder = &file;
        target = other;
      }
    }
  }
  if (kept > k_most_kept) holder->targets.erase(target);
}

std::optional<std::pair<std::string, std::string>> LiveKernels::stale() const {
  std::optional<std::pair<std::string, std::string>> found;
  std::uint64_t last = 0;
  for (const auto& [name, file] : files_) {
    for (const auto& [target, kernel] : file.targets) {
      if (kernel.is_fresh || kernel.last_request <= last) continue;
      last = kernel.last_request;
      found.emplace(name, target);
    }
  }
  return found;
}

std::optional<std::string> LiveKernels::unknown(const std::string& target) const {
  for (const auto& [name, file] : files_) {
    const auto at = file.targets.find(target);
    if (at == file.targets.end() || !at->second.is_fresh) return name;
  }
  return std::nullopt;
}

}  // namespace clc
