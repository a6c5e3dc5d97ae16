// Limits on which files a process can open, by the kernel's Landlock. Nothing undoes them, and all that the process
// starts has them, too. Questions such as stat() are not limited.
#pragma once

#include <string>
#include <utility>

#include "clc/base/result.h"

namespace clc {

// True when the running Linux has Landlock.
bool can_limit_files();

class FileRules {
 public:
  enum class Limit {
    k_writing,  // files can be changed, made and removed only where a rule allows it
    k_all,      // files can be read and run only by rules, too
  };

  static Result<FileRules> make(Limit limit);
  FileRules(FileRules&& other) noexcept : limit_(other.limit_), fd_(std::exchange(other.fd_, -1)) {}
  FileRules& operator=(FileRules&&) = delete;
  ~FileRules();

  // Allow access to a file, or to a folder with all in it. A path that does not exist is passed over.
  void allow_reading(const std::string& path);
  void allow_running(const std::string& path);  // and reading
  void allow_all(const std::string& path);

  // Allows the calling process, and what it becomes, to name its threads.
  void allow_own_threads();

  // Limits the calling thread and what it starts, not other threads.
  bool apply() const;

 private:
  FileRules(Limit limit, int fd) : limit_(limit), fd_(fd) {}
  void allow(const std::string& path, unsigned long long access);

  Limit limit_;
  int fd_;
};

}  // namespace clc
