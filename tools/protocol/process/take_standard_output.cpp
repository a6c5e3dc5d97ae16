#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "protocol/helper_output.h"

namespace clc {
namespace {

Failure fail_errno(const char* what) {
  return fail(ErrorKind::k_io, std::string(what) + ": " + std::strerror(errno));
}

}  // namespace

Result<int> take_standard_output() {
  const int output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (output < 0) return fail_errno("standard output");
  if (dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return fail_errno("standard error");
  return output;
}

}  // namespace clc
