#include "worker/frontend/layouts.h"

#include <algorithm>

#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/RecordLayout.h>

namespace clc::worker {
namespace {

std::uint64_t bytes(clang::QualType type, const clang::ASTContext& context) {
  return static_cast<std::uint64_t>(context.getTypeSizeInChars(type).getQuantity());
}

bool has_name(const clang::RecordDecl& record) {
  return record.getIdentifier() != nullptr || record.getTypedefNameForAnonDecl() != nullptr;
}

clang::PrintingPolicy name_policy(const clang::ASTContext& context) {
  clang::PrintingPolicy policy = context.getPrintingPolicy();
  policy.SuppressTagKeyword = true;
  return policy;
}

// Clang would name a struct without a name by its file and line.
std::string record_name(const clang::RecordDecl& record, clang::QualType type, const clang::ASTContext& context) {
  if (!has_name(record)) return record.isUnion() ? "union" : "struct";
  return spelling(type, name_policy(context));
}

// True where offsets describe the record completely.
bool is_plain(const clang::RecordDecl& record) {
  const auto* cxx = llvm::dyn_cast<clang::CXXRecordDecl>(&record);
  return cxx == nullptr || (cxx->getNumBases() == 0 && !cxx->isDynamicClass());
}

// `prefix` and `start` are the name and offset of a struct without a name within the named one; empty and 0 otherwise.
void add_members(const clang::RecordDecl& record, const clang::ASTContext& context, const std::string& prefix,
                 std::uint64_t start, std::vector<StructMember>& into) {
  const clang::ASTRecordLayout& layout = context.getASTRecordLayout(&record);
  for (const clang::FieldDecl* field : record.fields()) {
    StructMember member;
    member.name = prefix + field->getNameAsString();
    member.offset = start + layout.getFieldOffset(field->getFieldIndex()) / 8;
    const clang::RecordDecl* inner = field->getType()->getAsRecordDecl();
    if (inner != nullptr && !has_name(*inner)) {
      add_members(*inner, context, field->isAnonymousStructOrUnion() ? prefix : member.name + ".", member.offset, into);
      continue;
    }
    member.type = plain_spelling(field->getType(), context);
    if (field->isBitField()) {
      member.type += ":" + std::to_string(field->getBitWidthValue());
    } else {
      member.size = bytes(field->getType(), context);
    }
    into.push_back(std::move(member));
  }
}

const clang::RecordDecl* definition_in(clang::QualType type, const clang::ASTContext& context) {
  while (type->isAnyPointerType() || type->isArrayType()) {
    type = type->isArrayType() ? context.getBaseElementType(type) : type->getPointeeType();
  }
  const clang::RecordDecl* record = type->getAsRecordDecl();
  return record == nullptr ? nullptr : record->getDefinition();
}

}  // namespace

std::string spelling(clang::QualType type, const clang::PrintingPolicy& policy) {
  std::string text = type.getUnqualifiedType().getAsString(policy);
  if (const std::string prefix = "unsigned "; text.rfind(prefix, 0) == 0) text = "u" + text.substr(prefix.size());
  return text;
}

std::string plain_spelling(clang::QualType type, const clang::ASTContext& context) {
  type = context.getCanonicalType(type).getUnqualifiedType();
  if (type->isArrayType()) {
    std::string lengths;
    for (; type->isArrayType(); type = context.getAsArrayType(type)->getElementType()) {
      const auto* array = context.getAsConstantArrayType(type);
      lengths += "[" + (array == nullptr ? "" : std::to_string(array->getZExtSize())) + "]";
    }
    return plain_spelling(type, context) + lengths;
  }
  if (type->isPointerType()) return plain_spelling(type->getPointeeType(), context) + "*";
  if (const auto* vector = type->getAs<clang::VectorType>()) {
    return plain_spelling(vector->getElementType(), context) + std::to_string(vector->getNumElements());
  }
  if (const auto* atomic = type->getAs<clang::AtomicType>()) return plain_spelling(atomic->getValueType(), context);
  if (const auto* enumeration = type->getAsEnumDecl()) return plain_spelling(enumeration->getIntegerType(), context);
  if (const clang::RecordDecl* record = type->getAsRecordDecl()) return record_name(*record, type, context);
  const std::string text = spelling(type, context.getPrintingPolicy());
  return text == "signed char" ? "char" : text;
}

void add_layouts(clang::QualType type, const clang::ASTContext& context, std::vector<StructLayout>& into) {
  const clang::RecordDecl* record = definition_in(type, context);
  if (record == nullptr || !is_plain(*record)) return;
  const clang::QualType own_type = context.getCanonicalTagType(record);
  if (has_name(*record)) {
    StructLayout layout;
    layout.name = record_name(*record, own_type, context);
    const bool is_known = std::any_of(into.begin(), into.end(), [&](auto& known) { return known.name == layout.name; });
    if (is_known) return;
    layout.size = bytes(own_type, context);
    layout.alignment = static_cast<std::uint64_t>(context.getTypeAlignInChars(own_type).getQuantity());
    layout.is_union = record->isUnion();
    add_members(*record, context, "", 0, layout.members);
    into.push_back(std::move(layout));
  }
  for (const clang::FieldDecl* field : record->fields()) add_layouts(field->getType(), context, into);
}

}  // namespace clc::worker
