#include "output.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>

#include "base/file_descriptor.h"
#include "base/printable.h"

namespace clc::clrun {

Output::Output(bool show_others) {
  std::signal(SIGPIPE, SIG_DFL);  // nobody waits for the rest of a measurement whose reader has gone
  std::fflush(stdout);
  fd_ = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (fd_ < 0) {
    error_ = errno;
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
  if (error_ == 0) error_ = write_all(fd_, printable_lines(text));
}

Result<int> with_output(bool show_others, const std::function<Result<int>(Output&)>& work) {
  try {
    Output output(show_others);
    const Result<int> code = work(output);
    if (!code || output.error() == 0) return code;
    return fail(ErrorKind::k_io, std::string("cannot write to standard output: ") + std::strerror(output.error()));
  } catch (const std::exception& error) {  // std::bad_alloc, std::length_error
    return fail(ErrorKind::k_unavailable, std::string("not enough memory on this machine: ") + error.what());
  }
}

}  // namespace clc::clrun
