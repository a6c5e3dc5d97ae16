#include "support/output_reader.h"

#include <poll.h>
#include <unistd.h>

#include <csignal>

#include "support/interrupts.h"

namespace clc {

Result<void> note_gone_reader(const std::string& path, Result<void> written) {
  pollfd output{STDOUT_FILENO, POLLOUT, 0};
  const bool is_gone = !written && path == "-" && poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
  if (is_gone) note_interrupt(SIGPIPE);
  return written;
}

}  // namespace clc
