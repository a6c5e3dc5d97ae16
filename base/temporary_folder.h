// An empty private folder that goes away with the value.
#pragma once

#include <string>
#include <utility>

#include "clc/base/result.h"

namespace clc {

class TemporaryFolder {
 public:
  // Makes a folder in the one that TMPDIR names, or in /tmp, after remove_abandoned().
  static Result<TemporaryFolder> make();
  // Removes those whose processes were killed. The first call of a process does it, others nothing.
  static void remove_abandoned();
  TemporaryFolder(TemporaryFolder&& other) noexcept
      : path_(std::exchange(other.path_, {})), held_(std::exchange(other.held_, -1)) {}
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder();

  const std::string& path() const { return path_; }

 private:
  TemporaryFolder(std::string path, int held) : path_(std::move(path)), held_(held) {}

  std::string path_;
  int held_;  // open while it is in use
};

}  // namespace clc
