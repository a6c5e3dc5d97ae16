#include "support/standard_streams.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <string>

#include "base/file_descriptor.h"
#include "base/platform/files.h"
#include "base/platform/process.h"
#include "base/printable.h"
#include "support/interrupts.h"

namespace clc {
namespace {

std::atomic<bool> has_line{false};  // while one is shown, messages may come from any thread

}  // namespace

void show_line(std::string_view text) {
  has_line = true;
  static_cast<void>(write_all(k_standard_error, "\r\x1b[K" + std::string(text)));
}

void clear_line() {
  if (has_line.exchange(false)) static_cast<void>(write_all(k_standard_error, "\r\x1b[K"));
}

Result<void> print(std::string_view text) {
  clear_line();
  const int error = write_all(platform::standard_output(), text);
  if (error == EPIPE) note_closed_output();  // whoever read it wants no more
  if (error != 0) return fail(ErrorKind::k_io, std::string("cannot write to standard output: ") + std::strerror(error));
  return {};
}

Result<void> print_shown(std::string_view text) {
  return print(printable_lines(text));
}

void print_error(std::string_view text) {
  clear_line();
  static_cast<void>(write_all(k_standard_error, text));  // there is nowhere to say that it failed
}

bool can_ask() {
  return platform::is_terminal(platform::standard_input()) && platform::is_terminal(k_standard_error);
}

bool is_confirmed(const std::string& question) {
  if (write_all(k_standard_error, question + " [y/N] ") != 0) return false;
  std::string answer;
  char c = 0;
  while (platform::read_some(platform::standard_input(), &c, 1) == 1 && c != '\n')
    if (c != '\r') answer += c;
  return answer == "y" || answer == "Y" || answer == "yes";
}

}  // namespace clc
