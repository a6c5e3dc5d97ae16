#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/environment_variable.h"
#include "base/file_descriptor.h"
#include "base/platform/files.h"
#include "base/text.h"

namespace clc::platform {
namespace {

constexpr const char* k_prefix = "clc-tmp-";

std::string temporary_base() {
  const std::string base = environment_variable("TMPDIR");
  return base.starts_with('/') ? base : "/tmp";
}

int open_folder(const std::string& path) {
  return open_file(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
}

bool lock(int folder) {
  return ::flock(folder, LOCK_EX | LOCK_NB) == 0;
}

// True unless somebody removed the folder, as abandoned, before it was locked.
bool is_still_there(int folder, const std::string& path) {
  struct stat opened, named;
  return ::fstat(folder, &opened) == 0 && ::lstat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
         opened.st_dev == named.st_dev;
}

}  // namespace

int make_temporary_folder(std::string& path, int& held) {
  for (;;) {
    path = join_path(temporary_base(), std::string(k_prefix) + "XXXXXX");
    if (::mkdtemp(path.data()) == nullptr) return errno;
    ::chmod(path.c_str(), S_IRWXU);  // the umask may take away even the owner's rights
    held = open_folder(path);
    if (held < 0 && errno == ENOENT) continue;  // removed already
    if (held < 0) return 0;
    // A folder that somebody else has locked first is about to be removed. Where folders cannot be locked, nobody
    // takes it for abandoned.
    const bool is_locked = lock(held);
    if (is_locked ? is_still_there(held, path) : errno != EWOULDBLOCK) return 0;
    ::close(held);
  }
}

void visit_abandoned_folders(const std::function<void(const std::string& path)>& visit) {
  const std::string base = temporary_base();
  list_names(base, [&](const char* name) {
    if (std::strncmp(name, k_prefix, std::strlen(k_prefix)) != 0) return;
    const std::string path = join_path(base, name);
    const FileDescriptor folder(open_folder(path));
    struct stat status;
    const bool is_ours = folder.is_open() && ::fstat(folder.get(), &status) == 0 && status.st_uid == ::geteuid();
    if (is_ours && lock(folder.get())) visit(path);
  });
}

}  // namespace clc::platform
