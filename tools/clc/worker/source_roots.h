// Where the files of a job lie, so that names in artifacts mean the same in every checkout.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clc/package/artifact.h"
#include "protocol.h"

namespace clc::worker {

// Root 0 is the folder of the main source, root i the i-th include folder of the options.
class SourceRoots {
 public:
  explicit SourceRoots(const CompileRequest& request);

  // `path` as Clang knows it: absolute, relative to the working folder, or already mapped.
  RootedPath rooted(std::string_view path) const;
  // What __FILE__, line markers and debug information say instead of `path`.
  std::string mapped(std::string_view path) const;
  // The absolute, lexically normal form.
  std::string absolute(std::string_view path) const;
  // {absolute prefix, replacement}, in the order in which Clang shall try them.
  const std::vector<std::pair<std::string, std::string>>& prefix_map() const { return prefix_map_; }

 private:
  struct Root {
    std::string folder;  // absolute
    std::string mapped;  // "." or the include folder as spelled, when that says nothing about the machine
  };
  std::string working_folder_;
  std::vector<Root> roots_;
  std::vector<std::pair<std::string, std::string>> prefix_map_;
};

// The folder that an include option names, or an empty view for other options.
std::string_view include_folder(std::string_view option);

}  // namespace clc::worker
