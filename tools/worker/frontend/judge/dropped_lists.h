// Lists in braces, as in `(int[2]){0, 1}`, that Clang leaves out without a word.
#pragma once

#include <set>

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/Lex/Token.h>

namespace clc::worker {

// In C, Clang 22 rejects a 0 in a list of events, does not say so, and leaves out a whole statement such as
// `list = (event_t[2]){0, 0};`. Reports an error where the source has a brace behind a parenthesis and the syntax tree
// has nothing that begins there.
class DroppedLists final : public clang::ASTConsumer, public clang::DynamicRecursiveASTVisitor {
 public:
  // Called with each token that the parser reads.
  void take_token(const clang::Token& token);

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override;
  void HandleTagDeclDefinition(clang::TagDecl* definition) override;
  bool VisitCompoundStmt(clang::CompoundStmt* statement) override;
  bool VisitInitListExpr(clang::InitListExpr* list) override;

 private:
  bool is_after_parenthesis_ = false;
  std::set<clang::SourceLocation> missing_;  // braces of this declaration, until they are found in the tree
};

}  // namespace clc::worker
