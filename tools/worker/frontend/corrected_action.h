// Actions of Clang whose target is corrected before it reads a source.
#pragma once

#include <memory>
#include <utility>

#include <clang/AST/ASTConsumer.h>
#include <clang/Frontend/CompilerInstance.h>

namespace clc::worker {

// Sizes of types, address spaces, and the macros that tell them.
void correct_target(clang::CompilerInstance& compiler);

// Types, before the source is parsed.
void correct_types(clang::CompilerInstance& compiler);

// A struct or union whose definition ends, before anything is compiled that uses it.
void correct_record(clang::TagDecl& definition);

template <class Action>
class CorrectedAction final : public Action {
 public:
  using Action::Action;

 protected:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    correct_target(compiler);
    return Action::BeginSourceFileAction(compiler);
  }
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override {
    correct_types(compiler);
    return Action::CreateASTConsumer(compiler, file);
  }
};

}  // namespace clc::worker
