#include "confine/file_rules.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/file_descriptor.h"

namespace clc {
namespace {

using Access = unsigned long long;

constexpr Access k_read = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr Access k_run = LANDLOCK_ACCESS_FS_EXECUTE;
constexpr Access k_change = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                            LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                            LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK |
                            LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
// From versions 2 and 3 of the interface, which older headers do not have.
constexpr Access k_refer = Access{1} << 13U, k_truncate = Access{1} << 14U;
// The accesses that a rule about a single file may allow.
constexpr Access k_of_files =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_READ_FILE | k_truncate;

long version() {
  return syscall(__NR_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

Access limited(FileRules::Limit limit) {
  const long known = version();
  const Access change = k_change | (known >= 2 ? k_refer : 0) | (known >= 3 ? k_truncate : 0);
  return limit == FileRules::Limit::k_writing ? change : change | k_read | k_run;
}

}  // namespace

bool can_limit_files() {
  return version() >= 1;
}

Result<FileRules> FileRules::make(Limit limit) {
  landlock_ruleset_attr rules{};
  rules.handled_access_fs = limited(limit);
  const auto fd = static_cast<int>(syscall(__NR_landlock_create_ruleset, &rules, sizeof rules, 0));
  if (fd >= 0) return FileRules(limit, fd);
  return fail(ErrorKind::k_unavailable,
              std::string("this Linux cannot confine processes to files (Landlock): ") + std::strerror(errno));
}

FileRules::~FileRules() {
  if (fd_ >= 0) close(fd_);
}

void FileRules::allow_reading(const std::string& path) {
  allow(path, k_read);
}

void FileRules::allow_running(const std::string& path) {
  allow(path, k_read | k_run);
}

void FileRules::allow_all(const std::string& path) {
  allow(path, k_read | k_run | k_change | k_refer | k_truncate);
}

void FileRules::allow_own_threads() {
  allow("/proc/self/task", LANDLOCK_ACCESS_FS_WRITE_FILE | k_truncate);
}

void FileRules::allow(const std::string& path, Access access) {
  const FileDescriptor place(open_file(path, O_PATH));
  struct stat info{};
  if (!place.is_open() || fstat(place.get(), &info) != 0) return;
  landlock_path_beneath_attr rule{};
  rule.allowed_access = access & limited(limit_) & (S_ISDIR(info.st_mode) ? ~Access{0} : k_of_files);
  rule.parent_fd = place.get();
  if (rule.allowed_access != 0) syscall(__NR_landlock_add_rule, fd_, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
}

bool FileRules::apply() const {
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(__NR_landlock_restrict_self, fd_, 0) == 0;
}

}  // namespace clc
