// The messages of a run, kept until it is known whether they are to be shown.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "support/sink.h"

namespace clc {

class HeldMessages : public Sink {
 public:
  void message(Severity severity, const std::string& text) override {
    held_.push_back([=](Sink& sink) { sink.message(severity, text); });
  }
  void diagnostic(const ShownDiagnostic& diagnostic) override {
    held_.push_back([=](Sink& sink) { sink.diagnostic(diagnostic); });
  }
  void progress(const Progress&) override {}
  void success(const std::string&) override {}
  void be_quiet() override {}
  bool has_output_color() const override { return false; }
  void finish(int) override {}

  // Passes them on in the order in which they came.
  void show(Sink& sink) const {
    for (const auto& say : held_) say(sink);
  }

 private:
  std::vector<std::function<void(Sink&)>> held_;
};

}  // namespace clc
