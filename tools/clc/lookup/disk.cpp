#include "lookup/disk.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <map>

#include "base/file_descriptor.h"
#include "clc/base/digest.h"
#include "support/source_file.h"

namespace clc {
namespace {

using Kind = Disk::PathState::Kind;

// True when Clang asks this of every disk, whatever the source.
bool is_usual(const FileFact& fact) {
  const bool is_of_folder = fact.kind == FileFact::Kind::k_folder || fact.kind == FileFact::Kind::k_absent;
  return is_of_folder && fact.path.root == RootedPath::k_working_folder && fact.path.name == ".";
}

bool is_in_roots(const RootedPath& path, const SourceRoots& roots) {
  const std::string place = normal_path(roots.path_of(path));
  // A `..` that is left leads through a symbolic link, to anywhere.
  if ((place + "/").find("/../") != std::string::npos) return false;
  return std::ranges::any_of(roots.roots(), [&place](const SourceRoots::Root& root) {
    return place == root.folder || is_below(place, root.folder);
  });
}

Disk::PathState place_of(const struct stat& info) {
  Disk::PathState place;
  place.kind = S_ISREG(info.st_mode) ? Kind::k_file : S_ISDIR(info.st_mode) ? Kind::k_folder : Kind::k_other;
  place.device = info.st_dev;
  place.inode = info.st_ino;
  place.size = static_cast<std::uint64_t>(info.st_size);
  return place;
}

Disk::PathState read_place(const std::string& path) {
  // O_NONBLOCK: a pipe in the place of a file must not hang us.
  const FileDescriptor file(open_file(path, O_RDONLY | O_NONBLOCK | O_NOCTTY));
  struct stat info{};
  if (!file.is_open()) return ::stat(path.c_str(), &info) == 0 ? place_of(info) : Disk::PathState();
  Disk::PathState place;
  if (::fstat(file.get(), &info) == 0) place = place_of(info);
  Bytes bytes;
  // Reads the file's size and one byte more, which tells that the file grows.
  if (place.kind == Kind::k_file && read_all(file.get(), bytes, place.size + 1, place.size + 1) == 0) {
    place.sha256 = sha256_hex(bytes);
    place.size = bytes.size();
  }
  return place;
}

// Compares the facts with the disk, one after the other in their order.
class Comparison {
 public:
  Comparison(const SourceRoots& roots, Disk& disk) : roots_(roots), disk_(disk) {}

  Difference next(const FileFact& fact) {
    const std::uint64_t index = index_++;
    const std::string path = roots_.path_of(fact.path);
    const Disk::PathState& place = disk_.look(path);
    const bool is_there = place.kind != Kind::k_absent;
    if (fact.kind == FileFact::Kind::k_absent) return is_there ? Difference::k_appeared : Difference::k_none;
    if (!is_there) return Difference::k_vanished;
    const Kind wanted = fact.kind == FileFact::Kind::k_folder ? Kind::k_folder : Kind::k_file;
    if (place.kind != wanted) return Difference::k_kind;
    if (wanted == Kind::k_file && place.size != fact.size) return Difference::k_changed;
    const bool is_read = fact.kind == FileFact::Kind::k_read;
    if (is_read && disk_.read_contents(path).sha256 != fact.sha256) return Difference::k_changed;
    if (!fact.can_share_file()) return Difference::k_none;
    const std::uint64_t same_file_as = first_.try_emplace({place.device, place.inode}, index).first->second;
    return same_file_as == fact.same_file_as ? Difference::k_none : Difference::k_link;
  }

 private:
  const SourceRoots& roots_;
  Disk& disk_;
  std::uint64_t index_ = 0;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> first_;  // fact by file
};

}  // namespace

Disk::PathState Disk::seen(const std::string& path, PathState place) const {
  if (place.kind == Kind::k_absent || !readable_.is_limited()) return place;
  const Readable::View view = readable_.view(path);
  const bool is_seen =
      view == Readable::View::k_all || (view == Readable::View::k_folder && place.kind == Kind::k_folder);
  return is_seen ? std::move(place) : PathState();
}

const Disk::PathState& Disk::look(const std::string& path) {
  const auto [at, is_new] = places_.try_emplace(path);
  struct stat info{};
  if (is_new && ::stat(path.c_str(), &info) == 0) at->second = seen(path, place_of(info));
  return at->second;
}

const Disk::PathState& Disk::read_contents(const std::string& path) {
  PathState& place = places_[path];
  const bool is_new = place.kind == Kind::k_absent;
  if (is_new || (place.kind == Kind::k_file && place.sha256.empty())) place = seen(path, read_place(path));
  return place;
}

void Disk::know(const std::string& path, const std::string& sha256) {
  look(path);
  places_[path].sha256 = sha256;
}

std::vector<Difference> differences(const FileFacts& facts, const SourceRoots& roots, Disk& disk) {
  std::vector<Difference> found;
  Comparison comparison(roots, disk);
  for (const FileFact& fact : facts.facts) found.push_back(comparison.next(fact));
  return found;
}

bool may_be_asked_by_strangers(const FileFacts& facts, const SourceRoots& roots) {
  return std::ranges::all_of(facts.facts, [&roots](const FileFact& fact) {
    return fact.size <= k_largest_source && (is_usual(fact) || is_in_roots(fact.path, roots));
  });
}

bool hold(const FileFacts& facts, const SourceRoots& roots, Disk& disk) {
  Comparison comparison(roots, disk);
  for (const FileFact& fact : facts.facts) {
    if (comparison.next(fact) != Difference::k_none) return false;
  }
  return true;
}

}  // namespace clc
