#include "worker/frontend/judge/shared_tags.h"

#include <algorithm>

#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/RecordLayout.h>
#include <clang/Basic/SourceManager.h>

#include "clc/base/digest.h"

namespace clc::worker {
namespace {

// Short: they tell some hundred texts from each other, and stand in manifests.
std::string short_digest(std::string_view text) {
  constexpr std::size_t k_length = 16;
  return sha256_hex(text).substr(0, k_length);
}

bool has_name(const clang::TagDecl& tag) {
  return tag.getIdentifier() != nullptr || tag.getTypedefNameForAnonDecl() != nullptr;
}

// Adds the types that a type names: those of parameters, elements, and of what it points to.
void add_parts_of(clang::QualType type, std::vector<clang::QualType>& into) {
  type = type.getCanonicalType();
  if (const auto* function = type->getAs<clang::FunctionProtoType>()) {
    const auto parameters = function->param_types();
    into.insert(into.end(), parameters.begin(), parameters.end());
  }
  if (const auto* function = type->getAs<clang::FunctionType>()) {
    into.push_back(function->getReturnType());
  } else if (const auto* array = type->getAsArrayTypeUnsafe()) {
    into.push_back(array->getElementType());
  } else if (const auto* atomic = type->getAs<clang::AtomicType>()) {
    into.push_back(atomic->getValueType());
  } else if (const auto* pipe = type->getAs<clang::PipeType>()) {
    into.push_back(pipe->getElementType());
  } else if (!type->getPointeeType().isNull()) {
    into.push_back(type->getPointeeType());
  }
}

// The tag that a type is, points to or has as elements; null for functions and others.
const clang::TagDecl* tag_of(clang::QualType type) {
  std::vector<clang::QualType> parts{type};
  while (!parts.empty() && !parts.back()->isFunctionType()) {
    if (const clang::TagDecl* tag = parts.back()->getAsTagDecl()) return tag;
    const clang::QualType part = parts.back();
    parts.clear();
    add_parts_of(part, parts);
  }
  return nullptr;
}

std::string at_bit(std::uint64_t bit) {
  return bit % 8 == 0 ? " at byte " + std::to_string(bit / 8) : " at bit " + std::to_string(bit);
}

void add_enumerators(const clang::EnumDecl& enumeration, std::vector<std::string>& parts) {
  for (const clang::EnumConstantDecl* constant : enumeration.enumerators()) {
    parts.push_back(constant->getNameAsString() + " = " + llvm::toString(constant->getInitVal(), 10));
  }
}

}  // namespace

std::string shared_spelling(clang::QualType type, const clang::ASTContext& context) {
  clang::PrintingPolicy policy = context.getPrintingPolicy();
  policy.AnonymousTagLocations = false;
  return type.getCanonicalType().getAsString(policy);
}

void TagFinder::add_members(const clang::RecordDecl& record, const std::string& prefix, std::uint64_t start_bit,
                            std::vector<std::string>& parts, std::vector<clang::QualType>& uses) {
  const clang::ASTRecordLayout& layout = context_.getASTRecordLayout(&record);
  if (const auto* with_bases = llvm::dyn_cast<clang::CXXRecordDecl>(&record)) {
    for (const clang::CXXBaseSpecifier& base : with_bases->bases()) {
      const clang::CXXRecordDecl* of_base = base.getType()->getAsCXXRecordDecl();
      if (of_base == nullptr || base.isVirtual()) continue;
      const auto bit = static_cast<std::uint64_t>(context_.toBits(layout.getBaseClassOffset(of_base)));
      parts.push_back("base " + shared_spelling(base.getType(), context_) + at_bit(start_bit + bit));
      uses.push_back(base.getType());
    }
  }
  for (const clang::FieldDecl* field : record.fields()) {
    const std::string name = prefix + field->getNameAsString();
    const std::uint64_t bit = start_bit + layout.getFieldOffset(field->getFieldIndex());
    std::string part = shared_spelling(field->getType(), context_) + " " + name;
    if (field->isBitField()) part += " : " + std::to_string(field->getBitWidthValue());
    parts.push_back(part + at_bit(bit));
    const clang::TagDecl* inner = tag_of(field->getType());
    if (inner == nullptr || has_name(*inner)) {
      uses.push_back(field->getType());
    } else if (const auto* enumeration = llvm::dyn_cast<clang::EnumDecl>(inner)) {
      add_enumerators(*enumeration, parts);
    } else if (const auto* of_member = llvm::cast<clang::RecordDecl>(inner)->getDefinition()) {
      const bool is_member_itself = field->getType()->isRecordType();
      const std::string path = field->isAnonymousStructOrUnion() ? prefix : name + ".";
      add_members(*of_member, path, is_member_itself ? bit : 0, parts, uses);
    }
  }
}

void TagFinder::describe(const clang::TagDecl& definition, SharedTag& tag, std::vector<clang::QualType>& uses) {
  std::vector<std::string>& parts = tag.seen.parts;
  if (const auto* enumeration = llvm::dyn_cast<clang::EnumDecl>(&definition)) {
    parts.push_back("of type " + shared_spelling(enumeration->getIntegerType(), context_));
    add_enumerators(*enumeration, parts);
  } else {
    const auto& record = llvm::cast<clang::RecordDecl>(definition);
    const clang::ASTRecordLayout& layout = context_.getASTRecordLayout(&record);
    add_members(record, "", 0, parts, uses);
    parts.push_back(std::to_string(layout.getSize().getQuantity()) + " bytes, aligned to " +
                    std::to_string(layout.getAlignment().getQuantity()));
  }
  std::string all;
  for (const std::string& part : parts) all += part + "\n";
  tag.seen.digest = short_digest(all);
}

const TagFinder::Known& TagFinder::known(const clang::TagDecl& declaration, const std::string& owner) {
  const auto [at, is_new] = known_.try_emplace(declaration.getCanonicalDecl());
  if (!is_new) return at->second;
  const clang::TagDecl* definition = declaration.getDefinition();
  const clang::TagDecl& best = definition == nullptr ? declaration : *definition;
  auto tag = std::make_shared<SharedTag>();
  const std::string spelled = shared_spelling(context_.getCanonicalTagType(&best), context_);
  tag->seen.name = has_name(best) ? spelled : spelled + " of " + owner;
  tag->seen.key = short_digest(tag->seen.name);
  tag->place = place_of_(best.getLocation());
  std::vector<clang::QualType> uses;
  const bool is_described = definition != nullptr && !definition->isInvalidDecl() && !definition->isDependentType();
  if (is_described) describe(*definition, *tag, uses);
  at->second = {std::move(tag), std::move(uses)};
  return at->second;
}

void TagFinder::add(clang::QualType type, const std::string& owner, SharedTags& into) {
  std::vector<clang::QualType> open{type};
  while (!open.empty()) {
    const clang::QualType next = open.back();
    open.pop_back();
    const clang::TagDecl* tag = next->getAsTagDecl();
    if (tag == nullptr) {
      add_parts_of(next, open);
    } else if (!context_.getSourceManager().isInSystemHeader(tag->getLocation())) {
      const Known& found = known(*tag, owner);
      if (!into.try_emplace(found.tag->seen.key, found.tag).second) continue;
      open.insert(open.end(), found.uses.begin(), found.uses.end());
    }
  }
}

std::optional<std::pair<std::string, std::string>> difference_of(const LibraryTag& a, const LibraryTag& b) {
  if (a.digest == b.digest || a.digest.empty() || b.digest.empty()) return std::nullopt;
  const auto [in_a, in_b] = std::mismatch(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end());
  // Stripped libraries tell no names of members.
  if (in_a == a.parts.end() || in_b == b.parts.end()) return std::pair<std::string, std::string>();
  return std::pair(*in_a, *in_b);
}

}  // namespace clc::worker
