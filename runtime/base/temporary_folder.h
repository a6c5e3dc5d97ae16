// An empty private folder that goes away with the value.
#pragma once

#include <string>
#include <utility>

#include "clc/base/result.h"

namespace clc {

class TemporaryFolder {
 public:
  // Makes a folder whose name begins with `prefix` in the one that TMPDIR names, or in /tmp.
  static Result<TemporaryFolder> make(const std::string& prefix);
  TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder();

  const std::string& path() const { return path_; }

 private:
  explicit TemporaryFolder(std::string path) : path_(std::move(path)) {}

  std::string path_;
};

}  // namespace clc
