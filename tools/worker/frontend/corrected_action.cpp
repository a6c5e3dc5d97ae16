#include "worker/frontend/corrected_action.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/Basic/TargetInfo.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/Preprocessor.h>

#include "worker/frontend/cooperative_matrices.h"

namespace clc::worker {
namespace {

// Records that this one holds are complete, and corrected.
bool holds_union(const clang::RecordDecl& record) {
  const auto is_one = [&](clang::QualType type) {
    const clang::RecordDecl* held = record.getASTContext().getBaseElementType(type)->getAsRecordDecl();
    return held != nullptr && !held->canPassInRegisters();
  };
  const auto* cxx = llvm::dyn_cast<clang::CXXRecordDecl>(&record);
  return record.isUnion() ||
         (cxx != nullptr && llvm::any_of(cxx->bases(), [&](const auto& base) { return is_one(base.getType()); })) ||
         llvm::any_of(record.fields(), [&](const auto* field) { return is_one(field->getType()); });
}

}  // namespace

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
  begin_matrices(compiler.getPreprocessor());
}

// Clang hands a union over as its member of the greatest alignment and size, and what another member has in the padding
// of that one is lost: of union { struct { long a; char b; } s; char c[16]; } the bytes 9 to 15. So it does for AMD,
// and for NVIDIA in returned values. (Public reports: llvm 76017, 107239, 198603.) A union that may not be in registers
// is handed over as an address. SPIR-V always has addresses, and kernels take unions by themselves.
void correct_record(clang::TagDecl& definition) {
  auto* record = llvm::dyn_cast<clang::RecordDecl>(&definition);
  if (record == nullptr || record->isDependentContext() || !record->isCompleteDefinition()) return;
  const llvm::Triple& triple = record->getASTContext().getTargetInfo().getTriple();
  if (!(triple.isAMDGPU() || triple.isNVPTX()) || !record->canPassInRegisters() || !holds_union(*record)) return;
  record->setArgPassingRestrictions(clang::RecordArgPassingKind::CannotPassInRegs);
}

}  // namespace clc::worker
