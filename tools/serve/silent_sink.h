// A sink that shows nothing: the page shows what compilers say.
#pragma once

#include "support/sink.h"

namespace clc {

class SilentSink final : public Sink {
 public:
  void message(Severity, const std::string&) override {}
  void diagnostic(const ShownDiagnostic&) override {}
  void progress(const Progress&) override {}
  void success(const std::string&) override {}
  void be_quiet() override {}
  bool has_output_color() const override { return false; }
  void finish(int) override {}
};

}  // namespace clc
