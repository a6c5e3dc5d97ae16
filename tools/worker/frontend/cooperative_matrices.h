// Cooperative matrices in sources: the attribute that makes their types, and what the draft of
// cl_khr_cooperative_matrix forbids. A matrix is a vector to Clang (ir/matrix_type.h), which gives assignments,
// parameters and arithmetic; everything else that Clang would permit is an error here.
#pragma once

#include <memory>
#include <string>

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/Lex/Preprocessor.h>

namespace clc::worker {

// Begins a source. The attribute, of which Clang makes one for all sources, belongs to the last one begun.
void begin_matrices(clang::Preprocessor& preprocessor);

// Checks each declaration before code is generated for it.
std::unique_ptr<clang::ASTConsumer> make_matrix_checker(clang::ASTContext& context);

// True where the last source begun has matrices.
bool has_matrices();

// Names matrices in a message as a source does, not by the vectors that stand for them.
void name_matrices(std::string& message);

}  // namespace clc::worker
