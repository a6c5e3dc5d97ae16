// Types of cooperative matrices in sources, their attribute, and the functions that are declared for them. A matrix is
// a vector to Clang (ir/matrix_type.h), which gives assignments, parameters and arithmetic; what else Clang would
// permit, judge/matrix_checker.h forbids.
#pragma once

#include <optional>
#include <string>

#include <clang/AST/Type.h>
#include <clang/AST/TypeLoc.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Lex/Preprocessor.h>

#include "worker/ir/matrix_type.h"

namespace clc::worker {

constexpr llvm::StringLiteral k_matrix_product = "coop_mat_mulAdd";
constexpr llvm::StringLiteral k_matrix_load = "coop_mat_load";
constexpr llvm::StringLiteral k_matrix_store = "coop_mat_store";
constexpr llvm::StringLiteral k_matrix_init = "coop_mat_init";
constexpr llvm::StringLiteral k_matrix_tile = "clc_coop_mat_tile";
constexpr llvm::StringLiteral k_matrix_fetch = "clc_coop_mat_fetch";
constexpr llvm::StringLiteral k_matrix_wait = "clc_coop_mat_wait";
constexpr llvm::StringLiteral k_matrix_length = "__clc_coop_mat_length";

// Begins a source. The attribute, of which Clang makes one for all sources, belongs to the last one begun.
void begin_matrices(clang::Preprocessor& preprocessor);

// True where the last source begun has matrices.
bool has_matrices();

// Names matrices in a message as a source does, not by the vectors that stand for them.
void name_matrices(std::string& message);

// A type that the attribute has made in this source; null for others.
std::optional<MatrixType> matrix_of(clang::QualType type);
clang::QualType element_of(clang::QualType matrix);

// True for the type of a declaration that the attribute has made a matrix.
bool is_made_matrix(clang::TypeLoc type);

// Why three types make no product; empty where they do.
std::string unfit(clang::QualType a, clang::QualType b, clang::QualType c);

void report_matrix_error(clang::DiagnosticsEngine& diagnostics, clang::SourceLocation place, const std::string& text);

}  // namespace clc::worker
