// The kernels in the folder that is served, and nothing beside it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clc/base/bytes.h"
#include "clc/base/result.h"

namespace clc {

bool is_kernel_name(const std::string& path);

class KernelFolder {
 public:
  // Opens a folder; `spelled` is how diagnostics show it.
  static Result<KernelFolder> open(const std::string& spelled);

  struct Contents {
    std::vector<std::string> kernels;  // below the folder, sorted
    std::vector<std::string> folders;  // absolute, the folder itself first
    bool is_cut = false;               // there were more than are looked at
  };
  // Lists every .cl and .clcpp file, at any depth, but not below folders whose name begins with a dot. Links to folders
  // are not followed, and links to files only where they lead to a file in the folder.
  Contents list() const;

  // Reads the text of a kernel; nothing where it cannot be read, or where a link leads out of the folder.
  std::optional<Bytes> read_kernel(const std::string& kernel) const;

  const std::string& path() const { return path_; }  // absolute, without links
  const std::string& spelled() const { return spelled_; }
  std::string spelled(const std::string& kernel) const;

 private:
  KernelFolder(std::string spelled, std::string path) : spelled_(std::move(spelled)), path_(std::move(path)) {}

  std::string spelled_, path_;
};

}  // namespace clc
