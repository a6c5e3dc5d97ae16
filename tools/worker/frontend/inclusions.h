// Which files a source asks for, as Clang's preprocessor finds it under a driver's macros: for sources that are not so
// plain that it can be read off them.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include <clang/Frontend/FrontendActions.h>

namespace clc::worker {

struct Inclusion {
  std::string name;  // as the source asks
  std::string from;  // the file that asks, as Clang calls it; empty: the main source
};

struct Inclusions {
  std::vector<Inclusion> asked;  // in their order, each once
  std::string unknown;           // why a compiler may read other files as well; empty: it does not
};

// Finds them. It goes through the source without giving anything out.
class InclusionsAction final : public clang::PreprocessorFrontendAction {
 public:
  explicit InclusionsAction(Inclusions& into) : into_(into) {}

 protected:
  void ExecuteAction() override;

 private:
  Inclusions& into_;
};

// True when the texts that assembly is made of may hold a directive that reads a file, also one that a macro of the
// assembler makes.
bool may_read_files(std::string_view assembly);

}  // namespace clc::worker
