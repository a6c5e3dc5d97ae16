// The rules of cl_khr_cooperative_matrix. Expressions that are not known to be for matrices are errors, also those that
// Clang may learn later: nothing behind the front end knows what to make of them.
#pragma once

#include <memory>

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>

namespace clc::worker {

// Checks each declaration before code is generated for it.
std::unique_ptr<clang::ASTConsumer> make_matrix_checker(clang::ASTContext& context);

}  // namespace clc::worker
