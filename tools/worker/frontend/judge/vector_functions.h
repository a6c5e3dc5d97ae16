// Functions with a vector attribute, which crash Clang.
#pragma once

#include <string>
#include <vector>

#include <clang/Frontend/FrontendActions.h>
#include <clang/Lex/Token.h>

namespace clc::worker {

// Reads the tokens of a source, and refuses definitions of functions that begin with an attribute of vectors in double
// brackets, or have it behind their name: `[[clang::ext_vector_type(4)]] T f(T n) {`. Such an attribute makes a vector
// of the function itself. Clang says so, but in a template it takes the definition for one of a variable, and then
// dies or does not end.
class VectorFunctionAction : public clang::PreprocessorFrontendAction {
 public:
  explicit VectorFunctionAction(bool& found) : found_(found) {}

 protected:
  void ExecuteAction() override;

 private:
  bool& found_;
};

}  // namespace clc::worker
