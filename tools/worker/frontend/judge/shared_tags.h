// The structs, unions and enumerations that the sources of a module hand to each other: their types have the same names
// whatever the headers of each source said of them.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <clang/AST/ASTContext.h>
#include <clang/AST/Type.h>

#include "clc/package/artifact.h"
#include "protocol/library.h"

namespace clc::worker {

struct SharedTag {
  LibraryTag seen;   // as one source sees it
  Diagnostic place;  // without a text
};

// By LibraryTag::key.
using SharedTags = std::map<std::string, std::shared_ptr<const SharedTag>>;

// Finds the tags of one source.
class TagFinder {
 public:
  using PlaceOf = std::function<Diagnostic(clang::SourceLocation)>;

  TagFinder(const clang::ASTContext& context, PlaceOf place_of) : context_(context), place_of_(std::move(place_of)) {}

  // Adds the tags that a type is, points to or holds. `owner`: the function or variable of this type.
  void add(clang::QualType type, const std::string& owner, SharedTags& into);

 private:
  struct Known {
    std::shared_ptr<const SharedTag> tag;
    std::vector<clang::QualType> uses;  // types of members
  };

  const Known& known(const clang::TagDecl& declaration, const std::string& owner);
  void describe(const clang::TagDecl& definition, SharedTag& tag, std::vector<clang::QualType>& uses);
  void add_members(const clang::RecordDecl& record, const std::string& prefix, std::uint64_t start_bit,
                   std::vector<std::string>& parts, std::vector<clang::QualType>& uses);

  const clang::ASTContext& context_;
  PlaceOf place_of_;
  std::map<const clang::TagDecl*, Known> known_;
};

// The spelling of a type without typedefs, and without the places of types that have no name.
std::string shared_spelling(clang::QualType type, const clang::ASTContext& context);

// In which way two sources see a tag differently: texts for either. Nothing: they agree, or one does not know.
std::optional<std::pair<std::string, std::string>> difference_of(const LibraryTag& a, const LibraryTag& b);

}  // namespace clc::worker
