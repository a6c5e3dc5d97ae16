// Preparations that must be made before the first OpenCL call loads the drivers.
#pragma once

#include <string>
#include <vector>

#include "clc/base/result.h"

namespace clc {

// Sets the environment variables that drivers read: caches lie inside the working folder, and `features` with "cpu=…"
// chooses a CPU class.
Result<void> prepare_environment(const std::vector<std::string>& features);

// An error where what a driver compiles would name the working folder.
Result<void> check_working_folder();

// A new, empty working folder, which the destructor removes.
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
