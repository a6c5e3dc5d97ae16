// Where the files of a job lie, so that names in artifacts and in the cache mean the same in every checkout.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clc/package/artifact.h"
#include "protocol/protocol.h"

namespace clc {

// Root 0 is the folder of the main source, root i the i-th include folder of the options. A name behind a root is
// kept as the compiler spelled it, `..` included: through a symbolic link `a/..` is another folder.
class SourceRoots {
 public:
  struct Root {
    std::string folder;  // absolute
    std::string mapped;  // "." or the include folder as spelled, when that says nothing about the machine
  };

  explicit SourceRoots(const CompileRequest& request);

  // `path` as the compiler asked for it. The longest root that it begins with counts.
  RootedPath rooted(std::string_view path) const;
  // The same where names may be mapped already, as in line markers.
  RootedPath rooted_or_mapped(std::string_view path) const;
  // The file that a rooted path means here: absolute.
  std::string path_of(const RootedPath& path) const;
  // What __FILE__, line markers and debug information say instead of `path`.
  std::string mapped(std::string_view path) const;
  // The absolute form of a name that is relative to the working folder, see normal_path().
  std::string absolute(std::string_view path) const;
  // {absolute prefix, replacement}, in the order in which Clang shall try them.
  const std::vector<std::pair<std::string, std::string>>& prefix_map() const { return prefix_map_; }

  const std::vector<Root>& roots() const { return roots_; }
  const std::string& working_folder() const { return working_folder_; }

 private:
  void remap_roots(std::string_view option);
  const Root* longest_root_of(std::string_view path) const;

  std::string working_folder_;
  std::vector<Root> roots_;
  std::vector<std::pair<std::string, std::string>> prefix_map_;
};

// The folder that an include option names, or an empty view for other options.
std::string_view include_folder(std::string_view option);

// Without `.`, double slashes, and any `..` that does not lead through a symbolic link. "." for nothing.
std::string normal_path(std::string_view path);

// Whether `path` lies in `folder`, by their names.
bool is_below(std::string_view path, std::string_view folder);

}  // namespace clc
