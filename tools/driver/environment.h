// Preparations that must be made before the first OpenCL call loads the drivers.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
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
  PrivateFolder(PrivateFolder&& other) noexcept = default;
  PrivateFolder& operator=(PrivateFolder&&) = delete;
  ~PrivateFolder();
  const std::string& path() const { return folder_.path(); }

 private:
  PrivateFolder(TemporaryFolder folder, std::filesystem::path before);
  TemporaryFolder folder_;
  std::filesystem::path before_;  // the working folder
};

}  // namespace clc
