#include "output.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

#include "base/file_descriptor.h"
#include "base/printable.h"

namespace clc::clrun {

Output::Output(bool show_others, ColorWhen color) : has_color_(wants_color(STDOUT_FILENO, color)) {
  std::fflush(stdout);
  fd_ = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (fd_ < 0) {
    failed_ = true;
    return;
  }
  const int others = show_others ? ::dup(STDERR_FILENO) : ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (others >= 0) {
    ::dup2(others, STDOUT_FILENO);
    ::close(others);
  }
}

Output::~Output() {
  std::fflush(stdout);
  if (fd_ < 0) return;
  ::dup2(fd_, STDOUT_FILENO);
  ::close(fd_);
}

void Output::write(const std::string& text) {
  if (!failed_) failed_ = write_all(fd_, printable_lines(text)) != 0;
}

}  // namespace clc::clrun
