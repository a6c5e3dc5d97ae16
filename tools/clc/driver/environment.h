// What must be arranged before the first OpenCL call loads the drivers.
#pragma once

#include <string>
#include <vector>

#include "clc/package/result.h"

namespace clc {

// Takes standard output away from drivers, which print to it: they get standard error.
// Returns the descriptor of the real one.
Result<int> take_standard_output();

// The variables that drivers read: cache folders inside the working folder, a CPU class when
// `features` has "cpu=…".
Result<void> prepare_environment(const std::vector<std::string>& features);

// An empty folder as the working folder, removed in the end.
class PrivateFolder {
 public:
  static Result<PrivateFolder> enter();
  PrivateFolder(PrivateFolder&& other) noexcept;
  PrivateFolder& operator=(PrivateFolder&&) = delete;
  ~PrivateFolder();
  const std::string& path() const { return path_; }

 private:
  explicit PrivateFolder(std::string path);
  std::string path_;
};

}  // namespace clc
