#include "worker/frontend/inline_assembly.h"

#include <cctype>

#include <clang/AST/ASTContext.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>

namespace clc::worker {
namespace {

class Finder final : public clang::DynamicRecursiveASTVisitor {
 public:
  explicit Finder(bool& seen) : seen_(seen) {}

  bool VisitFileScopeAsmDecl(clang::FileScopeAsmDecl*) override {
    seen_ = true;
    return false;
  }
  bool VisitAsmStmt(clang::AsmStmt*) override {
    seen_ = true;
    return false;
  }

 private:
  bool& seen_;
};

class Consumer final : public clang::ASTConsumer {
 public:
  explicit Consumer(bool& seen) : seen_(seen) {}
  void HandleTranslationUnit(clang::ASTContext& context) override {
    Finder(seen_).TraverseDecl(context.getTranslationUnitDecl());
  }

 private:
  bool& seen_;
};

}  // namespace

bool names_assembly(std::string_view text) {
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin;
    while (end < text.size() && is_word(text[end])) ++end;
    const std::string_view word = text.substr(begin, end - begin);
    if (word == "asm" || word == "__asm" || word == "__asm__") return true;
    begin = end + 1;
  }
  return false;
}

std::unique_ptr<clang::ASTConsumer> make_assembly_finder(bool& seen) {
  return std::make_unique<Consumer>(seen);
}

}  // namespace clc::worker
