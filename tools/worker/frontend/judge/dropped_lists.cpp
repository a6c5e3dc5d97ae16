#include "worker/frontend/judge/dropped_lists.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

namespace clc::worker {

void DroppedLists::take_token(const clang::Token& token) {
  if (token.isAnnotation()) return;  // the parser's, of tokens that were read
  if (is_after_parenthesis_ && token.is(clang::tok::l_brace)) missing_.insert(token.getLocation());
  is_after_parenthesis_ = token.is(clang::tok::r_paren);
}

bool DroppedLists::HandleTopLevelDecl(clang::DeclGroupRef group) {
  if (missing_.empty()) return true;
  for (clang::Decl* declaration : group) TraverseDecl(declaration);
  const clang::ASTContext& context = (*group.begin())->getASTContext();
  clang::DiagnosticsEngine& diagnostics = context.getDiagnostics();
  if (!context.getLangOpts().CPlusPlus && !diagnostics.hasErrorOccurred()) {
    const unsigned id = diagnostics.getCustomDiagID(
        clang::DiagnosticsEngine::Error,
        "Clang cannot compile this and does not say why; in a list of events, write (event_t)0 in the place of 0");
    for (const clang::SourceLocation brace : missing_) diagnostics.Report(brace, id);
  }
  missing_.clear();
  return true;
}

void DroppedLists::HandleTagDeclDefinition(clang::TagDecl* definition) {
  missing_.erase(definition->getBraceRange().getBegin());
}

bool DroppedLists::VisitCompoundStmt(clang::CompoundStmt* statement) {
  missing_.erase(statement->getLBracLoc());
  return true;
}

bool DroppedLists::VisitInitListExpr(clang::InitListExpr* list) {
  missing_.erase(list->getLBraceLoc());
  return true;
}

}  // namespace clc::worker
