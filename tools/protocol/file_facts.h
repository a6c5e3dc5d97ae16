// The questions that a compiler asked of the disk, with the answers. Wherever the same questions get the same answers,
// its result is the same: the compiler sees nothing else of a file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/fields/byte_fields.h"
#include "clc/package/artifact.h"

namespace clc {

struct FileFact {
  enum class Kind {
    k_absent,  // nothing of this name exists
    k_folder,
    k_file,  // exists and was not read
    k_read,  // exists and was read
  };
  Kind kind = Kind::k_absent;
  RootedPath path;         // with `..` and links as the compiler asked, see SourceRoots
  std::uint64_t size = 0;  // of k_file and k_read
  std::string sha256;      // of k_read
  // The index of the first fact about the same file or folder under any name; without another name, its own index.
  // `#pragma once` depends on it.
  std::uint64_t same_file_as = 0;

  // True when other facts may be about the same file or folder. The working folder is left out: Clang always asks for
  // it, and compares it with nothing.
  bool can_share_file() const {
    const bool is_working_folder = path.root == RootedPath::k_working_folder && path.name == ".";
    return kind != Kind::k_absent && !is_working_folder;
  }

  friend bool operator==(const FileFact& a, const FileFact& b) {
    return a.kind == b.kind && a.path.root == b.path.root && a.path.name == b.path.name && a.size == b.size &&
           a.sha256 == b.sha256 && a.same_file_as == b.same_file_as;
  }
};

struct FileFacts {
  std::vector<FileFact> facts;
  // False when an answer changed between two questions, or when a question cannot be asked again (of a pipe).
  bool is_repeatable = true;
  // True when the source names files by absolute names, which mean the same file wherever the source lies.
  bool names_absolute = false;
  // True when a source for a driver has inline assembly, by which the driver may read files that are not among the
  // facts.
  bool has_assembly = false;

  friend bool operator==(const FileFacts& a, const FileFacts& b) {
    return a.facts == b.facts && a.is_repeatable == b.is_repeatable && a.names_absolute == b.names_absolute &&
           a.has_assembly == b.has_assembly;
  }
};

template <class F>
void fields(F& f, FieldsOf<F, FileFact>& fact) {
  constexpr std::int64_t k_most_roots = 1 << 20;
  using Kind = FileFact::Kind;
  f.choice(fact.kind, Kind::k_read);
  f.number_between(RootedPath::k_working_folder, fact.path.root, k_most_roots);
  f.text(fact.path.name);
  if (fact.kind == Kind::k_file || fact.kind == Kind::k_read) f.number(fact.size);
  if (fact.kind == Kind::k_read) f.digest(fact.sha256);
  f.number(fact.same_file_as);
}

template <class F>
void fields(F& f, FieldsOf<F, FileFacts>& facts) {
  f.flags(facts.is_repeatable, facts.names_absolute, facts.has_assembly);
  f.list(facts.facts);
  for (std::size_t i = 0; i < facts.facts.size(); ++i) f.require(facts.facts[i].same_file_as <= i);
}

}  // namespace clc
