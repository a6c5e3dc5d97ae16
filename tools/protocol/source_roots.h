// The folders of a job, so that file names in artifacts and in the cache mean the same in every checkout.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clc/package/artifact.h"
#include "protocol/protocol.h"

namespace clc {

// The roots below which names are kept: root 0 is the folder of the first source, root i the i-th include folder of the
// options. Of several sources, the include folders that each has for itself follow, and the folders of all but the
// first. A name below a root keeps the compiler's spelling, `..` included: where `a` is a symbolic link, `a/..` is
// another folder.
class SourceRoots {
 public:
  struct Root {
    std::string folder;  // absolute
    std::string mapped;  // "."; a relative folder as spelled; "include-2" or "source-2" for others
  };

  explicit SourceRoots(const CompileRequest& request);

  // The absolute path of a source, also of one without a file.
  std::string path_of_source(const RequestedSource& source) const;
  // The name of `path`, which is as the compiler asked for it, below the longest root that it begins with.
  RootedPath rooted(std::string_view path) const;
  // True when the folder of this absolute name is above one of the roots: it exists wherever that root exists.
  bool is_above_a_root(std::string_view folder) const;
  // Does the same as rooted() for a name that may be mapped already, as in line markers.
  RootedPath rooted_or_mapped(std::string_view path) const;
  // The absolute path of the file that a rooted path means here.
  std::string path_of(const RootedPath& path) const;
  // The name that stands for `path` in __FILE__, line markers and debug information.
  std::string mapped(std::string_view path) const;
  // The absolute form of a name that is relative to the working folder, see normal_path().
  std::string absolute(std::string_view path) const;
  // Pairs of an absolute prefix and its replacement, in the order in which Clang has to try them.
  const std::vector<std::pair<std::string, std::string>>& prefix_map() const { return prefix_map_; }

  const std::vector<Root>& roots() const { return roots_; }
  const std::string& working_folder() const { return working_folder_; }

 private:
  void add_include_folders(const BuildOptions& options);
  void add_source_folder(const RequestedSource& source);
  void remap_roots(const BuildOption& option);
  const Root* longest_root_of(std::string_view path) const;

  std::string working_folder_;
  std::vector<Root> roots_;
  std::vector<std::pair<std::string, std::string>> prefix_map_;
};

// The path without `.`, double slashes, and each `..` that does not lead through a symbolic link. "." if nothing is
// left.
std::string normal_path(std::string_view path);

// True when `path` lies in `folder`, going by the names alone.
bool is_below(std::string_view path, std::string_view folder);

}  // namespace clc
