// The disk as this run sees it, where every path is looked at once; and whether facts of an earlier run still hold.
// What confined sources may not see is not there, as for their compiler: so no entry that depends on it fits.
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
  struct Place {
    enum class Kind { k_absent, k_folder, k_file, k_other };
    Kind kind = Kind::k_absent;
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t size = 0;
    std::string sha256;  // set by read(); empty when the file cannot be read
  };

  explicit Disk(const std::vector<std::string>& readable = {}) : readable_(readable) {}

  // Links are followed, as a compiler does.
  const Place& look(const std::string& path);
  // The same, with the digest of the file's contents.
  const Place& read(const std::string& path);
  // Notes a digest that was computed elsewhere.
  void know(const std::string& path, const std::string& sha256);

 private:
  Place seen(const std::string& path, Place place) const;

  Readable readable_;
  std::unordered_map<std::string, Place> places_;
};

// How the disk differs from a fact of an earlier run.
enum class Difference { k_none, k_appeared, k_vanished, k_changed, k_kind, k_link };
// One for each fact. The facts may come from other folders; here they are held against these.
std::vector<Difference> differences(const FileFacts& facts, const SourceRoots& roots, Disk& disk);
// Whether someone whom we do not trust may learn if the facts hold, as a server does from what it is asked next: they
// name only files below the folders of this compilation (and the folders that Clang looks for everywhere), and none
// that is too large to be a source.
bool may_be_asked_by_strangers(const FileFacts& facts, const SourceRoots& roots);
// Whether all facts hold; stops at the first that does not. A file whose size is another is not read.
bool hold(const FileFacts& facts, const SourceRoots& roots, Disk& disk);

}  // namespace clc
