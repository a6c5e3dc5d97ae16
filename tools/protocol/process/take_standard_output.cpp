#include <fcntl.h>
#include <unistd.h>

#include "protocol/helper_output.h"

namespace clc {

Result<int> take_standard_output() {
  const int output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (output < 0) return stream_failure("standard output");
  if (dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return stream_failure("standard error");
  return output;
}

}  // namespace clc
