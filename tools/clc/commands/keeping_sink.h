// A sink that passes everything on, and keeps the diagnostics.
#pragma once

#include <string>
#include <vector>

#include "support/sink.h"

namespace clc {

class KeepingSink final : public Sink {
 public:
  KeepingSink(Sink& next, std::vector<ShownDiagnostic>& kept) : next_(next), kept_(kept) {}

  void message(Severity severity, const std::string& text) override { next_.message(severity, text); }
  void diagnostic(const ShownDiagnostic& diagnostic) override {
    kept_.push_back(diagnostic);
    next_.diagnostic(diagnostic);
  }
  void progress(const Progress& progress) override { next_.progress(progress); }
  bool shows_progress() const override { return next_.shows_progress(); }
  void success(const std::string& text) override { next_.success(text); }
  void be_quiet() override { next_.be_quiet(); }
  bool has_output_color() const override { return next_.has_output_color(); }
  void finish(int exit_code) override { next_.finish(exit_code); }

 private:
  Sink& next_;
  std::vector<ShownDiagnostic>& kept_;
};

}  // namespace clc
