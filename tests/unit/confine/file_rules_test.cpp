#include "confine/file_rules.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "catch_all.h"
#include "in_child.h"
#include "skip.h"
#include "temporary_folder.h"

using clc::FileRules;
using clc::test::in_child;

namespace {

bool opens(const std::string& path, int flags) {
  const int fd = open(path.c_str(), flags, 0600);
  if (fd >= 0) close(fd);
  return fd >= 0;
}

struct Folders {
  clc::test::TemporaryFolder folder;
  std::string mine = folder.path() + "/mine", other = folder.path() + "/other";

  Folders() {
    for (const std::string& path : {mine, other}) {
      mkdir(path.c_str(), 0700);
      close(creat((path + "/file").c_str(), 0600));
    }
    if (symlink((other + "/file").c_str(), (mine + "/link").c_str()) != 0) FAIL("no link");
  }
};

}  // namespace

TEST_CASE("writing is limited to folders with rules") {
  if (!clc::can_limit_files()) return clc::test::skip("limits", "this kernel has no Landlock");
  const Folders folders;
  CHECK(in_child([&] {
          auto rules = FileRules::make(FileRules::Limit::k_writing);
          if (!rules) return 1;
          rules->allow_all(folders.mine);
          rules->allow_all(folders.folder.path() + "/absent");
          if (!rules->apply()) return 2;
          if (!opens(folders.mine + "/new", O_WRONLY | O_CREAT) || !opens(folders.other + "/file", O_RDONLY)) return 3;
          if (opens(folders.other + "/file", O_WRONLY) || opens(folders.other + "/new", O_WRONLY | O_CREAT)) return 4;
          if (opens(folders.mine + "/link", O_WRONLY)) return 5;
          return unlink((folders.other + "/file").c_str()) == 0 ? 6 : 0;
        }) == 0);
}

TEST_CASE("a process may name its own threads where a rule allows it") {
  if (!clc::can_limit_files()) return clc::test::skip("limits", "this kernel has no Landlock");
  const std::string others = "/proc/" + std::to_string(getpid()) + "/task/" + std::to_string(getpid()) + "/comm";
  CHECK(in_child([&] {
          auto rules = FileRules::make(FileRules::Limit::k_writing);
          if (!rules) return 1;
          rules->allow_own_threads();
          if (!rules->apply()) return 2;
          const std::string mine = "/proc/self/task/" + std::to_string(getpid()) + "/comm";
          if (!opens(mine, O_WRONLY | O_CREAT | O_TRUNC)) return 3;
          return opens(others, O_WRONLY) || opens("/proc/self/comm", O_WRONLY) ? 4 : 0;
        }) == 0);
}

TEST_CASE("reading is limited to folders and files with rules, wherever links lead") {
  if (!clc::can_limit_files()) return clc::test::skip("limits", "this kernel has no Landlock");
  const Folders folders;
  CHECK(in_child([&] {
          auto rules = FileRules::make(FileRules::Limit::k_all);
          if (!rules) return 1;
          rules->allow_reading(folders.mine);
          if (!rules->apply()) return 2;
          if (!opens(folders.mine + "/file", O_RDONLY) || opens(folders.mine + "/file", O_WRONLY)) return 3;
          if (opens(folders.other + "/file", O_RDONLY) || opens(folders.mine + "/link", O_RDONLY)) return 4;
          if (opens(folders.mine + "/../other/file", O_RDONLY) || opens("/etc/passwd", O_RDONLY)) return 5;
          const int memory = memfd_create("memory", 0);
          return opens("/proc/self/fd/" + std::to_string(memory), O_RDONLY) ? 0 : 6;
        }) == 0);
  CHECK(in_child([&] {
          auto rules = FileRules::make(FileRules::Limit::k_all);
          rules->allow_reading(folders.other + "/file");
          if (!rules->apply()) return 2;
          return opens(folders.other + "/file", O_RDONLY) && !opens(folders.mine + "/file", O_RDONLY) ? 0 : 3;
        }) == 0);
}
