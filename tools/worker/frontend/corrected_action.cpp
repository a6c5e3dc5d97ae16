#include "worker/frontend/corrected_action.h"

#include <clang/AST/ASTContext.h>
#include <clang/Basic/TargetInfo.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/Preprocessor.h>

namespace clc::worker {

void correct_target(clang::CompilerInstance& compiler) {
  clang::TargetInfo& target = compiler.getTarget();
  // Where there is a generic address space, Clang 22 takes AMD's default address space for it and puts parameters
  // there, while their addresses are private ones: it stores eight bytes where four are read. OpenCL C 1.2 has no
  // generic one, and the default one is private, as it always is for SPIR-V. (LLVM 23 has a repair: llvm 184264.)
  if (target.getTriple().isAMDGCN()) {
    clang::LangOptions options = compiler.getLangOpts();
    options.OpenCLVersion = 120;
    options.OpenCLCPlusPlus = false;
    options.OpenCLGenericAddressSpace = false;
    target.adjust(compiler.getDiagnostics(), options, nullptr);
  }
  // OpenCL C reserves `long long` for 128 bits, which no device has, and the compilers of drivers take it for `long`.
  target.LongLongWidth = target.LongWidth;
  target.LongLongAlign = target.LongAlign;
  clang::InitializePreprocessor(compiler.getPreprocessor(), compiler.getPreprocessorOpts(),
                                compiler.getPCHContainerReader(), compiler.getFrontendOpts(),
                                compiler.getCodeGenOpts());
}

void correct_types(clang::CompilerInstance& compiler) {
  clang::ASTContext& context = compiler.getASTContext();
  // The same type, so that calls of builtin functions, which have overloads for `long`, are not ambiguous.
  context.LongLongTy = context.LongTy;
  context.UnsignedLongLongTy = context.UnsignedLongTy;
}

}  // namespace clc::worker
