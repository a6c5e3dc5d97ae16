#include "support/sink.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include "clc/internal/file_descriptor.h"
#include "clc/internal/json_writer.h"
#include "clc/internal/printable.h"
#include "support/text.h"

namespace clc {
namespace {

void write_errors(std::string_view text) {
  (void)write_all(STDERR_FILENO, text);  // when this fails, there is nowhere left to write to
}

class TextSink : public Sink {
 public:
  TextSink() : on_terminal_(isatty(STDERR_FILENO) == 1) {}
  ~TextSink() override { clear_line(); }

  void message(Severity severity, const std::string& text) override {
    clear_line();
    write_errors(std::string("clc: ") + severity_name(severity) + ": " + printable_lines(text) + "\n");
  }

  void diagnostic(const ShownDiagnostic& diagnostic) override {
    clear_line();
    write_errors(to_text(diagnostic));
  }

  void progress(const Progress& progress) override {
    if (!on_terminal_) return;
    std::string line = "[" + std::to_string(progress.done) + "/" + std::to_string(progress.total) + "] " +
                       printable(progress.module + " " + progress.target);
    winsize size{};
    const std::size_t columns = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col : 80;
    if (line.size() >= columns) line.resize(columns - 1);  // a wrapped line could not be cleared
    write_errors("\r\x1b[K" + line);
    line_shown_ = true;
  }

  void finish(int) override { clear_line(); }

 private:
  void clear_line() {
    if (line_shown_) write_errors("\r\x1b[K");
    line_shown_ = false;
  }

  bool on_terminal_;
  bool line_shown_ = false;
};

class JsonSink : public Sink {
 public:
  void message(Severity severity, const std::string& text) override {
    JsonWriter json(-1);
    json.begin_object().key("type").value("message");
    json.key("severity").value(severity_name(severity)).key("text").value(text).end_object();
    write_errors(json.text() + "\n");
  }

  void diagnostic(const ShownDiagnostic& diagnostic) override {
    JsonWriter json(-1);
    json.begin_object().key("type").value("diagnostic");
    json.key("severity").value(severity_name(diagnostic.severity));
    json.key("file").value(diagnostic.file).key("line").value(diagnostic.line).key("column").value(diagnostic.column);
    json.key("text").value(diagnostic.text).key("snippet").value(diagnostic.snippet);
    json.key("targets").values(diagnostic.targets).end_object();
    write_errors(json.text() + "\n");
  }

  void progress(const Progress&) override {}

  void finish(int exit_code) override {
    JsonWriter json(-1);
    json.begin_object().key("type").value("end").key("exit_code").value(static_cast<std::int64_t>(exit_code));
    write_errors(json.end_object().text() + "\n");
  }
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

std::string to_text(const ShownDiagnostic& diagnostic) {
  std::string text = diagnostic.file.empty() ? "clc: " : printable(diagnostic.file) + ":";
  if (!diagnostic.file.empty()) {
    if (diagnostic.line != 0) text += std::to_string(diagnostic.line) + ":" + std::to_string(diagnostic.column) + ":";
    text += " ";
  }
  text += std::string(severity_name(diagnostic.severity)) + ": " + printable_lines(diagnostic.text);
  if (!diagnostic.targets.empty()) text += " [" + printable(join(diagnostic.targets, ", ")) + "]";
  text += "\n";
  if (!diagnostic.snippet.empty())
    text += printable_lines(diagnostic.snippet) + (diagnostic.snippet.back() == '\n' ? "" : "\n");
  return text;
}

std::unique_ptr<Sink> make_text_sink() {
  return std::make_unique<TextSink>();
}
std::unique_ptr<Sink> make_json_sink() {
  return std::make_unique<JsonSink>();
}

}  // namespace clc
