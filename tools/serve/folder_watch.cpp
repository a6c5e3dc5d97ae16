#include "serve/folder_watch.h"

#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/text.h"

namespace clc {
namespace {

constexpr std::uint32_t k_wanted = IN_CLOSE_WRITE | IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO |
                                   IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;

}  // namespace

Result<FolderWatch> FolderWatch::make() {
  const int descriptor = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (descriptor >= 0) return FolderWatch(descriptor);
  return fail(ErrorKind::k_io, std::string("cannot watch files: ") + std::strerror(errno) +
                                   "; sysctl fs.inotify.max_user_instances says how many programs may");
}

FolderWatch::FolderWatch(FolderWatch&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      first_(other.first_),
      folders_(std::move(other.folders_)),
      known_(std::move(other.known_)) {}

FolderWatch::~FolderWatch() {
  if (descriptor_ >= 0) close(descriptor_);
}

Result<void> FolderWatch::add(const std::string& folder) {
  if (known_.contains(folder)) return {};
  const int watch = inotify_add_watch(descriptor_, folder.c_str(), k_wanted);
  if (watch < 0 && errno == ENOSPC) {
    return fail(ErrorKind::k_io,
                "cannot watch " + folder + ": no more folders may be watched (sysctl fs.inotify.max_user_watches)");
  }
  if (watch < 0) return fail(ErrorKind::k_io, "cannot watch " + folder + ": " + std::strerror(errno));
  if (first_ < 0) first_ = watch;
  // A folder that was renamed keeps its watch.
  if (const auto before = folders_.find(watch); before != folders_.end()) known_.erase(before->second);
  folders_[watch] = folder;
  known_.insert(folder);
  return {};
}

void FolderWatch::read_changes(FolderChanges& into) {
  alignas(inotify_event) std::array<char, 16384> buffer;
  for (;;) {
    const ssize_t got = ::read(descriptor_, buffer.data(), buffer.size());
    if (got <= 0) return;
    for (std::size_t at = 0; at < static_cast<std::size_t>(got);) {
      inotify_event event;
      std::memcpy(&event, buffer.data() + at, sizeof event);
      const std::string name = event.len == 0 ? "" : buffer.data() + at + sizeof event;
      at += sizeof event + event.len;
      const auto folder = folders_.find(event.wd);
      if ((event.mask & IN_Q_OVERFLOW) != 0 || folder == folders_.end()) {
        into.has_folders = true;
        continue;
      }
      const bool is_lost = (event.mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED)) != 0;
      if (is_lost) {
        into.has_folders = true;
        into.is_gone = into.is_gone || event.wd == first_;
        known_.erase(folder->second);
        if ((event.mask & IN_IGNORED) != 0) folders_.erase(folder);
      } else {
        into.has_folders = into.has_folders || (event.mask & IN_ISDIR) != 0;
        into.files.insert(join_path(folder->second, name));
      }
    }
  }
}

}  // namespace clc
