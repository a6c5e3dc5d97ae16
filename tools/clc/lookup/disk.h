// The disk as this run sees it, where every path is looked at once, and the comparison of it with the facts of an
// earlier run. Files that confined sources may not see count as absent, as they are for their compiler: so no cache
// entry that depends on such a file fits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "confine/readable.h"
#include "protocol/file_facts.h"
#include "protocol/source_roots.h"

namespace clc {

class Disk {
 public:
  struct PathState {
    enum class Kind { k_absent, k_folder, k_file, k_other };
    Kind kind = Kind::k_absent;
    std::uint64_t device = 0, inode = 0, size = 0;
    std::string sha256;  // set by read_contents(); empty when the file cannot be read
  };

  explicit Disk(const std::vector<std::string>& readable = {}) : readable_(readable) {}

  // Says what is at a path. Links are followed, as a compiler does.
  const PathState& look(const std::string& path);
  // Does the same, and adds the digest of the file's contents.
  const PathState& read_contents(const std::string& path);
  // Notes the digest of a file that was computed elsewhere, so that the file is not read again.
  void know(const std::string& path, const std::string& sha256);

 private:
  PathState seen(const std::string& path, PathState place) const;

  Readable readable_;
  std::unordered_map<std::string, PathState> places_;
};

// The way in which the disk differs from a fact of an earlier run: the path appeared, vanished, has other contents or
// is of another kind; or two names no longer mean the same file, or do so now (k_link).
enum class Difference { k_none, k_appeared, k_vanished, k_changed, k_kind, k_link };
// Returns the difference for each fact. The facts may come from another checkout; here they are compared with the
// folders of `roots`.
std::vector<Difference> differences(const FileFacts& facts, const SourceRoots& roots, Disk& disk);
// True when someone whom we do not trust may learn if the facts hold, as a server does from the next question: the
// facts name only files below the folders of this compilation (and the folders that Clang looks for everywhere), and no
// file that is too large to be a source.
bool may_be_asked_by_strangers(const FileFacts& facts, const SourceRoots& roots);
// True when all facts hold; stops at the first that does not. A file of another size is not read.
bool hold(const FileFacts& facts, const SourceRoots& roots, Disk& disk);

}  // namespace clc
