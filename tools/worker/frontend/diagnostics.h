// Clang's diagnostics as data.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/LangOptions.h>

#include "clc/package/artifact.h"
#include "protocol/source_roots.h"

namespace clc::worker {

// The group of Clang's warnings about pragmas.
inline constexpr const char* k_pragma_warnings = "ignored-pragmas";

// Adds notes to a diagnostic: the macros that its place came from, and who included its file.
class DiagnosticCollector final : public clang::DiagnosticConsumer {
 public:
  // `are_mapped`: the source's line markers name files as SourceRoots::mapped() does.
  DiagnosticCollector(const SourceRoots& roots, bool are_mapped, std::vector<Diagnostic>& into)
      : roots_(roots), are_mapped_(are_mapped), into_(into) {}

  void BeginSourceFile(const clang::LangOptions& language, const clang::Preprocessor* /*preprocessor*/) override {
    language_ = language;
  }
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override;

  // Where errors are, and their index in `into`.
  const std::vector<std::pair<clang::SourceLocation, std::size_t>>& errors() const { return errors_; }

 private:
  void add_notes(std::vector<Diagnostic> notes, const char* what);
  void add_macros(const clang::Diagnostic& info);
  void add_includers(const clang::Diagnostic& info);

  const SourceRoots& roots_;
  bool are_mapped_;
  std::vector<Diagnostic>& into_;
  clang::LangOptions language_;
  std::vector<std::pair<clang::SourceLocation, std::size_t>> errors_;
};

// Sets the place of a diagnostic, and the line of the source there, except in headers of builtins. `are_mapped`: see
// DiagnosticCollector.
void set_place(const clang::SourceManager& sources, clang::SourceLocation location, const SourceRoots& roots,
               bool are_mapped, Diagnostic& into);

// Limits the candidates that Clang shows where no overloaded function fits a call, to the four that fit best.
void show_few_candidates(clang::DiagnosticsEngine& diagnostics);

// True for places in the headers of builtins, which no disk has: nobody is shown them.
bool is_in_builtin_header(const clang::SourceManager& sources, clang::SourceLocation location);

// Reports an error about what the target lacks, and other targets may have.
void report_of_target(clang::DiagnosticsEngine& diagnostics, clang::SourceLocation location, const std::string& text);

bool has_errors(std::span<const Diagnostic> diagnostics);

}  // namespace clc::worker
