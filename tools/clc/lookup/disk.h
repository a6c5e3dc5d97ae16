// The disk as this run sees it, every place looked at once, and whether facts of an earlier run still hold there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

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
    std::string sha256;  // once it was read; empty when it cannot be
  };

  // Links are followed, as a compiler does.
  const Place& look(const std::string& path);
  // The same with the digest of what is in the file.
  const Place& read(const std::string& path);
  // What somebody else has read there.
  void know(const std::string& path, const std::string& sha256);

 private:
  std::unordered_map<std::string, Place> places_;
};

// How the disk differs from a fact.
enum class Difference { k_none, k_appeared, k_vanished, k_changed, k_kind, k_link };
// `facts` were true for other folders perhaps; here they are asked of these.
std::vector<Difference> differences(const FileFacts& facts, const SourceRoots& roots, Disk& disk);
// Whether there are none. Stops at the first.
bool hold(const FileFacts& facts, const SourceRoots& roots, Disk& disk);

}  // namespace clc
