// Clang's diagnostics as data.
#pragma once

#include <vector>

#include <clang/Basic/Diagnostic.h>

#include "clc/package/artifact.h"
#include "source_roots.h"

namespace clc::worker {

class DiagnosticCollector final : public clang::DiagnosticConsumer {
 public:
  DiagnosticCollector(const SourceRoots& roots, std::vector<Diagnostic>& into) : roots_(roots), into_(into) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override;

 private:
  const SourceRoots& roots_;
  std::vector<Diagnostic>& into_;
};

bool has_errors(const std::vector<Diagnostic>& diagnostics);

}  // namespace clc::worker
