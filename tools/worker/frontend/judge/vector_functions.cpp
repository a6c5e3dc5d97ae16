#include "worker/frontend/judge/vector_functions.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/Preprocessor.h>

namespace clc::worker {
namespace {

using Tokens = std::vector<clang::Token>;

bool is_attribute_of_vectors(const clang::Token& token) {
  const clang::IdentifierInfo* name = token.getIdentifierInfo();
  constexpr std::array k_names{"ext_vector_type", "__ext_vector_type__", "vector_size", "__vector_size__"};
  return name != nullptr &&
         std::any_of(k_names.begin(), k_names.end(), [&](const char* known) { return name->getName() == known; });
}

bool begins_attribute(const Tokens& tokens, std::size_t at) {
  return at + 1 < tokens.size() && tokens[at].is(clang::tok::l_square) && tokens[at + 1].is(clang::tok::l_square);
}

// The place behind the attribute that begins at `at`. Sets `is_of_vectors` when that is in it.
std::size_t end_of_attribute(const Tokens& tokens, std::size_t at, bool& is_of_vectors) {
  std::size_t depth = 0;
  for (; at < tokens.size(); ++at) {
    if (tokens[at].is(clang::tok::l_square)) ++depth;
    if (tokens[at].is(clang::tok::r_square) && --depth == 0) return at + 1;
    is_of_vectors = is_of_vectors || is_attribute_of_vectors(tokens[at]);
  }
  return at;
}

bool opens(const clang::Token& token) {
  return token.isOneOf(clang::tok::l_paren, clang::tok::l_square);
}

bool closes(const clang::Token& token) {
  return token.isOneOf(clang::tok::r_paren, clang::tok::r_square);
}

// True where what follows `at` is the rest of a function's definition, with its parameters.
bool defines_function(const Tokens& tokens, std::size_t at) {
  std::size_t depth = 0;
  bool has_parameters = false;
  for (; at < tokens.size(); ++at) {
    const clang::Token& token = tokens[at];
    if (opens(token)) ++depth;
    if (closes(token) && depth-- == 0) return false;  // the attribute was that of a parameter
    if (depth != 0 || closes(token)) {
      has_parameters = has_parameters || token.is(clang::tok::r_paren);
      continue;
    }
    if (token.is(clang::tok::l_brace)) return has_parameters;
    const bool is_operator = at != 0 && tokens[at - 1].is(clang::tok::kw_operator);
    // GNU's attributes have parentheses, too.
    if (token.isOneOf(clang::tok::semi, clang::tok::kw___attribute) || (token.is(clang::tok::equal) && !is_operator))
      return false;
  }
  return false;
}

}  // namespace

void VectorFunctionAction::ExecuteAction() {
  clang::Preprocessor& preprocessor = getCompilerInstance().getPreprocessor();
  preprocessor.IgnorePragmas();
  preprocessor.EnterMainSourceFile();
  Tokens tokens;
  for (clang::Token token; preprocessor.Lex(token), token.isNot(clang::tok::eof);) tokens.push_back(token);
  clang::DiagnosticsEngine& diagnostics = preprocessor.getDiagnostics();
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (!begins_attribute(tokens, at)) continue;
    bool is_of_vectors = false;
    const std::size_t end = end_of_attribute(tokens, at, is_of_vectors);
    if (!is_of_vectors || !defines_function(tokens, end)) continue;
    found_ = true;
    diagnostics.Report(tokens[at].getLocation(),
                       diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error,
                                                   "this attribute would make a vector of the function itself; declare "
                                                   "a type with it, and let the function return that"));
  }
}

}  // namespace clc::worker
