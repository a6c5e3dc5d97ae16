// Which functions of a source call which, where no code of it shows that: drivers compile some sources themselves, and
// some cycles lead through several sources.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <clang/AST/ASTConsumer.h>

#include "clc/package/artifact.h"
#include "protocol/source_roots.h"

namespace clc::worker {

struct SourceCall {
  std::string callee;  // CallingFunction::symbol
  Diagnostic place;    // without a text
};

struct CallingFunction {
  std::string symbol;
  std::string shown;  // as the source calls it
  bool is_kernel = false;
  bool is_constexpr = false;  // its calls may be computed
  std::vector<SourceCall> calls;
};

// Fills `into`, in the order of the source, when the translation unit is complete and free of errors. Calls that are
// never reached, for which compilers make no code, are left out. `are_mapped`: see DiagnosticCollector.
std::unique_ptr<clang::ASTConsumer> make_finder_of_calls(const SourceRoots& roots, bool are_mapped,
                                                         std::vector<CallingFunction>& into);

// Errors for the cycles that kernels can come into, one for each group of functions that call each other.
void judge_calls(const std::vector<std::vector<CallingFunction>>& sources, std::vector<Diagnostic>& into);

}  // namespace clc::worker
