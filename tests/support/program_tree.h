// A program with its libraries in folders of its own: libexec/clc/tool, which looks for them in first and second.
#pragma once

#include <sys/stat.h>
#include <time.h>

#include <filesystem>
#include <string>

#include "run_process.h"

namespace clc::test {

class ProgramTree {
 public:
  explicit ProgramTree(const std::string& tool = "new_tool") {
    for (const char* folder : {"libexec/clc", "first", "second", "other"}) {
      std::filesystem::create_directories(root_ / folder);
    }
    std::filesystem::copy(object(tool + "/tool"), this->tool());
    put("one/libone.so", "second");
    put("two/libtwo.so", "second");
  }

  const std::string& path() const { return root_.path(); }
  std::string operator/(const std::string& name) const { return root_ / name; }
  std::string tool() const { return root_ / "libexec/clc/tool"; }

  // Under its own name in a folder, which is made; in place of what was there, by writing into it.
  std::string put(const std::string& built, const std::string& folder) const {
    std::filesystem::create_directories(root_ / folder);
    const std::string to = root_ / folder + "/" + std::filesystem::path(built).filename().string();
    std::filesystem::copy(object(built), to, std::filesystem::copy_options::overwrite_existing);
    return to;
  }
  // The same, and as old as what was there: size and time of modification tell nothing.
  void swap(const std::string& built, const std::string& folder) const {
    const std::string at = root_ / folder + "/" + std::filesystem::path(built).filename().string();
    struct stat before{};
    struct stat after{};
    if (stat(at.c_str(), &before) != 0) std::abort();
    wait_for_clock();
    put(built, folder);
    const timespec times[2] = {before.st_atim, before.st_mtim};
    if (utimensat(AT_FDCWD, at.c_str(), times, 0) != 0 || stat(at.c_str(), &after) != 0) std::abort();
    const bool is_alike = before.st_size == after.st_size && before.st_ino == after.st_ino &&
                          before.st_mtim.tv_sec == after.st_mtim.tv_sec &&
                          before.st_mtim.tv_nsec == after.st_mtim.tv_nsec;
    if (!is_alike) std::abort();
  }

  // Until the times of files advance.
  static void wait_for_clock() {
    const timespec pause{0, 20'000'000};
    nanosleep(&pause, nullptr);
  }

  static std::string object(const std::string& built) { return std::string(CLC_IDENTITY_OBJECTS) + "/" + built; }

 private:
  TemporaryFolder root_;
};

}  // namespace clc::test
