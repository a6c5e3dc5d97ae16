// The receiver of diagnostics, messages and progress. Stages are given a sink and never write to a stream themselves.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/color.h"
#include "clc/package/artifact.h"

namespace clc {

// A compiler's diagnostic as this run shows it.
struct ShownDiagnostic {
  Severity severity = Severity::k_error;
  std::string file;  // as the user spelled it; empty: no location
  std::uint64_t line = 0, column = 0;
  std::string text, snippet;
  std::vector<std::string> targets;  // empty: every target that the file was compiled for
};

// How far a run is. Sent when a job starts and when one ends.
struct Progress {
  std::size_t done = 0, total = 0;
  std::string module, target;
  std::optional<std::chrono::seconds> left = {};  // an estimate
};

class Sink {
 public:
  virtual ~Sink() = default;
  virtual void message(Severity severity, const std::string& text) = 0;
  virtual void diagnostic(const ShownDiagnostic& diagnostic) = 0;
  virtual void progress(const Progress& progress) = 0;
  // False when nobody sees progress, which then need not be told.
  virtual bool shows_progress() const { return false; }
  // Says what was done, in a line. People at a terminal see it; logs and scripts do not.
  virtual void success(const std::string& text) = 0;
  // Shows no progress and no success from now on (-q).
  virtual void be_quiet() = 0;
  // True when what a command prints to standard output is to have colours.
  virtual bool has_output_color() const = 0;
  // Ends the run, which will return `exit_code`.
  virtual void finish(int exit_code) = 0;
};

const char* severity_name(Severity severity);
// `file:line:col: severity: text`, the targets in brackets, and the snippet.
std::string to_text(const ShownDiagnostic& diagnostic, bool has_color = false);

// How a program begins its messages: "clc: error: TEXT", or "clrun: TEXT" where they are plain.
struct MessageStyle {
  const char* program = "clc";
  bool is_plain = false;
};

// Both write to standard error: text for people, printable() and with a progress line on a terminal, or one JSON object
// per line.
std::unique_ptr<Sink> make_text_sink(ColorWhen when, const MessageStyle& style = {});
std::unique_ptr<Sink> make_json_sink();

}  // namespace clc
