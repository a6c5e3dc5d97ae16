// The functions and variables that the sources of a module share, as Clang sees them in each: LLVM's and drivers'
// linkers no longer know types and places.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <clang/AST/ASTConsumer.h>

#include "clc/package/artifact.h"
#include "protocol/library.h"
#include "protocol/source_roots.h"
#include "worker/frontend/judge/shared_tags.h"

namespace clc::worker {

struct SharedName {
  std::string shown;  // as the source calls it
  std::string type;   // without typedefs
  bool is_variable = false;
  bool is_builtin = false;      // declared in clc's header of builtins
  bool is_repeatable = false;   // inline, or an instance of a template: each source may define it
  std::string body;             // a digest of the definition, of repeatable functions
  std::uint64_t alignment = 0;  // of a variable, where its declaration says so
  SharedTags tags;              // of the type
  Diagnostic declared;          // places, without a text
  std::optional<Diagnostic> defined, used;
};

// The names that one source shares with others, as linkers know them.
using SharedNames = std::map<std::string, SharedName>;

// Fills `into` when the translation unit is complete and free of errors. `are_mapped`: see DiagnosticCollector.
std::unique_ptr<clang::ASTConsumer> make_finder_of_shared_names(const SourceRoots& roots, bool are_mapped,
                                                                SharedNames& into);

// Errors for names that two of the sources define, or know with different types, also of members.
void judge_shared_names(const std::vector<SharedNames>& sources, std::vector<Diagnostic>& into);

// Errors for those of the names that no source defines, at each source that uses them. `family`: of the target, which
// may lack a builtin; empty: no builtin is told.
void refuse_undefined(const std::vector<SharedNames>& sources, const std::set<std::string>& names,
                      std::string_view family, std::vector<Diagnostic>& into);
// Functions that each source may define.
std::set<std::string> repeatable_names(const std::vector<SharedNames>& sources);
// Names that a library of these sources has for others, and those that it wants of them. A stripped one tells no names
// of members.
Library library_of(const std::vector<SharedNames>& sources, bool is_stripped);
// The names of a library, all of them at this place.
SharedNames shared_by(const Library& library, const RootedPath& place);
// Remarks for a driver that compiles the sources itself: on functions that it may know all the same, and on repeated
// ones, which its linker may refuse without a word. Warnings of variables without a value, with which a driver may
// link; a library may have those.
void remark_for_driver(const std::vector<SharedNames>& sources, bool is_library, std::vector<Diagnostic>& into);

}  // namespace clc::worker
