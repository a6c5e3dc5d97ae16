// A sink that keeps what compilers say, for SARIF, and hands everything on.
#pragma once

#include <vector>

#include "commands/package_or_sources.h"
#include "insight/report/sarif.h"
#include "support/sink.h"

namespace clc {

class FindingSink final : public Sink {
 public:
  explicit FindingSink(Sink& next) : next_(next) {}

  void message(Severity severity, const std::string& text) override { next_.message(severity, text); }
  void diagnostic(const ShownDiagnostic& diagnostic) override {
    const char* const level = diagnostic.severity >= Severity::k_error     ? "error"
                              : diagnostic.severity == Severity::k_warning ? "warning"
                                                                           : "note";
    const CodePlace place{path_from_here(diagnostic.file), diagnostic.line, diagnostic.column};
    all_.push_back({"compiler", level, diagnostic.text, place});
    next_.diagnostic(diagnostic);
  }
  void progress(const Progress& progress) override { next_.progress(progress); }
  bool shows_progress() const override { return next_.shows_progress(); }
  void success(const std::string& text) override { next_.success(text); }
  void be_quiet() override { next_.be_quiet(); }
  bool has_output_color() const override { return next_.has_output_color(); }
  void finish(int exit_code) override { next_.finish(exit_code); }

  const std::vector<Finding>& all() const { return all_; }

 private:
  Sink& next_;
  std::vector<Finding> all_;
};

}  // namespace clc
