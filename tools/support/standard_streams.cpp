#include "support/standard_streams.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <string>

#include "base/file_descriptor.h"
#include "base/printable.h"
#include "support/interrupts.h"

namespace clc {
namespace {

std::atomic<bool> has_line{false};  // while one is shown, messages may come from any thread

}  // namespace

void show_line(std::string_view text) {
  has_line = true;
  static_cast<void>(write_all(STDERR_FILENO, "\r\x1b[K" + std::string(text)));
}

void clear_line() {
  if (has_line.exchange(false)) static_cast<void>(write_all(STDERR_FILENO, "\r\x1b[K"));
}

Result<void> print(std::string_view text) {
  clear_line();
  const int error = write_all(STDOUT_FILENO, text);
  if (error == EPIPE) note_interrupt(SIGPIPE);  // whoever read it wants no more
  if (error != 0) return fail(ErrorKind::k_io, std::string("cannot write to standard output: ") + std::strerror(error));
  return {};
}

Result<void> print_shown(std::string_view text) {
  return print(printable_lines(text));
}

void print_error(std::string_view text) {
  clear_line();
  static_cast<void>(write_all(STDERR_FILENO, text));  // there is nowhere to say that it failed
}

bool can_ask() {
  return isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1;
}

bool is_confirmed(const std::string& question) {
  if (write_all(STDERR_FILENO, question + " [y/N] ") != 0) return false;
  std::string answer;
  char c = 0;
  while (read(STDIN_FILENO, &c, 1) == 1 && c != '\n') answer += c;
  return answer == "y" || answer == "Y" || answer == "yes";
}

}  // namespace clc
