#include "serve/kernel_folder.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>

#include "base/file_descriptor.h"
#include "base/text.h"
#include "support/source_file.h"

namespace clc {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_most_kernels = 5'000;
constexpr std::size_t k_most_folders = 5'000;

// Opens a file in the folder. It cannot become a link to the outside between looking and opening. Where the kernel
// cannot promise that (before Linux 5.6), links are not followed at all at the end of the path.
int open_below(const std::string& folder, const std::string& name) {
  const FileDescriptor top(open_file(folder, O_RDONLY | O_DIRECTORY));
  if (!top.is_open()) return -1;
  open_how how{};
  how.flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  const long opened = syscall(SYS_openat2, top.get(), name.c_str(), &how, sizeof how);
  if (opened >= 0 || errno != ENOSYS) return static_cast<int>(opened);
  return open_file(join_path(folder, name), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
}

bool is_regular(int descriptor) {
  struct stat info{};
  return descriptor >= 0 && fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode);
}

}  // namespace

bool is_kernel_name(const std::string& path) {
  return path.ends_with(".cl") || path.ends_with(".clcpp");
}

Result<KernelFolder> KernelFolder::open(const std::string& spelled) {
  std::error_code error;
  const std::string path = fs::canonical(spelled, error).string();
  if (error) return fail(ErrorKind::k_io, "cannot open " + spelled + ": " + error.message());
  if (!fs::is_directory(path, error)) return fail(ErrorKind::k_io, spelled + ": this is not a folder");
  std::string shown = spelled;
  while (shown.size() > 1 && shown.back() == '/') shown.pop_back();
  return KernelFolder(std::move(shown), path);
}

KernelFolder::Contents KernelFolder::list() const {
  Contents contents;
  contents.folders.push_back(path_);
  const auto add = [&](const std::string& name, std::size_t most, std::vector<std::string>& names) {
    if (names.size() < most) {
      names.push_back(name);
    } else {
      contents.is_cut = true;
    }
  };
  for (std::size_t i = 0; i < contents.folders.size(); ++i) {
    std::error_code error;
    const std::string folder = contents.folders[i];
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
      const std::string name = entry->path().filename().string();
      std::error_code ignored;
      if (!name.starts_with('.') && entry->is_directory(ignored) && !entry->is_symlink(ignored)) {
        add(entry->path().string(), k_most_folders, contents.folders);
      } else if (is_kernel_name(name) && !entry->is_directory(ignored)) {
        const std::string kernel = entry->path().string().substr(path_ == "/" ? 1 : path_.size() + 1);
        if (is_regular(FileDescriptor(open_below(path_, kernel)).get())) add(kernel, k_most_kernels, contents.kernels);
      }
    }
  }
  std::ranges::sort(contents.kernels);
  return contents;
}

std::optional<Bytes> KernelFolder::read_kernel(const std::string& kernel) const {
  const FileDescriptor file(open_below(path_, kernel));
  if (!is_regular(file.get())) return std::nullopt;
  Result<Bytes> text = read_source_bytes(file.get(), kernel);
  if (!text) return std::nullopt;
  return *std::move(text);
}

std::string KernelFolder::spelled(const std::string& kernel) const {
  return spelled_ == "." ? kernel : join_path(spelled_, kernel);
}

}  // namespace clc
