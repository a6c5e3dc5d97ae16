// A new folder under the system's temporary one, gone with the object. Its path has slashes, as the paths in messages,
// on Windows too.
#pragma once

#include <filesystem>
#include <random>
#include <string>

namespace clc::test {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    namespace fs = std::filesystem;
    std::random_device random;
    do {
      path_ = (fs::temp_directory_path() / ("clc-test-" + std::to_string(random()))).generic_string();
    } while (!fs::create_directory(path_));
    fs::permissions(path_, fs::perms::owner_all);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace clc::test
