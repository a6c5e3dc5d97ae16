#include "support/sink.h"

#include <algorithm>

#include "base/json_writer.h"
#include "base/platform/process.h"
#include "base/printable.h"
#include "base/text.h"
#include "support/standard_streams.h"

namespace clc {
namespace {

Tone tone_of(Severity severity) {
  if (severity >= Severity::k_error) return Tone::k_bad;
  return severity == Severity::k_warning ? Tone::k_warning : Tone::k_note;
}

// The line with the caret is green.
std::string painted_snippet(const std::string& snippet) {
  std::string text;
  for (const std::string_view line : lines_of(snippet)) {
    const bool is_caret = line.find('^') != line.npos && line.find_first_not_of(" \t^~") == line.npos;
    text += painted(Tone::k_good, line, is_caret) + "\n";
  }
  return text;
}

// "40 s", "12 min", "2 h 5 min"
std::string time_text(std::chrono::seconds time) {
  constexpr std::chrono::seconds k_shown_in_seconds(100);
  if (time < k_shown_in_seconds) return std::to_string(time.count()) + " s";
  const auto minutes = std::chrono::round<std::chrono::minutes>(time).count();
  const std::string text = std::to_string(minutes % 60) + " min";
  return minutes < 60 ? text : std::to_string(minutes / 60) + " h " + text;
}

class TextSink : public Sink {
 public:
  TextSink(ColorWhen when, const MessageStyle& style)
      : style_(style),
        on_terminal_(platform::is_terminal(k_standard_error)),
        has_color_(wants_color(k_standard_error, when)),
        has_output_color_(wants_color(k_standard_output, when)) {}
  ~TextSink() override { clear_line(); }

  void message(Severity severity, const std::string& text) override {
    const std::string name = std::string(style_.program) + ":";
    const std::string begin =
        style_.is_plain
            ? painted(tone_of(severity), name, has_color_)
            : name + " " + painted(tone_of(severity), std::string(severity_name(severity)) + ":", has_color_);
    print_error(begin + " " + printable_lines(text) + "\n");
  }

  void diagnostic(const ShownDiagnostic& diagnostic) override { print_error(to_text(diagnostic, has_color_)); }

  void progress(const Progress& progress) override {
    if (!on_terminal_ || is_quiet_) return;
    std::string line = "[" + std::to_string(progress.done) + "/" + std::to_string(progress.total) + "] " +
                       printable(progress.module + " " + progress.target);
    const std::string left = progress.left ? ", " + time_text(*progress.left) + " left" : "";
    const unsigned told = platform::terminal_columns(k_standard_error);
    const std::size_t columns = told > 1 ? told : 80;
    const std::size_t most = columns > left.size() ? columns - left.size() : 1;
    if (line.size() >= most) line.resize(most - 1);  // a wrapped line could not be cleared
    show_line(line + left);
  }

  bool shows_progress() const override { return on_terminal_ && !is_quiet_; }

  void success(const std::string& text) override {
    if (!on_terminal_ || is_quiet_) return;
    print_error(painted(Tone::k_good, text.substr(0, text.find(' ')), has_color_) +
                text.substr(std::min(text.find(' '), text.size())) + "\n");
  }

  void be_quiet() override { is_quiet_ = true; }
  bool has_output_color() const override { return has_output_color_; }
  void finish(int) override { clear_line(); }

 private:
  MessageStyle style_;
  bool on_terminal_, has_color_, has_output_color_, is_quiet_ = false;
};

class JsonSink : public Sink {
 public:
  void message(Severity severity, const std::string& text) override {
    JsonWriter json(-1);
    json.begin_object().put("type", "message", "severity", severity_name(severity), "text", text).end_object();
    write(json);
  }

  void diagnostic(const ShownDiagnostic& diagnostic) override {
    JsonWriter json(-1);
    json.begin_object().put("type", "diagnostic", "severity", severity_name(diagnostic.severity));
    json.put("file", diagnostic.file, "line", diagnostic.line, "column", diagnostic.column, "text", diagnostic.text);
    json.put("snippet", diagnostic.snippet).key("targets").values(diagnostic.targets).end_object();
    write(json);
  }

  void progress(const Progress&) override {}
  void success(const std::string&) override {}
  void be_quiet() override {}
  bool has_output_color() const override { return false; }

  // Ends what was begun: where nothing was to be said, standard error stays empty, as it does with text.
  void finish(int exit_code) override {
    if (!has_lines_) return;
    JsonWriter json(-1);
    json.begin_object().put("type", "end", "exit_code", static_cast<std::int64_t>(exit_code));
    write(json.end_object());
  }

 private:
  void write(const JsonWriter& json) {
    has_lines_ = true;
    print_error(json.text() + "\n");
  }

  bool has_lines_ = false;
};

}  // namespace

const char* severity_name(Severity severity) {
  switch (severity) {
    case Severity::k_note:
      return "note";
    case Severity::k_remark:
      return "remark";
    case Severity::k_warning:
      return "warning";
    case Severity::k_error:
      return "error";
    case Severity::k_fatal:
      return "fatal error";
  }
  return "error";
}

std::string to_text(const ShownDiagnostic& diagnostic, bool has_color) {
  std::string text = diagnostic.file.empty() ? "clc: " : printable(diagnostic.file) + ":";
  if (!diagnostic.file.empty()) {
    if (diagnostic.line != 0) text += std::to_string(diagnostic.line) + ":" + std::to_string(diagnostic.column) + ":";
    text += " ";
  }
  const std::string severity = std::string(severity_name(diagnostic.severity)) + ":";
  text += painted(tone_of(diagnostic.severity), severity, has_color) + " " + printable_lines(diagnostic.text);
  if (!diagnostic.targets.empty()) text += " [" + printable(join(diagnostic.targets, ", ")) + "]";
  text += "\n";
  const std::string snippet = printable_lines(diagnostic.snippet);
  if (has_color) return text + painted_snippet(snippet);
  if (!snippet.empty()) text += snippet + (snippet.back() == '\n' ? "" : "\n");
  return text;
}

std::unique_ptr<Sink> make_text_sink(ColorWhen when, const MessageStyle& style) {
  return std::make_unique<TextSink>(when, style);
}
std::unique_ptr<Sink> make_json_sink() {
  return std::make_unique<JsonSink>();
}

}  // namespace clc
